//! One quantity in any of the arithmetics, and its distance from a reference.

use bloomlab_exact::{
    Certified, Enclosure, Enclosures, Multiprecision, MultiprecisionFloat, Rational, Rationals, certify_at_most,
};
use bloomlab_formulas::Precision;
use bloomlab_numbers::{Arithmetic as _, NaiveDouble, Number};

use crate::{Arithmetic, Cost, Failure, Limits, Quantity};

/// Digits a reference has beyond those that are shown, so that differences from it have digits as well.
const GUARD_DIGITS: usize = 40;

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
pub fn evaluate(
    quantity: &impl Quantity,
    arithmetic: Arithmetic,
    digits: usize,
    limits: Limits,
) -> Result<Computed, Failure> {
    let first_precision = 64;
    let precision = match arithmetic {
        Arithmetic::Rational | Arithmetic::Certified => Precision::Adaptive,
        _ => Precision::Fixed,
    };
    if arithmetic != Arithmetic::Certified {
        quantity.cost(precision).check(arithmetic, first_precision, limits)?;
    }
    match arithmetic {
        Arithmetic::F64 => finite(quantity.double()?),
        Arithmetic::F64Naive => finite(quantity.analytic(&NaiveDouble, precision)?),
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
        Arithmetic::Certified => Ok(Computed::Enclosure(certified(quantity, digits + GUARD_DIGITS, limits)?.enclosure)),
    }
}

fn finite(value: f64) -> Result<Computed, Failure> {
    if value.is_finite() { Ok(Computed::Double(value)) } else { Err(Failure::Overflow) }
}

/// The reference for values in some arithmetics, precise enough to tell their errors.
///
/// # Errors
/// As [`evaluate`].
pub fn reference(
    quantity: &impl Quantity,
    arithmetics: &[Arithmetic],
    digits: usize,
    limits: Limits,
) -> Result<Certified, Failure> {
    certified(quantity, reference_digits(arithmetics, digits), limits)
}

/// The bits that cancellation costs, and the first precision that certifying so many digits tries.
fn first_precision(cost: Cost, digits: usize) -> (u32, u32) {
    // far more than any limit affords, where a sum cancels that much
    let lost = cost.lost_bits.min(f64::from(1_u32 << 30)) as u32;
    (lost, 64 + 4 * digits as u32 + lost)
}

/// The time that [`evaluate`] takes, by estimate.
pub fn evaluation_seconds(quantity: &impl Quantity, arithmetic: Arithmetic, digits: usize) -> f64 {
    let (cost, digits) = (quantity.cost(Precision::Fixed), digits + GUARD_DIGITS);
    match arithmetic {
        Arithmetic::Certified => certified_seconds(quantity, digits),
        _ => cost.seconds(arithmetic, 0),
    }
}

/// The time that [`reference`](reference()) takes, by estimate.
pub fn reference_seconds(quantity: &impl Quantity, arithmetics: &[Arithmetic], digits: usize) -> f64 {
    certified_seconds(quantity, reference_digits(arithmetics, digits))
}

fn certified_seconds(quantity: &impl Quantity, digits: usize) -> f64 {
    let cost = quantity.cost(Precision::Adaptive);
    // evaluated once to see whether it can be, and once to certify
    2.0 * cost.seconds(Arithmetic::Certified, first_precision(cost, digits).1)
}

/// So many more than are shown that the errors of values in these arithmetics have digits too.
fn reference_digits(arithmetics: &[Arithmetic], digits: usize) -> usize {
    let own_digits = arithmetics.iter().filter_map(|arithmetic| arithmetic.digits()).fold(16.0, f64::max);
    digits + GUARD_DIGITS + own_digits.ceil() as usize
}

fn certified(quantity: &impl Quantity, digits: usize, limits: Limits) -> Result<Certified, Failure> {
    let cost = quantity.cost(Precision::Adaptive);
    let (lost, first) = first_precision(cost, digits);
    cost.check(Arithmetic::Certified, first, limits)?;
    // what is wrong with the sizes shows at any precision
    quantity.analytic(&Enclosures::new(first), Precision::Adaptive)?;
    let whole_line = |a: &Enclosures| a.one() / a.zero();
    let formula = |a: &Enclosures| {
        let a = Enclosures::new(a.bits() + lost);
        quantity.analytic(&a, Precision::Adaptive).unwrap_or_else(|_| whole_line(&a))
    };
    let certified = certify_at_most(digits, cost.affordable_precision(first, limits) - lost, formula)?;
    Ok(Certified { bits: certified.bits + lost, ..certified })
}

impl Computed {
    /// An enclosure of the value: a point, but for enclosures, where `bits` hold it.
    pub fn enclosure(&self, bits: u32) -> Enclosure {
        let a = Enclosures::new(bits);
        match self {
            Computed::Double(value) => a.double(*value),
            Computed::Multiprecision(value) => a.multiprecision(value),
            Computed::Rational(value) => a.rational(value),
            Computed::Enclosure(value) => a.zero() + value,
        }
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

    /// (value − truth)/truth, with its sign; 0 for two zeros, `None` where only the truth is 0.
    pub fn relative_error(&self, truth: &Certified) -> Option<Enclosure> {
        // twice the precision, so that nothing but the width of the operands counts
        let bits = 2 * truth.bits + 64;
        relative_difference(&self.enclosure(bits), &truth.enclosure, bits)
    }
}

/// (value − truth)/truth at a precision; 0 for two zeros, `None` where only the truth is 0.
pub(crate) fn relative_difference(value: &Enclosure, truth: &Enclosure, bits: u32) -> Option<Enclosure> {
    let a = Enclosures::new(bits);
    let is_zero = |value: &Enclosure| value.contains(&Rationals.zero());
    match (is_zero(value), is_zero(truth)) {
        (true, true) => Some(a.zero()),
        (false, true) => None,
        _ => Some((a.zero() + value - truth) / truth),
    }
}
