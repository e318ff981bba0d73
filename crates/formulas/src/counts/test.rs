//! A test that counts false positives: what it lets pass, and what it finds.

use bloomlab_numbers::search::least;

use super::{MixedCounts, Mixture};

/// The most queries of a test.
pub const MOST_QUERIES: u64 = 1_000_000_000_000;

/// The counts that a test lets pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountBounds {
    /// The largest.
    pub upper: u64,
    /// The least, where a test finds rates that are too low.
    pub lower: Option<u64>,
}

impl CountBounds {
    /// The probability with which these bounds fail a filter.
    pub fn failure(self, counts: &MixedCounts) -> f64 {
        let below = self.lower.map_or(0.0, |least| counts.at_most(least - 1));
        (counts.at_least(self.upper + 1) + below).min(1.0)
    }

    /// The least ratio of rates, at least 1, that these bounds find with probability `power`; `None` where no ratio is found.
    pub fn least_ratio(self, counts: &MixedCounts, power: f64) -> Option<f64> {
        let is_found = |ratio: f64| self.failure(&counts.times(ratio)) >= power;
        let (mut missed, mut found) = (1.0, 1.0);
        while !is_found(found) {
            missed = found;
            found *= 2.0;
            // with every rate at 1 nothing changes any more
            if found > 1e300 || self.upper >= counts.most() {
                return None;
            }
        }
        while found / missed > 1.0 + 1e-10 {
            let middle = libm::sqrt(missed) * libm::sqrt(found);
            if is_found(middle) { found = middle } else { missed = middle }
        }
        Some(found)
    }
}

/// A test at the level α: a correct filter fails with at most this probability.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    /// α, for both sides together.
    pub alpha: f64,
    /// True if too few false positives fail as well.
    pub two_sided: bool,
}

impl Test {
    /// x* = min{x : P(X ≥ x) ≤ α} is the first count that fails, two-sided with α/2, and y* = max{y : P(X ≤ y) ≤ α/2} the last below, where
    /// there is one.
    pub fn bounds(self, counts: &MixedCounts) -> CountBounds {
        let level = if self.two_sided { 0.5 * self.alpha } else { self.alpha };
        let (mean, most) = (counts.mean(), counts.most());
        let away = libm::sqrt(-2.0 * libm::log(level) * counts.variance());
        let upper = least((mean + away) as u64, 0..=most, |count| counts.at_least(count + 1) <= level);
        let lower =
            self.two_sided.then(|| least((mean - away) as u64, 0..=most, |count| counts.at_most(count) > level));
        CountBounds { upper: upper.unwrap_or(most), lower: lower.flatten().filter(|least| *least > 0) }
    }

    /// The least number of queries with which this test finds rates `ratio` times as high, by too many false positives, with probability
    /// `power`; `None` where [`MOST_QUERIES`] are not enough.
    pub fn least_queries(self, mixture: &Mixture, ratio: f64, power: f64) -> Option<u64> {
        let finds = |queries: u64| {
            let counts = mixture.among(queries);
            counts.times(ratio).at_least(self.bounds(&counts).upper + 1) >= power
        };
        let deviations = libm::sqrt(-2.0 * libm::log(self.alpha)) + 3.0;
        let guess = deviations * deviations * ratio / ((ratio - 1.0).powi(2) * mixture.mean());
        least(guess as u64, 1..=MOST_QUERIES, finds)
    }
}
