//! One quantity in any of the arithmetics, and its distance from a reference.

use bloomlab_exact::{
    Certified, Enclosure, Enclosures, Multiprecision, MultiprecisionFloat, NotCertified, Rational, Rationals,
    try_certify,
};
use bloomlab_numbers::{AnalyticArithmetic, Arithmetic as _, Budget, Double, NaiveDouble, Number as _};

use crate::{ArithmeticKind, Failure, Quantity};

/// The digits of a reference beyond those that are shown, so that differences from it have digits too.
pub(crate) const GUARD_DIGITS: usize = 40;

/// The bits that certified arithmetic begins with, beside those of the digits and of the cancellation.
pub(crate) const FIRST_PRECISION: u32 = 64;

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

/// Evaluates a quantity, at the expense of a budget; certified values have 40 digits more than `digits`.
pub fn evaluate(
    quantity: &impl Quantity,
    arithmetic: ArithmeticKind,
    digits: usize,
    budget: &Budget,
) -> Result<Computed, Failure> {
    match arithmetic {
        ArithmeticKind::F64 => {
            quantity.demand(&Double).spend(budget, arithmetic)?;
            Computed::Double(quantity.double()?).settled()
        }
        ArithmeticKind::F64Naive => Computed::Double(analytic(quantity, &NaiveDouble, arithmetic, budget)?).settled(),
        ArithmeticKind::Mpfr(bits) => {
            Computed::Multiprecision(analytic(quantity, &Multiprecision::new(bits), arithmetic, budget)?).settled()
        }
        ArithmeticKind::Rational => {
            quantity.demand(&Rationals).spend(budget, arithmetic)?;
            Ok(Computed::Rational(quantity.algebraic(&Rationals)?))
        }
        ArithmeticKind::Enclosure(bits) => {
            let a = Enclosures::of_fixed_precision(bits);
            Computed::Enclosure(analytic(quantity, &a, arithmetic, budget)?).settled()
        }
        ArithmeticKind::Certified => {
            match certified(quantity, digits + GUARD_DIGITS, budget) {
                Ok(certified) => Ok(Computed::Enclosure(certified.enclosure)),
                // guard digits may be missing; they are not what was asked for
                Err(Failure::NotCertified(why)) if why.enclosure.is_narrower_than(digits) => {
                    Ok(Computed::Enclosure(why.enclosure))
                }
                Err(Failure::NotCertified(why)) => Err(NotCertified { digits, ..why }.into()),
                Err(failure) => Err(failure),
            }
        }
    }
}

fn analytic<A: AnalyticArithmetic>(
    quantity: &impl Quantity,
    a: &A,
    arithmetic: ArithmeticKind,
    budget: &Budget,
) -> Result<A::Number, Failure> {
    quantity.demand(a).spend(budget, arithmetic)?;
    quantity.analytic(a)
}

/// The certified value that values in some arithmetics are compared with, precise enough to show their errors; at the expense
/// of a budget.
pub fn reference(
    quantity: &impl Quantity,
    arithmetics: &[ArithmeticKind],
    digits: usize,
    budget: &Budget,
) -> Result<Certified, Failure> {
    let own_digits = arithmetics.iter().filter_map(|arithmetic| arithmetic.digits()).fold(16.0, f64::max);
    certified(quantity, digits + GUARD_DIGITS + own_digits.ceil() as usize, budget)
}

fn certified(quantity: &impl Quantity, digits: usize, budget: &Budget) -> Result<Certified, Failure> {
    let demand = quantity.demand(&Enclosures::new(FIRST_PRECISION));
    let lost = demand.lost();
    let first = FIRST_PRECISION + 4 * digits as u32 + lost;
    let most = demand.affordable_precision(first, budget);
    demand.spend(budget, ArithmeticKind::Enclosure(first))?;
    let formula = |a: &Enclosures| quantity.analytic(&Enclosures::new(a.bits() + lost));
    let certified = try_certify(digits, most - lost, formula)?;
    let bits = certified.bits + lost;
    if bits > first {
        // every doubling takes more than twice the time of the one before, so the last is most of it
        demand.spend(budget, ArithmeticKind::Enclosure(bits)).ok();
    }
    Ok(Certified { bits, ..certified })
}

impl Computed {
    /// The value, where it is one to show.
    ///
    /// # Errors
    /// [`Failure::Overflow`] for what is not finite; [`Failure::NoSettledDigit`] for an enclosure wider than its smaller
    /// bound, or with 0 inside, whose midpoint means nothing.
    pub fn settled(self) -> Result<Self, Failure> {
        match self {
            Computed::Double(value) if !value.is_finite() => Err(Failure::Overflow),
            Computed::Multiprecision(value) if !value.is_finite() => Err(Failure::Overflow),
            Computed::Enclosure(value) if value.relative_width() > 1.0 => Err(Failure::NoSettledDigit(value)),
            value => Ok(value),
        }
    }

    /// The value, which is to be a probability: cancellation leaves values that no probability has.
    ///
    /// # Errors
    /// [`Failure::NoProbability`] outside 0 … 1.
    pub fn probability(self) -> Result<Self, Failure> {
        let value = self.to_f64();
        if (0.0..=1.0 + 1e-9).contains(&value) { Ok(self) } else { Err(Failure::NoProbability(value)) }
    }

    /// An enclosure of the value, with bounds of `bits` bits: a point where they hold the value.
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

    /// Whether it has bounds.
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

    /// (value − truth)/truth, with its sign; 0 for two zeros, `None` where only the truth is 0.
    pub fn relative_error(&self, truth: &Certified) -> Option<Enclosure> {
        // twice the precision, so that nothing but the width of the operands counts
        let bits = 2 * truth.bits + 64;
        relative_difference(&self.enclosure(bits), &truth.enclosure, bits)
    }
}

/// (value − truth)/truth at a precision; 0 for two zeros, `None` where only the truth is 0.
pub fn relative_difference(value: &Enclosure, truth: &Enclosure, bits: u32) -> Option<Enclosure> {
    let a = Enclosures::new(bits);
    let is_zero = |value: &Enclosure| value.contains(&Rationals.zero());
    match (is_zero(value), is_zero(truth)) {
        (true, true) => Some(a.zero()),
        (false, true) => None,
        _ => Some((a.zero() + value - truth) / truth),
    }
}
