//! Raise the precision until an enclosure fixes the digits asked for, or say that it does not.

use crate::{Enclosure, Enclosures};
use bloomlab_numbers::Number;

/// The precision that [`certify`] does not exceed, in bits.
const PRECISION_CAP: u32 = 1 << 20;

/// A value known to a stated number of significant digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Certified {
    /// Contains the value.
    pub enclosure: Enclosure,
    /// The precision that was needed, in bits.
    pub bits: u32,
}

impl Certified {
    /// The value with `digits` significant digits, rounded to nearest.
    pub fn decimal(&self, digits: usize) -> String {
        self.enclosure.decimal(digits)
    }

    /// The double nearest to the value; 0 below 5e-324.
    pub fn to_f64(&self) -> f64 {
        self.enclosure.to_f64()
    }
}

/// The digits asked for were not reached at any precision up to the cap.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{digits} digits could not be certified with {bits} bits: {}", known(enclosure))]
pub struct NotCertified {
    /// Significant digits asked for.
    pub digits: usize,
    /// The largest precision tried, in bits.
    pub bits: u32,
    /// Contains the value, if it has one: all that is known of it.
    pub enclosure: Enclosure,
}

fn known(enclosure: &Enclosure) -> String {
    if enclosure.is_unbounded() {
        return "the value is undefined, or unbounded".to_owned();
    }
    format!("the value lies between {} and {}", enclosure.lower_decimal(2), enclosure.upper_decimal(2))
}

/// Evaluates `formula` in enclosures of rising precision until both bounds round to the same `digits` significant
/// digits.
///
/// A value may lie so close to the border between two decimals that the bounds never agree: a tie, such as 1/8 at two
/// digits. Then an enclosure 10^10 times narrower than the last digit is enough, and either decimal is right to half a
/// unit in the last place and 10^-10 of one.
///
/// # Errors
/// [`NotCertified`] when 2^20 bits are not enough.
pub fn certify(digits: usize, formula: impl Fn(&Enclosures) -> Enclosure) -> Result<Certified, NotCertified> {
    certify_at_most(digits, PRECISION_CAP, formula)
}

/// [`certify`] with a cap on the precision, in bits, in place of 2^20.
///
/// # Errors
/// [`NotCertified`] when `cap` bits are not enough.
pub fn certify_at_most(
    digits: usize,
    cap: u32,
    formula: impl Fn(&Enclosures) -> Enclosure,
) -> Result<Certified, NotCertified> {
    try_certify(digits, cap, |a| Ok(formula(a)))
}

/// [`certify_at_most`] for a formula that may give no enclosure.
///
/// # Errors
/// The first error of `formula`; [`NotCertified`] when `cap` bits are not enough.
pub fn try_certify<E: From<NotCertified>>(
    digits: usize,
    cap: u32,
    formula: impl Fn(&Enclosures) -> Result<Enclosure, E>,
) -> Result<Certified, E> {
    let digits = digits.max(1);
    let needed = 64 + u32::try_from(digits.saturating_mul(4)).unwrap_or(u32::MAX / 2);
    let mut bits = needed.min(cap);
    let mut previous: Option<Enclosure> = None;
    loop {
        let enclosure = formula(&Enclosures::new(bits))?;
        if fixes_digits(&enclosure, digits) {
            return Ok(Certified { enclosure, bits });
        }
        // bounds that a higher precision leaves where they were depend on the range of exponents, not on precision
        let is_stuck = previous.as_ref() == Some(&enclosure);
        if bits >= cap || is_stuck {
            return Err(NotCertified { digits, bits, enclosure }.into());
        }
        previous = Some(enclosure);
        bits = bits.saturating_mul(2).min(cap);
    }
}

fn fixes_digits(enclosure: &Enclosure, digits: usize) -> bool {
    enclosure.is_narrower_than(digits)
        && (enclosure.nearest_decimals_agree(digits) || enclosure.is_narrower_than(digits + 10))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_numbers::Arithmetic;

    #[test]
    fn precision_rises_as_far_as_cancellation_demands() {
        // 1 − (1 − 2^-900) loses 900 bits
        let tiny = |a: &Enclosures| a.one() - (a.one() - a.ratio(1, 1 << 60).pow(15));
        let certified = certify(20, tiny).unwrap();
        assert!(certified.bits > 900, "{}", certified.bits);
        assert_eq!(certified.decimal(20), "1.1830521861667747110e-271"); // 2^-900
    }

    #[test]
    fn ties_and_zero_end() {
        assert_eq!(certify(2, |a| a.ratio(1, 8)).unwrap().decimal(3), "0.125");
        // a tie whose enclosure never becomes a point: (1/3 · 3)/8
        let tie = certify(2, |a| a.ratio(1, 3) * a.integer(3) / a.integer(8)).unwrap();
        assert!(["0.12", "0.13"].contains(&tie.decimal(2).as_str()));
        assert_eq!(certify(5, Enclosures::zero).unwrap().decimal(5), "0");
    }

    #[test]
    fn what_cannot_be_certified_is_an_error() {
        let hidden_zero = |a: &Enclosures| a.ratio(1, 3) * a.integer(3) - a.one();
        let error = certify_at_most(3, 512, hidden_zero).unwrap_err();
        assert_eq!((error.digits, error.bits), (3, 512));
        let message = error.to_string();
        let known = message.strip_prefix("3 digits could not be certified with 512 bits: the value lies between -");
        assert!(known.is_some_and(|known| known.contains(" and ")), "{message}");
        // undefined, and below MPFR's least number: clear at the second precision
        let precisions = std::cell::Cell::new(0);
        let counted = |value: Enclosure| {
            precisions.set(precisions.get() + 1);
            value
        };
        let undefined = certify(3, |a| counted(a.one() / a.zero())).unwrap_err().to_string();
        assert!(undefined.ends_with(": the value is undefined, or unbounded"), "{undefined}");
        assert!(certify(3, |a| counted(a.ratio(1, 3).pow(1 << 62))).is_err());
        assert_eq!(precisions.get(), 4);
    }

    #[test]
    fn the_first_error_of_the_formula_ends_the_search() {
        let refused = |a: &Enclosures| if a.bits() > 100 { Err(None) } else { Ok(a.ratio(1, 3) - a.ratio(1, 3)) };
        assert!(matches!(try_certify(3, 512, refused), Err(None)));
    }

    #[test]
    fn a_thousand_digits_can_be_asked_for() {
        let third = certify(1000, |a| a.ratio(1, 3)).unwrap().decimal(1000);
        assert_eq!(third, format!("0.{}", "3".repeat(1000)));
    }
}
