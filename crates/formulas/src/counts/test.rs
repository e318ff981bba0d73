//! A test that counts false positives: what it lets pass, and what it finds.

use bloomlab_occupancy::search::{last, try_first_around};

use super::RateDistribution;

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
            let Ok(found) = try_first_around(guess.max(0.0) as u64, least..=queries + 1, |count| {
                Ok::<_, std::convert::Infallible>(holds(count))
            });
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

    /// The probability to find, by too many false positives, a filter whose rate is `ratio` times as high, or a bound from below.
    pub fn power(distribution: &RateDistribution, queries: u64, bounds: CountBounds, ratio: f64) -> f64 {
        distribution.times(ratio).surely_at_least(queries, bounds.upper + 1)
    }

    /// The least ratio of rates, at least 1, that these bounds find with probability `power`; `None` where no ratio is found.
    pub fn least_ratio(distribution: &RateDistribution, queries: u64, bounds: CountBounds, power: f64) -> Option<f64> {
        let finds = |ratio: f64| Self::power(distribution, queries, bounds, ratio) >= power;
        if finds(1.0) {
            return Some(1.0);
        }
        let mut found = 2.0;
        while !finds(found) {
            found *= 2.0;
            if found > MOST_RATIO {
                return None;
            }
        }
        let (mut missed, mut found) = (0.5 * found, found);
        while found - missed > 1e-10 * found {
            let middle = 0.5 * (missed + found);
            if finds(middle) { found = middle } else { missed = middle }
        }
        Some(found)
    }

    /// The most queries, below `most`, with which at least `count` false positives of a correct filter have a probability of at most α:
    /// the largest number that the threshold `count` serves. `distribution` belongs to `most` queries.
    pub(super) fn most_queries(self, distribution: &RateDistribution, count: u64, most: u64) -> u64 {
        let level = self.level();
        let excess = |queries: u64| libm::log(distribution.at_least(queries, count).max(1e-300) / level);
        let guess = guess(distribution, count, level).clamp(count as f64, most as f64) as u64;
        // fewer queries than false positives never fail
        let (mut holds, mut fails) = (count - 1, most);
        let (mut below, mut above) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut next = guess.clamp(count.min(most - 1), most - 1);
        for step in 0..12 {
            let value = excess(next);
            if value <= 0.0 {
                (holds, below) = (next, value)
            } else {
                (fails, above) = (next, value)
            }
            if fails - holds <= 1 {
                return holds;
            }
            let share =
                if below.is_finite() && above.is_finite() && step % 3 != 2 { -below / (above - below) } else { 0.5 };
            let width = (fails - holds) as f64;
            next = match (below.is_finite(), above.is_finite()) {
                (true, false) => holds.saturating_add(holds / 8 + 1),
                (false, true) => fails - fails / 8 - 1,
                _ => holds + (width * share) as u64,
            };
            next = next.clamp(holds + 1, fails - 1);
        }
        last(holds, fails, |queries| excess(queries) <= 0.0)
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
