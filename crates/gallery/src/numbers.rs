//! Numbers and quantities in the little room that a picture has.

use bloomlab_pictures::power;

/// At most three significant digits; powers of two from 1024 on, and what is very large or small, as powers.
pub(crate) fn short(value: f64) -> String {
    let exponent_of_2 = libm::log2(value.abs());
    if value >= 1024.0 && exponent_of_2 == exponent_of_2.trunc() {
        return power(2, exponent_of_2 as i32);
    }
    let scientific = format!("{value:.2e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let without_zeros = |text: &str| {
        let short = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text };
        short.replace('-', "−")
    };
    match exponent {
        _ if value == 0.0 => "0".to_owned(),
        -3..2 => without_zeros(&format!("{value:.*}", (2 - exponent) as usize)),
        2..5 => without_zeros(&format!("{value:.0}")),
        _ if without_zeros(mantissa) == "1" => power(10, exponent),
        _ => format!("{}·{}", without_zeros(mantissa), power(10, exponent)),
    }
}

/// A quantity as a claim names it, with its variables in italics: words of one letter.
pub(crate) fn tidy(quantity: &str) -> String {
    let mut text = String::new();
    let mut word = String::new();
    for letter in quantity.chars().map(Some).chain([None]) {
        match letter {
            Some(letter) if letter.is_alphabetic() => word.push(letter),
            other => {
                let is_variable = word.chars().count() == 1;
                text += &if is_variable { format!("*{word}*") } else { word.clone() };
                word.clear();
                text.extend(other);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (0.25, "0.25"),
            (0.0123456, "0.0123"),
            (300.0, "300"),
            (1000.0, "1000"),
            (1024.0, "2^{10}"),
            (100_000.0, "10^{5}"),
            (2.5e-6, "2.5·10^{−6}"),
            (-12.0, "−12"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn variables_are_italic() {
        assert_eq!(tidy("m/n at m = 32"), "*m*/*n* at *m* = 32");
        assert_eq!(tidy("rate"), "rate");
    }
}
