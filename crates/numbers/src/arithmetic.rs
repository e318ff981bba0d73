//! Contexts: where numbers come from.

use std::ops::Add;

use crate::{Analytic, Number};

/// Makes the values of one kind of arithmetic from integers.
///
/// The probabilities of balls and bins stand here: [`all_miss`](Arithmetic::all_miss),
/// [`all_miss_distinct`](Arithmetic::all_miss_distinct), [`some_hit`](Arithmetic::some_hit) and
/// [`never`](Arithmetic::never). In fixed precision, the way they are written decides whether their digits survive, so an
/// arithmetic may evaluate them better than as written.
pub trait Arithmetic: Sync {
    /// The values this context makes.
    type Number: Number;

    /// The integer `value`, rounded to the arithmetic where it must be.
    fn integer(&self, value: u64) -> Self::Number;

    /// `numerator / denominator`; domain `denominator ≥ 1`.
    #[inline]
    fn ratio(&self, numerator: u64, denominator: u64) -> Self::Number {
        self.integer(numerator) / self.integer(denominator)
    }

    /// `value` · `factor`.
    #[inline]
    fn times(&self, value: Self::Number, factor: u64) -> Self::Number {
        value * self.integer(factor)
    }

    /// `value / divisor`; domain `divisor ≥ 1`.
    #[inline]
    fn over(&self, value: Self::Number, divisor: u64) -> Self::Number {
        value / self.integer(divisor)
    }

    /// Returns true if a sum of terms that nearly cancel keeps its digits: exact rationals have no digits to lose, and an
    /// enclosure shows what it lost, so that its precision can be raised. Fixed precision returns what is left.
    fn tolerates_cancellation(&self) -> bool;

    /// Returns true if numbers are intervals. A further term always changes an interval, so that a series has to end by another rule.
    fn encloses(&self) -> bool {
        false
    }

    /// 0.
    #[inline]
    fn zero(&self) -> Self::Number {
        self.integer(0)
    }

    /// 1.
    #[inline]
    fn one(&self) -> Self::Number {
        self.integer(1)
    }

    /// The sum of `terms`, numbers or references to them, from the first on.
    #[inline]
    fn sum<T>(&self, terms: impl IntoIterator<Item = T>) -> Self::Number
    where
        Self::Number: Add<T, Output = Self::Number>,
    {
        terms.into_iter().fold(self.zero(), |sum, term| sum + term)
    }

    /// The sum of the products of `left` and `right`, from the first on; the longer of the two is cut.
    #[inline]
    fn dot<'a>(
        &self,
        left: impl IntoIterator<Item = &'a Self::Number>,
        right: impl IntoIterator<Item = &'a Self::Number>,
    ) -> Self::Number
    where
        Self::Number: 'a,
    {
        self.sum(left.into_iter().zip(right).map(|(left, right)| left.clone() * right))
    }

    /// (1 − targets/bins)^balls: `balls` balls thrown independently into `bins` bins all miss `targets` given ones.
    ///
    /// Domain: `targets ≤ bins`, `bins ≥ 1`.
    fn all_miss(&self, targets: u64, bins: u64, balls: u64) -> Self::Number {
        (self.one() - self.ratio(targets, bins)).pow(balls)
    }

    /// [C(bins − targets, draws)/C(bins, draws)]^trials: `trials` trials, each drawing `draws` distinct bins, all miss
    /// `targets` given ones.
    ///
    /// Domain: `targets ≤ bins`, `draws ≤ bins`, `bins ≥ 1`.
    fn all_miss_distinct(&self, targets: u64, bins: u64, draws: u64, trials: u64) -> Self::Number {
        if trials > 0 && targets > bins - draws {
            return self.zero(); // a trial's bins do not fit next to the targets
        }
        (0..draws).fold(self.one(), |product, drawn| product * self.all_miss(targets, bins - drawn, trials))
    }

    /// 1 − (1 − targets/bins)^balls: at least one of the balls hits one of the targets. Domain as for
    /// [`all_miss`](Arithmetic::all_miss).
    fn some_hit(&self, targets: u64, bins: u64, balls: u64) -> Self::Number {
        self.one() - self.all_miss(targets, bins, balls)
    }

    /// (1 − probability)^trials: an event of this probability happens in none of `trials` independent trials.
    ///
    /// Domain: 0 ≤ `probability` ≤ 1.
    fn never(&self, probability: Self::Number, trials: u64) -> Self::Number {
        (self.one() - probability).pow(trials)
    }
}

/// An [`Arithmetic`] whose numbers have the transcendental functions.
pub trait AnalyticArithmetic: Arithmetic<Number: Analytic> {
    /// The circle constant.
    fn pi(&self) -> Self::Number;

    /// 1 − e^(−x).
    fn one_minus_exp_minus(&self, x: Self::Number) -> Self::Number {
        self.one() - (self.zero() - x).exp()
    }
}
