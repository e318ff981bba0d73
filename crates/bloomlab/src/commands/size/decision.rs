//! Whether a rate is at most a target, and which of two rates is smaller: decided, never guessed.

use std::cmp::Ordering;

use exact::{Enclosure, Enclosures, Rational, Rationals};
use formulas::{Shape, approximation, inclusion_exclusion};
use numbers::Arithmetic;

/// Precision at which enclosures are given up, in bits. What is undecided there is a tie, or a target with thousands
/// of digits.
const MOST_BITS: u32 = 1 << 15;

/// The largest rationals that are compared, in bits. A rate that ties with a decimal target has about as many digits
/// as the target, so this is not what ties fail on.
const MOST_RATIONAL_BITS: f64 = 1e7;

/// The hash functions from which on a single evaluation takes a tenth of a second.
const MOST_HASHES: u64 = 400;

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
    /// Too many hash functions.
    #[error("too large (needs {hashes} hash functions, at most {MOST_HASHES} are tried)")]
    TooManyHashes {
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

    /// Whether the rate is at most `target`.
    ///
    /// # Errors
    /// [`Undecided`].
    pub fn is_at_most(self, shape: Shape, target: &Rational) -> Result<bool, Undecided> {
        let decided = self.narrowing(shape, |a| {
            let rate = self.of(a, shape);
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
    pub fn compare(self, left: Shape, right: Shape) -> Result<Ordering, Undecided> {
        let larger = if left.hashes() > right.hashes() { left } else { right };
        let decided = self.narrowing(larger, |a| order(&self.of(a, left), &self.of(a, right)))?;
        match decided {
            Some(order) => Ok(order),
            None => Ok(self.exactly(left)?.cmp(&self.exactly(right)?)),
        }
    }

    /// The first decision in enclosures of rising precision.
    fn narrowing<T>(self, shape: Shape, decide: impl Fn(&Enclosures) -> Option<T>) -> Result<Option<T>, Undecided> {
        let hashes = shape.hashes();
        if self == Rate::Exact && hashes.min(shape.bits()) > MOST_HASHES {
            return Err(Undecided::TooManyHashes { hashes });
        }
        let mut bits = 128;
        while bits <= MOST_BITS {
            if let Some(decision) = decide(&Enclosures::new(bits)) {
                return Ok(Some(decision));
            }
            bits *= 2;
        }
        Ok(None)
    }

    fn exactly(self, shape: Shape) -> Result<Rational, Undecided> {
        let power = if self == Rate::Classic { shape.hashes() as f64 } else { 1.0 };
        let bits = (shape.balls() as f64 + shape.hashes() as f64) * (shape.bits() as f64 + 1.0).log2() * power;
        if bits > MOST_RATIONAL_BITS {
            return Err(Undecided::TooClose(shape));
        }
        Ok(self.of(&Rationals, shape))
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
        assert!(Rate::Exact.is_at_most(tie, &Rational::new(5, 8)).unwrap());
        let tenth = Rational::from_decimal("0.1").unwrap();
        assert!(Rate::Exact.is_at_most(shape(10, 1, 1), &tenth).unwrap());
        assert!(!Rate::Exact.is_at_most(shape(9, 1, 1), &tenth).unwrap());
        // 10^-300 below the tie
        let below = tenth - Rational::from_decimal("1e-300").unwrap();
        assert!(!Rate::Exact.is_at_most(shape(10, 1, 1), &below).unwrap());
    }

    #[test]
    fn decisions_are_those_of_rationals() {
        let target = Rational::new(1, 7);
        for rate in [Rate::Exact, Rate::Classic] {
            for (m, n, k) in (1..12).flat_map(|m| (0..4).flat_map(move |n| (1..5).map(move |k| (m, n, k)))) {
                let (left, right) = (shape(m, n, k), shape(m, n, 5 - k));
                assert_eq!(rate.is_at_most(left, &target).unwrap(), rate.of(&Rationals, left) <= target);
                let expected = rate.of(&Rationals, left).cmp(&rate.of(&Rationals, right));
                assert_eq!(rate.compare(left, right).unwrap(), expected);
            }
        }
    }

    #[test]
    fn what_would_take_minutes_is_refused() {
        let target = Rational::new(1, 7);
        let refused = Rate::Exact.is_at_most(shape(1 << 20, 1, 10_000), &target).unwrap_err().to_string();
        assert_eq!(refused, "too large (needs 10000 hash functions, at most 400 are tried)");
    }
}
