//! Is it at most the target? Which of two is lower? Decided rigorously: by doubles and their error bound, then by enclosures of
//! rising precision, then by rationals, which decide ties.

use std::cmp::Ordering;

use bloomlab_exact::{Certified, Enclosure, Enclosures, Rational, Rationals, try_certify};
use bloomlab_occupancy::Budget;

use crate::{ArithmeticKind, Failure, Quantity};

/// Bits to which a value is enclosed first: most decisions need fewer.
pub(crate) const FIRST_BITS: u32 = 32;

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
    if let Some(decided) = in_double(quantity, budget)?.as_ref().and_then(side) {
        return Ok(decided);
    }
    let decided = narrowing(&[quantity], |bits| Ok(side(&quantity.enclosed(bits, budget)?)))?;
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
    ///
    /// # Errors
    /// As [`at_most`].
    pub fn order(&self, other: &Self, budget: &Budget) -> Result<Ordering, Failure> {
        let doubles = self.in_double.as_ref().zip(other.in_double.as_ref());
        if let Some(order) = doubles.and_then(|(left, right)| order(left, right)) {
            return Ok(order);
        }
        let (left, right) = (&self.quantity, &other.quantity);
        let decided =
            narrowing(&[left, right], |bits| Ok(order(&left.enclosed(bits, budget)?, &right.enclosed(bits, budget)?)))?;
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
    decide: impl Fn(u32) -> Result<Option<T>, Failure>,
) -> Result<Option<T>, Failure> {
    let mut bits = FIRST_BITS;
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

#[cfg(test)]
mod tests {
    use bloomlab_formulas::{Formula, Load};
    use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad};

    use super::*;
    use crate::{FilterRate, SchemeRate};

    fn rate(formula: Formula, (bits, items, hashes): (u64, u64, u64)) -> FilterRate {
        FilterRate { formula, load: Load::new(bits, items, hashes).unwrap() }
    }

    fn keeps(filter: (u64, u64, u64), target: &Rational) -> bool {
        at_most(&rate(Formula::Exact, filter), target, &Budget::of_seconds(1.0)).unwrap()
    }

    #[test]
    fn ties_are_decided_exactly() {
        assert!(keeps((2, 1, 2), &Rational::new(5, 8)));
        let tenth = Rational::from_decimal("0.1").unwrap();
        assert!(keeps((10, 1, 1), &tenth) && !keeps((9, 1, 1), &tenth));
        // 10^-300 below the tie
        let below = tenth.clone() - Rational::from_decimal("1e-300").unwrap();
        assert!(!keeps((10, 1, 1), &below));
        let double = SchemeRate(ExactRate::new(SchemeLoad::new(HashingScheme::Double, 10, 1, 1).unwrap()).unwrap());
        let budget = Budget::of_seconds(1.0);
        assert_eq!([&tenth, &below].map(|target| at_most(&double, target, &budget).unwrap()), [true, false]);
        // one item in three bits: 1/3 with one function and with two
        let [one, two] = [1, 2].map(|k| Comparable::new(rate(Formula::Exact, (3, 1, k)), &budget).unwrap());
        assert_eq!(one.order(&two, &budget).unwrap(), Ordering::Equal);
    }

    #[test]
    fn decisions_are_those_of_rationals() {
        let (target, budget) = (Rational::new(1, 7), Budget::of_seconds(5.0));
        for formula in [Formula::Exact, Formula::Classic] {
            let exactly = |filter| rate(formula, filter).algebraic(&Rationals).unwrap();
            for (m, n, k) in (1..12).flat_map(|m| (0..4).flat_map(move |n| (1..5).map(move |k| (m, n, k)))) {
                let (left, right) = ((m, n, k), (m, n, 5 - k));
                let decided = at_most(&rate(formula, left), &target, &budget).unwrap();
                assert_eq!(decided, exactly(left) <= target, "{formula} {left:?}");
                let [one, other] = [left, right].map(|filter| Comparable::new(rate(formula, filter), &budget).unwrap());
                let order = one.order(&other, &budget).unwrap();
                assert_eq!(order, exactly(left).cmp(&exactly(right)), "{formula} {left:?}");
            }
        }
    }

    #[test]
    fn doubles_enclosures_and_rationals_enclose_one_rate() {
        let budget = Budget::of_seconds(5.0);
        for filter in [(1723, 1, 300), (60, 1, 90), (900, 2, 200), (1000, 7, 99), (40, 30, 3), (10_000, 1000, 7)] {
            let rate = rate(Formula::Exact, filter);
            let exact = rate.analytic(&Enclosures::new(3000)).unwrap();
            for bits in [64, 200] {
                let is_narrow = |asked| {
                    let enclosed = rate.enclosed(asked, &budget).unwrap();
                    assert!(enclosed.overlaps(&exact), "{filter:?}");
                    enclosed.is_narrower_than((bits as usize - 3) * 3 / 10)
                };
                // the number of terms is chosen by the moments of a normal distribution. Of one item under 300 hash functions the
                // 168th moment of the set bits is 2^46 times as large, and so the remainder 2^-35 of the rate where 2^-64 was asked
                assert!(is_narrow(bits) || filter.2 == 300 && is_narrow(2 * bits), "{filter:?}");
            }
            if let Some(double) = in_double(&rate, &budget).unwrap() {
                assert!(double.overlaps(&exact) && double.relative_width() < 1e-10, "{filter:?}");
            }
        }
    }

    #[test]
    fn what_the_budget_does_not_afford_is_refused() {
        let many = rate(Formula::Exact, (1 << 40, 1, 1_000_000));
        let refused = at_most(&many, &Rational::new(1, 3), &Budget::of_seconds(1.0)).unwrap_err();
        assert!(refused.too_large().is_some(), "{refused}");
        let filter = rate(Formula::Exact, (1 << 20, 1, 1));
        assert!(at_most(&filter, &filter.algebraic(&Rationals).unwrap(), &Budget::of_seconds(1.0)).unwrap());
    }
}
