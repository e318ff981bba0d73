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
    /// A value from an evaluation with `bits` bits, if both bounds of its `enclosure` round to the same `digits` significant digits.
    ///
    /// # Errors
    /// [`NotCertified`] if they do not.
    pub fn new(enclosure: Enclosure, bits: u32, digits: usize) -> Result<Self, NotCertified> {
        if fixes_digits(&enclosure, digits) {
            Ok(Self { enclosure, bits })
        } else {
            Err(NotCertified { digits, bits, enclosure })
        }
    }

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
#[error("{digits} digits could not be certified with {bits} bits: {}", enclosure.description())]
pub struct NotCertified {
    /// Significant digits asked for.
    pub digits: usize,
    /// The largest precision tried, in bits.
    pub bits: u32,
    /// Contains the value, if it has one: all that is known of it.
    pub enclosure: Enclosure,
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
    try_certify(digits, PRECISION_CAP, |a| Ok(formula(a)))
}

/// [`certify`] with a cap on the precision, in bits, in place of 2^20, for a formula that may give no enclosure.
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
        let missed = match Certified::new(formula(&Enclosures::new(bits))?, bits, digits) {
            Ok(certified) => return Ok(certified),
            Err(missed) => missed,
        };
        // bounds that a higher precision leaves where they were depend on the range of exponents, not on precision
        let is_stuck = previous.as_ref() == Some(&missed.enclosure);
        if bits >= cap || is_stuck {
            return Err(missed.into());
        }
        previous = Some(missed.enclosure);
        bits = bits.saturating_mul(2).min(cap);
    }
}

fn fixes_digits(enclosure: &Enclosure, digits: usize) -> bool {
    enclosure.is_narrower_than(digits)
        && (enclosure.nearest_decimals_agree(digits) || enclosure.is_narrower_than(digits + 10))
}
