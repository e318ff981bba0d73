//! A filter as a query meets it: the interface between a data structure and its exact rate.
//!
//! A query asks for D distinct bits, and is a false positive when the items hit all of them. Two routes lead from there to the rate:
//!
//! * [`inclusion_exclusion::rate`](crate::inclusion_exclusion::rate), Σ_t (−1)^t E\[C(D, t)\] Pr\[the items miss t given bits\];
//! * [`coverage::rate`](crate::coverage::rate), Σ_d Pr\[D = d\] Pr\[the items hit all of d given bits\].
//!
//! A layout adds the distribution of D, the chain over one item, and the probability that items miss given bits.

use bloomlab_numbers::{Arithmetic, Sampling, distinct};

use crate::{
    Load,
    coverage::{Triangle, covered, draws},
};

/// A filter and its items, as a query meets them.
pub trait Layout<A: Arithmetic> {
    /// A plain filter of as many items and hash functions, whose rate takes as many steps.
    fn alike(&self) -> Load;

    /// Pr\[D = d\] for d = 0, 1, …, D the distinct bits that a query asks for.
    fn distinct(&self, a: &A) -> Vec<A::Number>;

    /// E\[C(D, t)\] for t = 0, 1, ….
    fn moments(&self, a: &A) -> Vec<A::Number> {
        distinct::binomial_moments(a, &self.distinct(a))
    }

    /// Pr\[`items` items miss t given bits\] among those that one query asks for.
    fn missed(&self, a: &A, t: u64, items: u64) -> A::Number;

    /// The chain over one item of the clear bits, up to `targets`, among those that one query asks for. Its diagonal is
    /// [`missed`](Self::missed), and is not read.
    fn item(&self, a: &A, targets: usize) -> Triangle<A::Number>;

    /// Pr\[all the items hit all of d given bits\] for d = 0 … `targets`.
    fn covered(&self, a: &A, targets: usize) -> Vec<A::Number> {
        covered(a, self.item(a, targets), self.alike().items(), |clear, items| self.missed(a, clear, items))
    }
}

impl<A: Arithmetic> Layout<A> for Load {
    fn alike(&self) -> Load {
        *self
    }

    fn distinct(&self, a: &A) -> Vec<A::Number> {
        distinct::positions(a, self.shape())
    }

    fn moments(&self, a: &A) -> Vec<A::Number> {
        // with replacement, in fixed precision, the distribution of D keeps a digit or two more
        match a.tolerates_cancellation() || self.sampling() == Sampling::WithoutReplacement {
            true => distinct::moments(a, self.shape()),
            false => distinct::binomial_moments(a, &self.distinct(a)),
        }
    }

    fn missed(&self, a: &A, t: u64, items: u64) -> A::Number {
        match self.sampling() {
            Sampling::WithReplacement => a.all_miss(t, self.bits(), self.hashes() * items),
            Sampling::WithoutReplacement => a.all_miss_distinct(t, self.bits(), self.hashes(), items),
        }
    }

    /// With replacement k draws from m bits, without from m, m − 1, … remaining ones.
    fn item(&self, a: &A, targets: usize) -> Triangle<A::Number> {
        let left = |drawn| if self.sampling() == Sampling::WithReplacement { self.bits() } else { self.bits() - drawn };
        draws(a, targets, (0..self.hashes()).map(left))
    }

    fn covered(&self, a: &A, targets: usize) -> Vec<A::Number> {
        let bits = self.bits();
        match self.sampling() {
            // ball by ball
            Sampling::WithReplacement => {
                let ball = draws(a, targets, std::iter::once(bits));
                covered(a, ball, self.balls(), |clear, balls| a.all_miss(clear, bits, balls))
            }
            Sampling::WithoutReplacement => {
                covered(a, self.item(a, targets), self.items(), |clear, items| self.missed(a, clear, items))
            }
        }
    }
}
