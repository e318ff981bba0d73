//! Routes to one quantity in several arithmetics: values, errors, digits, times.

use std::time::{Duration, Instant};

use bloomlab_exact::{Certified, Enclosure, Enclosures};
use bloomlab_numbers::Arithmetic as _;
use bloomlab_simulation::Estimate;

use super::arithmetic::ArithmeticKind;
use super::computed::{Computed, relative_difference};
use super::failure::Failure;
use super::quantity::{Quantity, evaluate, reference};

/// One of several formulas for the same quantity.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<Q> {
    /// The formula's name.
    pub name: &'static str,
    /// The value that the formula gives.
    pub quantity: Q,
    /// The formula gives the quantity itself, and so has no model error.
    pub exact: bool,
}

/// One route in one arithmetic.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The formula's name.
    pub formula: &'static str,
    /// The arithmetic.
    pub arithmetic: ArithmeticKind,
    /// The time of the evaluation.
    pub seconds: f64,
    /// The value, or the reason why it is missing or meaningless.
    pub result: Result<Checked, Failure>,
}

/// A value and its errors.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The value.
    pub value: Computed,
    /// (value − truth)/truth, all errors together; under a scheme, the truth is the rate of independent positions.
    pub relative_error: Difference,
    /// (the formula's certified value − truth)/truth, which no arithmetic corrects. 0 for an exact formula.
    pub model_error: Difference,
    /// −log10 |value − the formula's certified value|/|the formula's certified value|: the digits that the arithmetic got right, whatever
    /// the formula is worth. Above 0, and at most the digits of the arithmetic or of the certified value; `None` if the formula's value
    /// is not known.
    pub correct_digits: Option<f64>,
}

/// A relative difference.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// It lies within these bounds.
    Within(Enclosure),
    /// From 0, which the value is not.
    Undefined,
    /// One of the two values is not known.
    Unknown,
}

impl Difference {
    /// The difference, which may not exist, if both values are known.
    pub fn of(known: Option<Option<Enclosure>>) -> Self {
        known.map_or(Difference::Unknown, |known| known.map_or(Difference::Undefined, Difference::Within))
    }
}

/// One number by every route: every formula in every arithmetic, and simulation.
#[derive(Debug)]
#[non_exhaustive]
pub struct Checks {
    /// Its certified value, if there was time for it.
    pub truth: Option<Certified>,
    /// Every formula in every arithmetic.
    pub outcomes: Vec<Outcome>,
    /// The mean of simulations, which share no formula with the others.
    pub simulated: Result<Estimate, Failure>,
    /// The time that the simulation took, in seconds.
    pub simulated_in: f64,
}

impl Checks {
    pub(super) fn new(
        truth: Option<Certified>,
        outcomes: Vec<Outcome>,
        simulate: impl FnOnce() -> Result<Estimate, Failure>,
    ) -> Self {
        let start = Instant::now();
        let simulated = simulate();
        Self { truth, outcomes, simulated, simulated_in: start.elapsed().as_secs_f64() }
    }
}

/// The most that all evaluations together may take, as a multiple of the limit of one.
const TOGETHER: u32 = 10;

/// Evaluates every route in every arithmetic, in this order, and compares with the certified value `truth` of the quantity
/// ([`reference()`] gives it, for the same arithmetics). One evaluation may take `limit`, all together ten times as long.
///
/// A value without one right digit is a failure: [`Failure::NoDigit`] or [`Failure::Underflow`].
pub fn crosscheck<Q: Quantity>(
    routes: &[Candidate<Q>],
    arithmetics: &[ArithmeticKind],
    truth: Option<&Certified>,
    digits: usize,
    limit: Duration,
) -> Vec<Outcome> {
    let began = Instant::now();
    let left = || limit.min(limit.saturating_mul(TOGETHER).saturating_sub(began.elapsed()));
    let of_route = |route: &Candidate<Q>| {
        let formula = match route.exact {
            true => truth.cloned(),
            false => reference(&route.quantity, arithmetics, digits, left()).ok(),
        };
        let outcome = |&arithmetic: &ArithmeticKind| {
            let start = Instant::now();
            let value = evaluate(&route.quantity, arithmetic, digits, left());
            let seconds = start.elapsed().as_secs_f64();
            let result = value.and_then(|value| check(value, arithmetic, route.exact, truth, formula.as_ref()));
            Outcome { formula: route.name, arithmetic, seconds, result }
        };
        arithmetics.iter().map(outcome).collect::<Vec<_>>()
    };
    routes.iter().flat_map(of_route).collect()
}

/// Compares a value with the certified value of the quantity and with that of the formula.
fn check(
    value: Computed,
    arithmetic: ArithmeticKind,
    is_exact: bool,
    truth: Option<&Certified>,
    formula: Option<&Certified>,
) -> Result<Checked, Failure> {
    // a value outside [0, 1] is wrong without any reference
    let value = if is_exact && formula.is_none() { value.probability()? } else { value };
    let correct_digits = formula.map(|formula| correct_digits(&value, formula, arithmetic)).transpose()?;
    let relative_error = Difference::of(truth.map(|truth| value.relative_error(truth)));
    let model_error = Difference::of(truth.zip(formula).map(|(truth, formula)| {
        let bits = 2 * truth.bits.max(formula.bits) + 64;
        let zero = || Some(Enclosures::new(bits).zero());
        if is_exact { zero() } else { relative_difference(&formula.enclosure, &truth.enclosure, bits) }
    }));
    Ok(Checked { value, relative_error, model_error, correct_digits })
}

fn correct_digits(value: &Computed, formula: &Certified, arithmetic: ArithmeticKind) -> Result<f64, Failure> {
    let compared = f64::from(formula.bits) * std::f64::consts::LOG10_2;
    let limit = arithmetic.digits().unwrap_or(compared);
    let digits = value.relative_error(formula).map(|error| (-error.log10_magnitude()).min(limit));
    if let Some(digits) = digits.filter(|digits| *digits > 0.0) {
        return Ok(digits);
    }
    let is_double = matches!(value, Computed::Double(_));
    if is_double && value.to_f64().abs() < f64::MIN_POSITIVE && formula.to_f64().abs() < f64::MIN_POSITIVE {
        return Err(Failure::Underflow(formula.decimal(2)));
    }
    let (value, truth) = (value.to_f64(), formula.decimal(2));
    Err(Failure::NoDigit(format!("cancellation: not one digit is right, it gives {value:.1e} for {truth}")))
}
