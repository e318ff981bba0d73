//! A test that counts false positives: what it lets pass, and what it finds.

use std::convert::Infallible;

use bloomlab_occupancy::search::try_first_around;

use super::RateDistribution;
use super::crossing::{crossing, least_whole, logit, within};

/// The largest ratio of rates that is tried.
const MOST_RATIO: f64 = 1e300;

/// The counts that a test lets pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountBounds {
    /// The largest.
    pub upper: u64,
    /// The least, where a test finds rates that are too low.
    pub lower: Option<u64>,
}

/// A test at the level α: a correct filter fails with at most this probability.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// α, for both sides together.
    pub alpha: f64,
    /// Whether too few false positives fail as well.
    pub two_sided: bool,
}

impl Test {
    /// α of one side.
    pub(super) fn level(self) -> f64 {
        if self.two_sided { 0.5 * self.alpha } else { self.alpha }
    }

    /// The bounds for q = `queries` queries: x* = min{x : P(X ≥ x) ≤ α} is the first count that fails, two-sided with α/2, and
    /// y* = max{y : P(X ≤ y) ≤ α/2} the last below, where there is one.
    pub fn bounds(self, distribution: &RateDistribution, queries: u64) -> CountBounds {
        let level = self.level();
        let (mean, deviation) =
            (queries as f64 * distribution.mean(), libm::sqrt(distribution.count_variance(queries)));
        let deviations = libm::sqrt(-2.0 * libm::log(level));
        let first = |guess: f64, least: u64, holds: &dyn Fn(u64) -> bool| {
            let Ok(found) =
                try_first_around(guess.max(0.0) as u64, least..=queries + 1, |count| Ok::<_, Infallible>(holds(count)));
            found.unwrap_or(queries + 1)
        };
        let fails = first(mean + deviations * deviation, 1, &|count| distribution.at_least(queries, count) <= level);
        let lower = self
            .two_sided
            .then(|| first(mean - deviations * deviation, 0, &|count| distribution.at_most(queries, count) > level))
            .filter(|least| *least > 0);
        CountBounds { upper: fails - 1, lower }
    }

    /// The probability with which these bounds fail a filter whose rate has the distribution `distribution`, or a bound from above.
    pub fn failure(self, distribution: &RateDistribution, queries: u64, bounds: CountBounds) -> f64 {
        let below = bounds.lower.map_or(0.0, |least| distribution.at_most(queries, least - 1));
        (distribution.at_least(queries, bounds.upper + 1) + below).min(1.0)
    }

    /// The probability to find a filter whose rate is `ratio` times as high, by too many false positives or, where there is a lower bound,
    /// too few; or a bound from below, by too many.
    pub fn power(distribution: &RateDistribution, queries: u64, bounds: CountBounds, ratio: f64) -> f64 {
        let raised = distribution.times(ratio);
        let below = bounds.lower.filter(|_| raised.is_exact()).map_or(0.0, |least| raised.at_most(queries, least - 1));
        (raised.surely_at_least(queries, bounds.upper + 1) + below).min(1.0)
    }

    /// The least ratio of rates, at least 1, that these bounds find with probability `power`; `None` where no ratio is found.
    pub fn least_ratio(distribution: &RateDistribution, queries: u64, bounds: CountBounds, power: f64) -> Option<f64> {
        let excess = |ratio: f64| logit(Self::power(distribution, queries, bounds, ratio)) - logit(power);
        let mut missed = (1.0, excess(1.0));
        if missed.1 >= 0.0 {
            return Some(1.0);
        }
        let mut found = (2.0, excess(2.0));
        while found.1 < 0.0 {
            missed = found;
            found.0 *= 2.0;
            if found.0 > MOST_RATIO {
                return None;
            }
            found.1 = excess(found.0);
        }
        let Ok((_, least)) = crossing(missed, found, within(1e-10), |ratio| Ok::<_, Infallible>(excess(ratio)));
        Some(least)
    }

    /// The most queries, below `most`, with which at least `count` false positives of a correct filter have a probability of at most α:
    /// the largest number that the threshold `count` serves. `distribution` belongs to `most` queries.
    pub(super) fn most_queries(self, distribution: &RateDistribution, count: u64, most: u64) -> u64 {
        let level = self.level();
        let excess = |queries: f64| libm::log(distribution.at_least(queries as u64, count).max(1e-300) / level);
        let (least, most) = (count as f64, most as f64 - 1.0);
        let guess = guess(distribution, count, level);
        let Ok(fails) = least_whole(guess, least, most, |queries| Ok::<_, Infallible>(excess(queries)));
        // fewer queries than false positives never fail
        fails.unwrap_or(most + 1.0) as u64 - 1
    }
}

/// The queries whose mean count lies as far below `count` as a normal variable's level.
fn guess(distribution: &RateDistribution, count: u64, level: f64) -> f64 {
    let deviations = libm::sqrt(-2.0 * libm::log(level)) - 0.5;
    let mean = distribution.mean();
    let mut queries = count as f64 / mean;
    for _ in 0..30 {
        let deviation = libm::sqrt(distribution.count_variance(queries as u64).max(queries * mean * 1e-9));
        queries = 0.5 * (queries + count as f64 / (mean * (1.0 + deviations * deviation / (queries * mean))));
    }
    queries
}
