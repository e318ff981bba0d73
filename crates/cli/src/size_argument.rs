//! Sizes as people write them: `1024`, `1_000_000`, `2^20`, `1e6`, `1.5M`, `16Ki`.

use bloomlab::MAX_SIZE;

/// The whole number, 0 to 2^63 − 1, that `text` stands for.
///
/// Forms: digits, two of which `_` may separate; `base^exponent`; a decimal with an exponent (`1e6`); a decimal with a suffix, `k` or `K`, `M`, `G`,
/// `T`, `P` for powers of 1000, `Ki` to `Ei` for powers of 1024. Domains narrower than that are the formulas' to check.
pub fn parse_size(text: &str) -> Result<u64, SizeError> {
    let text = &without_separators(text)?;
    let value = if let Some((base, exponent)) = text.split_once('^') {
        power(digits(base)?, digits(exponent)?)
    } else if let Some((mantissa, exponent)) = text.split_once(['e', 'E']).filter(|_| !text.ends_with("Ei")) {
        let scale = power(10, digits(exponent)?);
        if mantissa.bytes().all(|byte| byte == b'0') { decimal(mantissa, 1) } else { decimal(mantissa, scale?) }
    } else {
        let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        decimal(number, suffix(&text[number.len()..])?)
    }?;
    u64::try_from(value).ok().filter(|value| *value <= MAX_SIZE).ok_or(SizeError::TooLarge)
}

/// A number of bits: a size, or bytes, eight bits each, if `B` follows the suffix (`10KiB`, `2MB`, `512B`).
pub fn parse_bits(text: &str) -> Result<u64, SizeError> {
    let Some(bytes) = text.strip_suffix('B') else { return parse_size(text) };
    parse_size(bytes)?.checked_mul(8).filter(|bits| *bits <= MAX_SIZE).ok_or(SizeError::TooLarge)
}

/// The text is not a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// Not a number in one of the forms.
    #[error("needs a whole number from 0 to 2^63 − 1, such as 1024, 2^20, 1e6, 16Ki or 1M")]
    NotASize,
    /// Above 2^63 − 1.
    #[error("needs at most 2^63 − 1")]
    TooLarge,
}

fn without_separators(text: &str) -> Result<String, SizeError> {
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let parts: Vec<&str> = text.split('_').collect();
    let is_between = |pair: &[&str]| is_digit(pair[0].chars().next_back()) && is_digit(pair[1].chars().next());
    if parts.windows(2).all(is_between) { Ok(parts.concat()) } else { Err(SizeError::NotASize) }
}

fn digits(text: &str) -> Result<u128, SizeError> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SizeError::NotASize);
    }
    text.parse().map_err(|_| SizeError::TooLarge)
}

fn power(base: u128, exponent: u128) -> Result<u128, SizeError> {
    if base <= 1 {
        return Ok(if exponent == 0 { 1 } else { base });
    }
    u32::try_from(exponent).ok().and_then(|exponent| base.checked_pow(exponent)).ok_or(SizeError::TooLarge)
}

/// `number` · `scale`, if that is whole.
fn decimal(number: &str, scale: u128) -> Result<u128, SizeError> {
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (digits(whole)?, fraction.trim_end_matches('0')),
        None => (digits(number)?, ""),
    };
    if number.ends_with('.') {
        return Err(SizeError::NotASize);
    }
    let whole = whole.checked_mul(scale).ok_or(SizeError::TooLarge)?;
    if fraction.is_empty() {
        return Ok(whole);
    }
    let parts = power(10, fraction.len() as u128).map_err(|_| SizeError::NotASize)?;
    let part = digits(fraction)?.checked_mul(scale).ok_or(SizeError::TooLarge)?;
    if !part.is_multiple_of(parts) {
        return Err(SizeError::NotASize);
    }
    whole.checked_add(part / parts).ok_or(SizeError::TooLarge)
}

fn suffix(text: &str) -> Result<u128, SizeError> {
    let (letter, base) = match text.strip_suffix('i') {
        Some(letter) => (letter, 1024_u128),
        None => (text, 1000),
    };
    let power = match (letter, base) {
        ("", 1000) => 0,
        ("k", 1000) | ("K", _) => 1,
        ("M", _) => 2,
        ("G", _) => 3,
        ("T", _) => 4,
        ("P", _) => 5,
        ("E", 1024) => 6,
        _ => return Err(SizeError::NotASize),
    };
    Ok(base.pow(power))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_anything_else_is_refused() {
        for (text, value) in [
            ("0", 0),
            ("1_000_000", 1_000_000),
            ("1_0Ki", 10_240),
            ("007", 7),
            ("2^20", 1 << 20),
            ("0^0", 1),
            ("1E6", 1_000_000),
            ("2.5e3", 2500),
            ("0e99", 0),
            ("1k", 1000),
            ("1.5M", 1_500_000),
            ("1.50Ki", 1536),
            ("7Ei", 7 << 60),
            ("9223372036854775807", MAX_SIZE),
        ] {
            assert_eq!(parse_size(text), Ok(value), "{text}");
        }
        let none = [
            "", "-1", "+1", "1.5", "1.", ".5M", "1e", "e6", "1e-6", "1e6.5", "1.23e1", "2^", "^2", "2^-1", "2^2^2",
            "1m", "1ki", "1i", "1KiB", "1E", " 1", "1 ", "0x10", "_1", "1_", "1__0", "2^_9", "1_k", "NaN", "inf", "١",
        ];
        for text in none {
            assert_eq!(parse_size(text), Err(SizeError::NotASize), "{text}");
        }
        for text in ["2^63", "9223372036854775808", "1e19", "8Ei", "1e999999", "2^99999999999", "10000P"] {
            assert_eq!(parse_size(text), Err(SizeError::TooLarge), "{text}");
        }
        assert_eq!(["10KiB", "2MB", "512B", "16Ki"].map(parse_bits), [81_920, 16_000_000, 4096, 16_384].map(Ok));
    }
}
