//! How many queries a test needs.

use bloomlab_occupancy::search::first;
use bloomlab_occupancy::{Advice, Budget, Cost, Parameter, TooLarge};

use super::crossing::{least_whole, logit};
use super::{CountBounds, RateDistribution, Rates, Test, rates};

/// The most queries that are asked for.
pub const MOST_QUERIES: u64 = 1_000_000_000_000;

/// The tails that one threshold takes, about.
const TAILS_OF_A_COUNT: f64 = 10.0;

/// The fewest thresholds of a search: the guess, and the two around the answer.
const LEAST_THRESHOLDS: usize = 3;

/// Beyond this multiple of the number of queries whose variance equals the filter's, further queries add no information.
const BEYOND_LUCK: f64 = 1e4;

impl Test {
    /// The least number of queries with which a rate `ratio` times as high is found with probability `power`, by too many false
    /// positives. `None` where 10^12 are not enough, or where one filter's own luck hides the ratio: where its variance, which no number of
    /// queries reduces, is 10^4 times that of the queries.
    ///
    /// Power rises and falls with the number of queries, since the threshold is a whole number: a little more of them may have less. Let
    /// q(x) be the most queries that the threshold x serves. The first x with the power at q(x) has the answer in (q(x − 1), q(x)], where
    /// power rises.
    ///
    /// # Errors
    /// [`TooLarge`] as [`Rates::distribution`], and for a ratio that is hard to find: before the search where its fewest steps take more than a
    /// second, else as soon as it has taken these.
    pub fn least_queries(self, rates: &Rates, ratio: f64, power: f64) -> Result<Option<u64>, TooLarge> {
        let distribution = rates.distribution(1)?;
        let mean = distribution.mean();
        if mean <= 0.0 || ratio <= 1.0 {
            return Ok(None);
        }
        let by_luck = BEYOND_LUCK * rates.filters() as f64 * mean * (1.0 - mean) / distribution.variance();
        let most = if by_luck < MOST_QUERIES as f64 { (by_luck as u64).max(2) } else { MOST_QUERIES };
        let mut strided = Strided { rates, fineness: None, distribution, steps: 0.0 };
        let serves = |strided: &mut Strided, count: u64| -> Result<u64, TooLarge> {
            // a distribution as fine as this number of queries needs
            let likely = (4.0 * count as f64 / mean).min(most as f64) as u64;
            strided.spend(likely)?;
            Ok(self.most_queries(strided.distribution(likely)?, count, most))
        };
        let excess = |distribution: &RateDistribution, queries: u64, count: u64| {
            let found = Test::power(distribution, queries, CountBounds { upper: count - 1, lower: None }, ratio);
            logit(found) - logit(power)
        };
        let largest = ((most as f64 * mean) as u64 + 1).min(most);
        let guess = self.likely_threshold(&strided.distribution, ratio, power, most);
        strided.estimate((4.0 * guess / mean).min(most as f64) as u64)?;
        let found = least_whole(guess, 1.0, largest as f64, |count| {
            let queries = serves(&mut strided, count as u64)?;
            Ok::<_, TooLarge>(excess(strided.distribution(queries)?, queries, count as u64))
        })?;
        let Some(count) = found.map(|count| count as u64) else { return Ok(None) };
        let before = if count > 1 { serves(&mut strided, count - 1)? } else { 0 };
        let served = serves(&mut strided, count)?;
        let distribution = strided.distribution(served)?;
        Ok(Some(first(before.min(served), served, |queries| excess(distribution, queries, count) > 0.0)))
    }

    /// The threshold that finds the ratio with the power, if counts were normal variables.
    fn likely_threshold(self, rates: &RateDistribution, ratio: f64, power: f64, most: u64) -> f64 {
        // about the normal deviations of these tails
        let deviations = |tail: f64| (libm::sqrt(-2.0 * libm::log(tail)) - 0.6).max(0.0);
        let (fails, finds) = (deviations(self.level()), deviations(1.0 - power));
        let mean = rates.mean();
        let is_found = |queries: f64| {
            let own = rates.count_variance(queries as u64);
            let others = (own - queries * mean * (1.0 - mean)).max(0.0);
            let raised = ratio * queries * mean + ratio * ratio * others;
            (ratio - 1.0) * queries * mean > fails * libm::sqrt(own) + finds * libm::sqrt(raised)
        };
        // a filter's luck may hide it: then where this is most of the variance
        let (mut missed, mut found) = (1.0, (most as f64 / libm::sqrt(BEYOND_LUCK)).max(2.0));
        while found > 1.001 * missed {
            let middle = libm::sqrt(missed * found);
            if is_found(middle) { found = middle } else { missed = middle }
        }
        found * mean + fails * libm::sqrt(rates.count_variance(found as u64)) + fails * fails / 6.0
    }
}

/// The distribution for the last number of queries, which serves others that need one as fine.
struct Strided<'a> {
    rates: &'a Rates,
    fineness: Option<u64>,
    distribution: RateDistribution,
    steps: f64,
}

impl Strided<'_> {
    /// Refuses a search whose last thresholds alone take too long: those around the answer, which needs about this many queries.
    fn estimate(&mut self, queries: u64) -> Result<(), TooLarge> {
        let before = std::mem::replace(&mut self.steps, 0.0);
        (0..LEAST_THRESHOLDS).try_for_each(|_| self.spend(queries))?;
        self.steps = before;
        Ok(())
    }

    /// Counts the steps of one threshold's tails: these depend on the parameters alone, so that every machine refuses the same.
    fn spend(&mut self, queries: u64) -> Result<(), TooLarge> {
        let distribution = self.distribution(queries)?;
        self.steps += TAILS_OF_A_COUNT * distribution.steps_of_a_tail(queries);
        let advice = Advice::Change { smaller: &[], larger: &[Parameter::Ratio, Parameter::Filters] };
        Budget::of_seconds(rates::SECONDS).check(Cost::of_steps(self.steps), advice)
    }

    fn distribution(&mut self, queries: u64) -> Result<&RateDistribution, TooLarge> {
        let fineness = Some(self.rates.fineness(queries));
        if fineness != self.fineness {
            (self.distribution, self.fineness) = (self.rates.distribution(queries)?, fineness);
        }
        Ok(&self.distribution)
    }
}
