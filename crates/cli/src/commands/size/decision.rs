//! Whether a rate is at most a target, and which of two rates is smaller: decided, never guessed.

use std::cell::Cell;
use std::cmp::Ordering;

use bloomlab_exact::{Enclosure, Enclosures, Rational, Rationals};
use bloomlab_formulas::{Shape, approximation, inclusion_exclusion};
use bloomlab_numbers::Arithmetic;

/// Precision at which enclosures are given up, in bits. What is undecided there is a tie, or a target with thousands
/// of digits.
const MOST_BITS: u32 = 1 << 15;

/// The largest rationals that are compared, in bits. A rate that ties with a decimal target has about as many digits
/// as the target, so this is not what ties fail on.
const MOST_RATIONAL_BITS: f64 = 1e7;

/// The longest time that all the decisions of one search may take, in seconds, estimated from the sizes.
const MOST_SECONDS: f64 = 10.0;

/// The rates that sizes are chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rate {
    /// The exact one, with replacement.
    Exact,
    /// What the classic formula says.
    Classic,
}

/// Why a comparison was not decided.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Undecided {
    /// The search takes too long.
    #[error("too large (needs more than {MOST_SECONDS} s, with up to {hashes} hash functions)")]
    TooSlow {
        /// k.
        hashes: u64,
    },
    /// Closer than any precision that is tried can tell.
    #[error(
        "with {bits} bits and {hashes} hash functions the rate is too close to the target to be told from it",
        bits = .0.bits(), hashes = .0.hashes()
    )]
    TooClose(Shape),
}

impl Rate {
    /// The rate, in any arithmetic.
    pub fn of<A: Arithmetic>(self, a: &A, shape: Shape) -> A::Number {
        match self {
            Rate::Exact => inclusion_exclusion::rate(a, shape),
            Rate::Classic => approximation::classic(a, shape),
        }
    }
}

/// Decides for one rate, within a limit of time.
#[derive(Debug)]
pub struct Decisions {
    rate: Rate,
    /// Seconds taken, by estimate: the same sizes are refused on every machine.
    spent: Cell<f64>,
}

impl Decisions {
    /// With all of the time left.
    pub fn new(rate: Rate) -> Self {
        Self { rate, spent: Cell::new(0.0) }
    }

    /// Whether the rate is at most `target`.
    ///
    /// # Errors
    /// [`Undecided`].
    pub fn is_at_most(&self, shape: Shape, target: &Rational) -> Result<bool, Undecided> {
        let decided = self.narrowing(shape, |a| {
            let rate = self.rate.of(a, shape);
            if rate.is_at_most(target) {
                return Some(true);
            }
            rate.is_above(target).then_some(false)
        })?;
        match decided {
            Some(decided) => Ok(decided),
            None => Ok(self.exactly(shape)? <= *target),
        }
    }

    /// The order of the rates of two shapes.
    ///
    /// # Errors
    /// [`Undecided`].
    pub fn compare(&self, left: Shape, right: Shape) -> Result<Ordering, Undecided> {
        let larger = if left.hashes() > right.hashes() { left } else { right };
        let decided = self.narrowing(larger, |a| order(&self.rate.of(a, left), &self.rate.of(a, right)))?;
        match decided {
            Some(order) => Ok(order),
            None => Ok(self.exactly(left)?.cmp(&self.exactly(right)?)),
        }
    }

    /// The first decision in enclosures of rising precision.
    fn narrowing<T>(&self, shape: Shape, decide: impl Fn(&Enclosures) -> Option<T>) -> Result<Option<T>, Undecided> {
        // inclusion–exclusion loses about k(1 + log2(1/fill)) bits, the powers log2(kn)
        let mut bits = 192 + 2 * shape.hashes().min(u64::from(MOST_BITS) / 4) as u32;
        while bits <= MOST_BITS {
            self.spend(shape, bits)?;
            if let Some(decision) = decide(&Enclosures::new(bits)) {
                return Ok(Some(decision));
            }
            bits *= 2;
        }
        Ok(None)
    }

    fn spend(&self, shape: Shape, bits: u32) -> Result<(), Undecided> {
        let hashes = shape.hashes();
        let steps = match self.rate {
            Rate::Exact => 2.0 * hashes as f64 * hashes.min(shape.bits()) as f64,
            Rate::Classic => 64.0,
        };
        // 360 nanoseconds a step were measured at 256 bits, 820 at 1,024
        self.spent.set(self.spent.get() + steps * f64::from(bits) * 1.6e-9);
        if self.spent.get() > MOST_SECONDS { Err(Undecided::TooSlow { hashes }) } else { Ok(()) }
    }

    fn exactly(&self, shape: Shape) -> Result<Rational, Undecided> {
        let power = if self.rate == Rate::Classic { shape.hashes() as f64 } else { 1.0 };
        let bits = (shape.balls() as f64 + shape.hashes() as f64) * (shape.bits() as f64 + 1.0).log2() * power;
        if bits > MOST_RATIONAL_BITS {
            return Err(Undecided::TooClose(shape));
        }
        Ok(self.rate.of(&Rationals, shape))
    }
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

    fn shape(bits: u64, items: u64, hashes: u64) -> Shape {
        Shape::new(bits, items, hashes).unwrap()
    }

    #[test]
    fn ties_are_decided_exactly() {
        let tie = shape(2, 1, 2);
        assert!(Decisions::new(Rate::Exact).is_at_most(tie, &Rational::new(5, 8)).unwrap());
        let tenth = Rational::from_decimal("0.1").unwrap();
        assert!(Decisions::new(Rate::Exact).is_at_most(shape(10, 1, 1), &tenth).unwrap());
        assert!(!Decisions::new(Rate::Exact).is_at_most(shape(9, 1, 1), &tenth).unwrap());
        // 10^-300 below the tie
        let below = tenth - Rational::from_decimal("1e-300").unwrap();
        assert!(!Decisions::new(Rate::Exact).is_at_most(shape(10, 1, 1), &below).unwrap());
    }

    #[test]
    fn decisions_are_those_of_rationals() {
        let target = Rational::new(1, 7);
        for rate in [Rate::Exact, Rate::Classic] {
            let decisions = Decisions::new(rate);
            for (m, n, k) in (1..12).flat_map(|m| (0..4).flat_map(move |n| (1..5).map(move |k| (m, n, k)))) {
                let (left, right) = (shape(m, n, k), shape(m, n, 5 - k));
                assert_eq!(decisions.is_at_most(left, &target).unwrap(), rate.of(&Rationals, left) <= target);
                let expected = rate.of(&Rationals, left).cmp(&rate.of(&Rationals, right));
                assert_eq!(decisions.compare(left, right).unwrap(), expected);
            }
        }
    }

    #[test]
    fn what_would_take_minutes_is_refused() {
        let target = Rational::new(1, 7);
        let refused =
            Decisions::new(Rate::Exact).is_at_most(shape(1 << 20, 1, 10_000), &target).unwrap_err().to_string();
        assert_eq!(refused, "too large (needs more than 10 s, with up to 10000 hash functions)");
    }
}
