//! Is it at most the target? Which of two is lower? Decided rigorously: by doubles and their error bound, then by enclosures of
//! rising precision, then by rationals, which decide ties.

use std::cmp::Ordering;

use bloomlab_exact::{Certified, Enclosure, Enclosures, Rational, Rationals, try_certify};
use bloomlab_occupancy::Budget;

use crate::{ArithmeticKind, Failure, Quantity};

/// Bits to which a value is enclosed first. In the search of 5 items at 1e-30 all 71 decisions need fewer, and 32 take half as long again.
const FIRST_BITS: u32 = 8;

/// The same where doubles do not decide, which as few bits would not either.
pub(crate) const BITS_AFTER_DOUBLES: u32 = 32;

/// Bits at which enclosures are given up: a value that is undecided there is a tie, or has a target of thousands of digits.
const MAX_BITS: u32 = 1 << 15;

/// Whether a value is at most `target`, at the expense of a budget.
///
/// # Errors
/// [`Failure::Undecided`] where the value is nearer to the target than any arithmetic within the budget shows; [`Failure`] of the value.
pub fn at_most(quantity: &impl Quantity, target: &Rational, budget: &Budget) -> Result<bool, Failure> {
    let side = |value: &Enclosure| match (value.is_at_most(target), value.is_above(target)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let double = in_double(quantity, budget)?;
    if let Some(decided) = double.as_ref().and_then(side) {
        return Ok(decided);
    }
    let decided = narrowing(&[quantity], double.is_some(), |bits| Ok(side(&quantity.enclosed(bits, budget)?)))?;
    decided.map_or_else(|| Ok(exactly(quantity, budget)? <= *target), Ok)
}

/// A value that is to be compared with others, its double computed once.
#[derive(Clone, Debug)]
pub struct Comparable<Q> {
    quantity: Q,
    in_double: Option<Enclosure>,
}

impl<Q: Quantity> Comparable<Q> {
    /// The value, its double at the expense of a budget.
    ///
    /// # Errors
    /// [`Failure::TooLarge`].
    pub fn new(quantity: Q, budget: &Budget) -> Result<Self, Failure> {
        let in_double = in_double(&quantity, budget)?;
        Ok(Self { quantity, in_double })
    }

    /// The order of two values, at the expense of a budget.
    pub fn order(&self, other: &Self, budget: &Budget) -> Result<Ordering, Failure> {
        let doubles = self.in_double.as_ref().zip(other.in_double.as_ref());
        if let Some(order) = doubles.and_then(|(left, right)| order(left, right)) {
            return Ok(order);
        }
        let (left, right) = (&self.quantity, &other.quantity);
        let decided = narrowing(&[left, right], doubles.is_some(), |bits| {
            Ok(order(&left.enclosed(bits, budget)?, &right.enclosed(bits, budget)?))
        })?;
        decided.map_or_else(|| Ok(exactly(left, budget)?.cmp(&exactly(right, budget)?)), Ok)
    }
}

/// A value with `digits` certified digits, at the expense of a budget.
///
/// # Errors
/// As [`evaluate`](crate::evaluate()).
pub fn certified(quantity: &impl Quantity, digits: usize, budget: &Budget) -> Result<Certified, Failure> {
    try_certify(digits, 32 * MAX_BITS, |a| quantity.enclosed(a.bits(), budget))
}

fn in_double(quantity: &impl Quantity, budget: &Budget) -> Result<Option<Enclosure>, Failure> {
    let a = Enclosures::new(64);
    let bounded = quantity.bounded(budget)?;
    Ok(bounded.map(|bounded| a.double(bounded.value).widened_by(&a.double(bounded.error_bound))))
}

/// The first decision in enclosures of rising precision, as long as they take less than rationals would.
fn narrowing<T, Q: Quantity>(
    quantities: &[&Q],
    is_after_doubles: bool,
    decide: impl Fn(u32) -> Result<Option<T>, Failure>,
) -> Result<Option<T>, Failure> {
    let mut bits = if is_after_doubles { BITS_AFTER_DOUBLES } else { FIRST_BITS };
    while bits <= MAX_BITS {
        if let Some(decision) = decide(bits)? {
            return Ok(Some(decision));
        }
        bits *= 2;
        let is_longer = |quantity: &&Q| {
            let (rational, enclosure) = (quantity.demand(&Rationals), quantity.demand(&Enclosures::new(bits)));
            rational.seconds(ArithmeticKind::Rational) > enclosure.seconds(ArithmeticKind::Enclosure(bits))
        };
        if !quantities.iter().any(is_longer) {
            break;
        }
    }
    Ok(None)
}

fn exactly(quantity: &impl Quantity, budget: &Budget) -> Result<Rational, Failure> {
    quantity.demand(&Rationals).spend(budget, ArithmeticKind::Rational).map_err(|_| Failure::Undecided)?;
    quantity.algebraic(&Rationals)
}

/// The order of two values, where their enclosures show it.
fn order(left: &Enclosure, right: &Enclosure) -> Option<Ordering> {
    match (left.is_below(right), right.is_below(left)) {
        (true, _) => Some(Ordering::Less),
        (_, true) => Some(Ordering::Greater),
        // two equal points
        _ if left == right && left.relative_width() == 0.0 => Some(Ordering::Equal),
        _ => None,
    }
}
