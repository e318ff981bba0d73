//! One quantity in any of the arithmetics, and its distance from a reference.

use exact::{
    Certified, Enclosure, Enclosures, Multiprecision, MultiprecisionFloat, NotCertified, Rational, Rationals,
    certify_at_most,
};
use formulas::{FormulaError, Precision, ShapeError};
use numbers::{AnalyticArithmetic, Arithmetic as _, Double};

use crate::arithmetic::Arithmetic;
use crate::cost::Cost;
use crate::num::Num;

/// Digits a reference has beyond those that are shown, so that differences from it have digits as well.
const GUARD_DIGITS: usize = 40;

/// What can be evaluated in every arithmetic.
pub trait Quantity {
    /// The value, in arithmetics without transcendental functions.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn algebraic<A: numbers::Arithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure>;

    /// The value, in arithmetics that have them.
    ///
    /// # Errors
    /// [`Failure`] outside the quantity's domain.
    fn analytic<A: AnalyticArithmetic>(&self, a: &A, precision: Precision) -> Result<A::Number, Failure> {
        self.algebraic(a, precision)
    }

    /// What the evaluation needs.
    fn cost(&self, precision: Precision) -> Cost;
}

/// Why there is no value.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    /// The arithmetic's largest number was exceeded.
    #[error("overflow")]
    Overflow,
    /// The enclosure does not settle a single digit.
    #[error("cancellation: not one digit is settled at {bits} bits, only {lower} to {upper}; try more, or certified")]
    NoDigit {
        /// The precision.
        bits: u32,
        /// The bounds, in short.
        lower: String,
        /// The bounds, in short.
        upper: String,
    },
    /// It would take too long, or too much memory.
    #[error("too large ({0})")]
    TooLarge(String),
    /// The formula does not hold there.
    #[error("out of domain: {0}")]
    OutOfDomain(String),
    /// A formula's own reason.
    #[error(transparent)]
    Formula(#[from] FormulaError),
    /// Sizes outside the domain.
    #[error("out of domain: {0}")]
    Shape(#[from] ShapeError),
    /// The digits asked for could not be certified.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}

/// A quantity in one of the arithmetics.
#[derive(Clone, Debug)]
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

/// Evaluates a quantity; certified values have 40 digits more than `digits`.
///
/// # Errors
/// [`Failure`]: out of domain, too large, overflow, or digits that cannot be certified.
pub fn evaluate(quantity: &impl Quantity, arithmetic: Arithmetic, digits: usize) -> Result<Computed, Failure> {
    let first_precision = 64 + 4 * (digits + GUARD_DIGITS) as u32;
    let precision = match arithmetic {
        Arithmetic::Rational | Arithmetic::Certified => Precision::Adaptive,
        Arithmetic::F64 | Arithmetic::Mpfr(_) | Arithmetic::Enclosure(_) => Precision::Fixed,
    };
    quantity.cost(precision).check(arithmetic, first_precision)?;
    match arithmetic {
        Arithmetic::F64 => {
            let value = quantity.analytic(&Double, precision)?;
            if value.is_finite() { Ok(Computed::Double(value)) } else { Err(Failure::Overflow) }
        }
        Arithmetic::Mpfr(bits) => {
            let value = quantity.analytic(&Multiprecision::new(bits), precision)?;
            if value.is_finite() { Ok(Computed::Multiprecision(value)) } else { Err(Failure::Overflow) }
        }
        Arithmetic::Rational => Ok(Computed::Rational(quantity.algebraic(&Rationals, precision)?)),
        Arithmetic::Enclosure(bits) => {
            let value = quantity.analytic(&Enclosures::new(bits), precision)?;
            // wider than its smaller bound, or with 0 inside: a midpoint would be no number to show
            if value.relative_width() > 1.0 {
                return Err(Failure::NoDigit { bits, lower: value.lower_decimal(2), upper: value.upper_decimal(2) });
            }
            Ok(Computed::Enclosure(value))
        }
        Arithmetic::Certified => Ok(Computed::Enclosure(certified(quantity, digits + GUARD_DIGITS)?.enclosure)),
    }
}

/// The reference for values in an arithmetic, precise enough to tell their errors.
///
/// # Errors
/// As [`evaluate`].
pub fn reference(quantity: &impl Quantity, arithmetic: Arithmetic, digits: usize) -> Result<Certified, Failure> {
    let own_bits = match arithmetic {
        Arithmetic::Mpfr(bits) | Arithmetic::Enclosure(bits) => bits,
        Arithmetic::F64 | Arithmetic::Rational | Arithmetic::Certified => f64::MANTISSA_DIGITS,
    };
    certified(quantity, digits + GUARD_DIGITS + own_bits as usize / 3)
}

fn certified(quantity: &impl Quantity, digits: usize) -> Result<Certified, Failure> {
    let first = 64 + 4 * digits as u32;
    let cost = quantity.cost(Precision::Adaptive);
    cost.check(Arithmetic::Certified, first)?;
    // what is wrong with the sizes shows at any precision
    quantity.analytic(&Enclosures::new(first), Precision::Adaptive)?;
    let whole_line = |a: &Enclosures| a.one() / a.zero();
    let formula = |a: &Enclosures| quantity.analytic(a, Precision::Adaptive).unwrap_or_else(|_| whole_line(a));
    Ok(certify_at_most(digits, cost.affordable_precision(first), formula)?)
}

impl Computed {
    /// The value as it is shown.
    pub fn num(&self, digits: usize) -> Num {
        match self {
            Computed::Double(value) => Num::double(*value, digits),
            Computed::Multiprecision(value) => Num::multiprecision(value, digits),
            Computed::Rational(value) => Num::rational(value, digits),
            Computed::Enclosure(value) => Num::bracketed(value, digits),
        }
    }

    /// (value − truth)/truth, with its sign; 0 for two zeros, `None` where only the truth is 0.
    pub fn relative_error(&self, truth: &Certified, digits: usize) -> Option<Num> {
        // twice the precision, so that nothing but the width of the operands counts
        let a = Enclosures::new(2 * truth.bits + 64);
        let value = match self {
            Computed::Double(value) => a.double(*value),
            Computed::Multiprecision(value) => a.multiprecision(value),
            Computed::Rational(value) => a.rational(value),
            Computed::Enclosure(value) => a.zero() + value,
        };
        let is_zero = |value: &Enclosure| value.contains(&Rationals.zero());
        let error = match (is_zero(&value), is_zero(&truth.enclosure)) {
            (true, true) => a.zero(),
            (false, true) => return None,
            _ => (value - &truth.enclosure) / &truth.enclosure,
        };
        Some(Num::difference(&error, digits, matches!(self, Computed::Enclosure(_))))
    }
}
