//! How many queries a test needs.

use bloomlab_occupancy::search::{first, try_first_above};
use bloomlab_occupancy::{Advice, Budget, Cost, Parameter, TooLarge};

use super::{CountBounds, RateDistribution, Rates, Test, rates};

/// The most queries that are asked for.
pub const MOST_QUERIES: u64 = 1_000_000_000_000;

/// The tails that one threshold takes, about.
const TAILS_OF_A_COUNT: f64 = 15.0;

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
    /// [`TooLarge`] as [`Rates::distribution`], and as soon as the search for a ratio that is hard to find has taken the steps of seconds.
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
        let finds = |distribution: &RateDistribution, queries: u64, count: u64| {
            Test::power(distribution, queries, CountBounds { upper: count - 1, lower: None }, ratio) >= power
        };
        let largest = ((most as f64 * mean) as u64 + 1).min(most);
        let found = try_first_above(0, largest, |count| {
            let queries = serves(&mut strided, count)?;
            Ok::<_, TooLarge>(finds(strided.distribution(queries)?, queries, count))
        })?;
        let Some(count) = found else { return Ok(None) };
        let before = if count > 1 { serves(&mut strided, count - 1)? } else { 0 };
        let served = serves(&mut strided, count)?;
        let distribution = strided.distribution(served)?;
        Ok(Some(first(before.min(served), served, |queries| finds(distribution, queries, count))))
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
    /// Counts the steps of one threshold's tails: these depend on the parameters alone, so that every machine refuses the same.
    fn spend(&mut self, queries: u64) -> Result<(), TooLarge> {
        let distribution = self.distribution(queries)?;
        let of_a_tail = distribution.points() as f64 * distribution.steps_of_a_point(queries);
        self.steps += TAILS_OF_A_COUNT * of_a_tail;
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
