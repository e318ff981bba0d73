//! A value in one of the arithmetics, and its distance from a certified one.

use bloomlab_exact::{Certified, Enclosure, Enclosures, MultiprecisionFloat, Rational};
use bloomlab_numbers::{Arithmetic as _, Number as _};

use super::failure::Failure;

/// A quantity in one of the arithmetics.
#[derive(Clone, Debug, PartialEq)]
pub enum Computed {
    /// In double precision.
    Double(f64),
    /// In MPFR.
    Multiprecision(MultiprecisionFloat),
    /// Exactly.
    Rational(Rational),
    /// Between bounds.
    Enclosure(Enclosure),
}

impl Computed {
    /// The value, if it is one to show: finite, and no enclosure wider than its smaller bound, or with 0 inside, whose midpoint means nothing.
    pub fn settled(self) -> Result<Self, Failure> {
        match self {
            Computed::Double(value) if !value.is_finite() => Err(Failure::Overflow),
            Computed::Multiprecision(value) if !value.is_finite() => Err(Failure::Overflow),
            Computed::Enclosure(value) if value.relative_width() > 1.0 => {
                Err(Failure::NoDigit(format!("no digit is certain: {}", value.description())))
            }
            value => Ok(value),
        }
    }

    /// The value, which is to be a probability: cancellation leaves values that no probability has.
    pub fn probability(self) -> Result<Self, Failure> {
        let value = self.to_f64();
        if (0.0..=1.0 + 1e-9).contains(&value) {
            return Ok(self);
        }
        let why = format!("cancellation: not one digit is right, the result {value:.1e} is not a probability");
        Err(Failure::NoDigit(why))
    }

    /// An enclosure of the value, with bounds of `bits` bits: a point if they hold the value.
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        let a = Enclosures::new(bits);
        match self {
            Computed::Double(value) => a.double(*value),
            Computed::Multiprecision(value) => a.multiprecision(value),
            Computed::Rational(value) => a.rational(value),
            Computed::Enclosure(value) => a.zero() + value,
        }
    }

    /// The value with `digits` significant digits, rounded to nearest; the middle of an enclosure.
    pub fn decimal(&self, digits: usize) -> String {
        match self {
            Computed::Double(value) => Enclosures::new(f64::MANTISSA_DIGITS).double(*value).decimal(digits),
            Computed::Multiprecision(value) => value.decimal(digits),
            Computed::Rational(value) => value.decimal(digits),
            Computed::Enclosure(value) => value.decimal(digits),
        }
    }

    /// Returns true if it has bounds.
    pub fn is_enclosure(&self) -> bool {
        matches!(self, Computed::Enclosure(_))
    }

    /// A double near the value.
    pub fn to_f64(&self) -> f64 {
        match self {
            Computed::Double(value) => *value,
            Computed::Multiprecision(value) => value.to_f64(),
            Computed::Rational(value) => value.to_f64(),
            Computed::Enclosure(value) => value.to_f64(),
        }
    }

    /// (value − truth)/truth, with its sign; 0 for two zeros, `None` if only the truth is 0.
    pub fn relative_error(&self, truth: &Certified) -> Option<Enclosure> {
        // twice the precision, so that nothing but the width of the operands counts
        let bits = 2 * truth.bits + 64;
        relative_difference(&self.enclosure(bits), &truth.enclosure, bits)
    }
}

/// (value − truth)/truth at a precision; 0 for two zeros, `None` if only the truth is 0.
pub fn relative_difference(value: &Enclosure, truth: &Enclosure, bits: u32) -> Option<Enclosure> {
    let a = Enclosures::new(bits);
    match (value.contains_zero(), truth.contains_zero()) {
        (true, true) => Some(a.zero()),
        (false, true) => None,
        _ => Some((a.zero() + value - truth) / truth),
    }
}
