//! Rigorous comparisons of a rate with a target, and of two rates.

use std::cell::Cell;
use std::cmp::Ordering;

use bloomlab::exact::{Enclosure, Enclosures, Rational, Rationals};
use bloomlab::formulas::moments::Expansion;
use bloomlab::formulas::{Formula, FormulaError, Load};
use bloomlab::numbers::{ANSWER_SECONDS, Cost, Resource, TooLarge};

use super::{failing::Failing, few_items};
use crate::error::Instead;

/// Bits to which a rate is told at first.
const FIRST_BITS: u32 = 64;

/// Bits to which a lower bound is told.
const LEAST_BITS: u32 = 32;

/// About as many decisions are not told by a lower bound.
const TOLD_IN_FULL: f64 = 12.0;

/// Bits at which enclosures are given up. A comparison that is undecided there is a tie, or its target has
/// thousands of digits.
const MAX_BITS: u32 = 1 << 15;

/// The largest rationals that are compared, in bits. A rate that ties with a decimal target has about as many digits as
/// the target, so ties are decided.
const MAX_RATIONAL_BITS: f64 = 1e7;

/// As often are moments computed: those of many hash functions may tell fewer bits than asked.
const AGAIN: f64 = 2.0;

/// Beside its decisions a search compares the numbers of hash functions that tie: a quarter as many more.
const WITH_TIES: f64 = 1.25;

/// The most seconds, by estimate, of a search that has begun. It was expected to take [`ANSWER_SECONDS`], and a quarter
/// more is better than no answer at the end.
const MAX_SECONDS: f64 = 1.25 * ANSWER_SECONDS;

/// The reason why a comparison was not decided.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Undecided {
    /// The search takes too long.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// No precision that is tried tells the rate from the target.
    #[error(
        "with {bits} bits and {hashes} hash functions the rate is too close to the target to be told from it",
        bits = .0.bits(), hashes = .0.hashes()
    )]
    TooClose(Load),
    /// The formula gives no rate.
    #[error(transparent)]
    Formula(#[from] FormulaError),
}

/// What is known of a rate.
struct Look {
    /// Its lower end is a bound.
    rate: Enclosure,
    /// Whether its upper end is one too.
    is_enclosed: bool,
}

/// Decides for the rate of one formula. All its decisions together take a limited time.
#[derive(Debug)]
pub struct Decisions {
    formula: Formula,
    /// Seconds taken, by estimate: the same sizes are refused on every machine.
    spent: Cell<f64>,
    failing: Failing,
}

impl Decisions {
    /// With all of the time left.
    pub fn new(formula: Formula) -> Self {
        Self { formula, spent: Cell::new(0.0), failing: Failing::default() }
    }

    /// Refuses a search of `decisions` decisions, all about as dear as that on `load`, before the first.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn ask(&self, load: Load, decisions: u64) -> Result<(), TooLarge> {
        let each = match self.formula {
            Formula::Exact => {
                let terms = seconds_of(&Expansion::of_most(load), LEAST_BITS);
                few_items::in_doubles(load).map_or(terms, |route| terms.min(route.seconds))
            }
            _ => self.seconds(load, FIRST_BITS),
        };
        let in_full = TOLD_IN_FULL * self.seconds(load, FIRST_BITS);
        check(WITH_TIES * (each * decisions as f64 + in_full), ANSWER_SECONDS)
    }

    /// Whether the rate is at most `target`.
    ///
    /// # Errors
    /// [`Undecided`].
    pub fn is_at_most(&self, load: Load, target: &Rational) -> Result<bool, Undecided> {
        if self.formula == Formula::Exact {
            if self.is_ruled_out(load, target)? {
                return Ok(false);
            }
            let first = self.first_look(load)?;
            self.failing.learn(load, &first.rate, target);
            if first.rate.is_above(target) {
                return Ok(false);
            }
            let enclosed = if first.is_enclosed { Some(first.rate) } else { self.in_doubles(load)? };
            match enclosed {
                Some(rate) if rate.is_above(target) => return Ok(false),
                Some(rate) if rate.is_at_most(target) => return Ok(true),
                _ => {}
            }
        }
        let decided = self.narrowing(|bits| {
            let rate = self.rate(load, bits)?;
            if rate.is_at_most(target) {
                return Ok(Some(true));
            }
            Ok(rate.is_above(target).then_some(false))
        })?;
        match decided {
            Some(decided) => Ok(decided),
            None => Ok(self.exactly(load)? <= *target),
        }
    }

    /// The filter with the lowest rate, the first of those that tie; `None` of none.
    ///
    /// # Errors
    /// [`Undecided`].
    pub fn lowest(&self, loads: impl IntoIterator<Item = Load>) -> Result<Option<Load>, Undecided> {
        let mut lowest: Option<(Load, Option<Enclosure>)> = None;
        for load in loads {
            let rate = self.in_doubles(load)?;
            let is_lower = match &lowest {
                None => true,
                Some((best, of_best)) => {
                    let told = rate.as_ref().zip(of_best.as_ref()).and_then(|(rate, of_best)| order(rate, of_best));
                    told.map_or_else(|| self.compare(load, *best), Ok)? == Ordering::Less
                }
            };
            if is_lower {
                lowest = Some((load, rate));
            }
        }
        Ok(lowest.map(|(load, _)| load))
    }

    /// The order of the rates of two filters, where doubles do not tell it.
    fn compare(&self, left: Load, right: Load) -> Result<Ordering, Undecided> {
        let decided = self.narrowing(|bits| Ok(order(&self.rate(left, bits)?, &self.rate(right, bits)?)))?;
        match decided {
            Some(order) => Ok(order),
            None => Ok(self.exactly(left)?.cmp(&self.exactly(right)?)),
        }
    }

    /// The exact rate from doubles, where that takes less time than another way.
    fn in_doubles(&self, load: Load) -> Result<Option<Enclosure>, Undecided> {
        match few_items::in_doubles(load) {
            Some(route) if self.formula == Formula::Exact && route.seconds < self.seconds(load, FIRST_BITS) => {
                self.spend(route.seconds)?;
                Ok(Some((route.run)()))
            }
            _ => Ok(None),
        }
    }

    /// Whether the filter fails by the rate of one with fewer hash functions: most filters that fail are told so.
    fn is_ruled_out(&self, load: Load, target: &Rational) -> Result<bool, Undecided> {
        let probe = self.failing.probe(load);
        if !self.failing.has(load) && probe < load.hashes() {
            let probe = Load::new(load.bits(), load.items(), probe).map_err(FormulaError::from)?;
            self.failing.learn(probe, &self.first_look(probe)?.rate, target);
        }
        Ok(self.failing.has(load))
    }

    /// What tells most decisions: the rate in doubles, or the first terms of the moments, whichever takes less.
    fn first_look(&self, load: Load) -> Result<Look, Undecided> {
        let most_terms = Expansion::of_most(load);
        let seconds = seconds_of(&most_terms, LEAST_BITS);
        if let Some(route) = few_items::in_doubles(load)
            && route.seconds < seconds
        {
            self.spend(route.seconds)?;
            return Ok(Look { rate: (route.run)(), is_enclosed: true });
        }
        self.spend(seconds)?;
        let rate = most_terms.lower_bound(&Enclosures::new(most_terms.precision(LEAST_BITS)));
        Ok(Look { rate, is_enclosed: false })
    }

    /// The first decision in enclosures of rising precision.
    fn narrowing<T>(&self, decide: impl Fn(u32) -> Result<Option<T>, Undecided>) -> Result<Option<T>, Undecided> {
        let mut bits = FIRST_BITS;
        while bits <= MAX_BITS {
            if let Some(decision) = decide(bits)? {
                return Ok(Some(decision));
            }
            bits *= 2;
        }
        Ok(None)
    }

    /// The rate to about `bits` bits; what it takes is charged to the time that is left.
    fn rate(&self, load: Load, bits: u32) -> Result<Enclosure, Undecided> {
        self.spend(self.seconds(load, bits))?;
        if self.formula == Formula::Exact {
            return Ok(enclosing(load, bits));
        }
        Ok(self.formula.algebraic_rate(&Enclosures::new(bits), load)?)
    }

    fn spend(&self, seconds: f64) -> Result<(), TooLarge> {
        self.spent.set(self.spent.get() + seconds);
        check(self.spent.get(), MAX_SECONDS)
    }

    fn seconds(&self, load: Load, bits: u32) -> f64 {
        if self.formula == Formula::Exact {
            let terms = AGAIN * seconds_of(&Expansion::new(load, bits), bits);
            return few_items::enclosing(load, bits).map_or(terms, |route| terms.min(route.seconds));
        }
        seconds(self.formula.cost(&Enclosures::new(bits), load), bits)
    }

    fn exactly(&self, load: Load) -> Result<Rational, Undecided> {
        let power = if self.formula == Formula::Classic { load.hashes() as f64 } else { 1.0 };
        let bits = (load.balls() as f64 + load.hashes() as f64) * (load.bits() as f64 + 1.0).log2() * power;
        if bits > MAX_RATIONAL_BITS {
            return Err(Undecided::TooClose(load));
        }
        Ok(self.formula.algebraic_rate(&Rationals, load)?)
    }
}

/// The exact rate to about `bits` bits.
pub fn enclosing(load: Load, bits: u32) -> Enclosure {
    let expansion = Expansion::new(load, bits);
    if let Some(route) = few_items::enclosing(load, bits)
        && route.seconds < AGAIN * seconds_of(&expansion, bits)
    {
        return (route.run)();
    }
    let rate = expansion.rate(&Enclosures::new(expansion.precision(bits)));
    rate.value.widened_by(&rate.error_bound)
}

fn seconds_of(expansion: &Expansion, bits: u32) -> f64 {
    seconds(expansion.cost(), expansion.precision(bits))
}

/// A step is shorter than those of other formulas in enclosures: a product with an integer and a difference.
fn seconds(cost: Cost, bits: u32) -> f64 {
    cost.seconds_at(200.0 + 0.15 * f64::from(bits))
}

fn check(seconds: f64, most: f64) -> Result<(), TooLarge> {
    Resource::Seconds.within(seconds, most, Instead::LargerTarget.to_string())
}

/// The order of two values, if their enclosures tell.
fn order(left: &Enclosure, right: &Enclosure) -> Option<Ordering> {
    if left.overlaps(right) {
        return None;
    }
    Some(if left.is_below(right) { Ordering::Less } else { Ordering::Greater })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(bits: u64, items: u64, hashes: u64) -> Load {
        Load::new(bits, items, hashes).unwrap()
    }

    #[test]
    fn ties_are_decided_exactly() {
        let tie = load(2, 1, 2);
        assert!(Decisions::new(Formula::Exact).is_at_most(tie, &Rational::new(5, 8)).unwrap());
        let tenth = Rational::from_decimal("0.1").unwrap();
        assert!(Decisions::new(Formula::Exact).is_at_most(load(10, 1, 1), &tenth).unwrap());
        assert!(!Decisions::new(Formula::Exact).is_at_most(load(9, 1, 1), &tenth).unwrap());
        // 10^-300 below the tie
        let below = tenth - Rational::from_decimal("1e-300").unwrap();
        assert!(!Decisions::new(Formula::Exact).is_at_most(load(10, 1, 1), &below).unwrap());
    }

    #[test]
    fn decisions_are_those_of_rationals() {
        let target = Rational::new(1, 7);
        for formula in [Formula::Exact, Formula::Classic] {
            let decisions = Decisions::new(formula);
            let rate = |load| formula.algebraic_rate(&Rationals, load).unwrap();
            for (m, n, k) in (1..12).flat_map(|m| (0..4).flat_map(move |n| (1..5).map(move |k| (m, n, k)))) {
                let (left, right) = (load(m, n, k), load(m, n, 5 - k));
                assert_eq!(decisions.is_at_most(left, &target).unwrap(), rate(left) <= target);
                let lowest = if rate(right) < rate(left) { right } else { left };
                assert_eq!(decisions.lowest([left, right]).unwrap(), Some(lowest));
            }
        }
    }

    #[test]
    fn what_would_take_minutes_is_refused_at_once() {
        let refused =
            Decisions::new(Formula::Exact).ask(load(1 << 40, 1, 10_000_000), 100_000).unwrap_err().to_string();
        assert!(refused.starts_with("too large: takes about ") && refused.ends_with("; try a larger --target"));
        for hashes in [10, 1000, 100_000] {
            assert!(Decisions::new(Formula::Exact).ask(load(1 << 20, 1, hashes), 30).is_ok());
        }
    }
}
