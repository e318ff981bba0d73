//! Decimal strings of MPFR numbers, correctly rounded in a stated direction.

use rug::Float;
use rug::float::Round;

/// `value` with `digits` significant digits: plain for everyday magnitudes, scientific (`1.2e-420`) beyond.
pub(crate) fn decimal(value: &Float, digits: usize, round: Round) -> String {
    let digits = digits.max(1);
    if value.is_infinite() || value.is_nan() {
        return if value.is_nan() {
            "NaN"
        } else if value.is_sign_negative() {
            "-inf"
        } else {
            "inf"
        }
        .to_owned();
    }
    let (negative, figures, exponent) = value.to_sign_string_exp_round(10, Some(digits), round);
    let sign = if negative && exponent.is_some() { "-" } else { "" };
    let Some(exponent) = exponent else { return "0".to_owned() };
    // the digits stand behind an implied point: 0.FIGURES × 10^exponent
    match exponent {
        -4..=0 => format!("{sign}0.{}{figures}", "0".repeat(exponent.unsigned_abs() as usize)),
        1..=21 if (exponent as usize) < figures.len() => {
            let (whole, fraction) = figures.split_at(exponent as usize);
            format!("{sign}{whole}.{fraction}")
        }
        1..=21 => format!("{sign}{figures}{}", "0".repeat(exponent as usize - figures.len())),
        _ => {
            let (first, rest) = figures.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{sign}{first}{point}{rest}e{}", i64::from(exponent) - 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(text: &str, digits: usize, round: Round) -> String {
        decimal(&Float::with_val(200, Float::parse(text).unwrap()), digits, round)
    }

    #[test]
    fn magnitudes_choose_the_notation() {
        let nearest = Round::Nearest;
        assert_eq!(show("0.625", 3, nearest), "0.625");
        assert_eq!(show("0.000012345", 3, nearest), "0.0000123");
        assert_eq!(show("0.0000012345", 3, nearest), "1.23e-6");
        assert_eq!(show("1.2e-420", 2, nearest), "1.2e-420");
        assert_eq!(show("1e-420", 1, nearest), "1e-420");
        assert_eq!(show("155.9", 3, nearest), "156");
        assert_eq!(show("155.94", 4, nearest), "155.9");
        assert_eq!(show("123456", 2, nearest), "120000");
        assert_eq!(show("1e30", 3, nearest), "1.00e30");
        assert_eq!(show("-0.5", 2, nearest), "-0.50");
        assert_eq!(show("0", 5, nearest), "0");
    }

    #[test]
    fn directions_bracket() {
        assert_eq!(show("0.12345", 3, Round::Down), "0.123");
        assert_eq!(show("0.12345", 3, Round::Up), "0.124");
        assert_eq!(show("-0.12345", 3, Round::Down), "-0.124");
    }
}
