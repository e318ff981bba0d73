//! Where the rate of a filter given its bits comes from.

use bloomlab_occupancy::{Advice, Budget, Cost, Parameter, TooLarge};

use super::{BlockRates, DistinctRates, PlainRates, RateDistribution};

/// The tails that bounds and the least ratio take, about, and those that the least number of queries takes besides.
const TAILS: f64 = 60.0;
const TAILS_OF_LEAST_QUERIES: f64 = 120.0;

/// The seconds that tails may take. A bound of more rates is thinned to these.
pub(super) const SECONDS: f64 = 1.0;

/// The seconds of an estimate beyond which sums over several filters are refused: about 1 s was measured at 3 s.
const SECONDS_OF_SUMS: f64 = 3.0;

/// The least number of rates to which a bound is thinned.
const LEAST_POINTS: usize = 60;

/// The rates of filters of one kind, and the number of filters that the queries of a test are spread over.
#[derive(Clone, Debug)]
pub struct Rates {
    source: Source,
    factor: f64,
    filters: u64,
    tails: f64,
}

#[derive(Clone, Debug)]
enum Source {
    Plain(PlainRates),
    Distinct(DistinctRates),
    Blocks(BlockRates),
    Fixed(RateDistribution),
}

impl From<PlainRates> for Rates {
    fn from(rates: PlainRates) -> Self {
        Self::of(Source::Plain(rates))
    }
}

impl From<DistinctRates> for Rates {
    fn from(rates: DistinctRates) -> Self {
        Self::of(Source::Distinct(rates))
    }
}

impl From<BlockRates> for Rates {
    fn from(rates: BlockRates) -> Self {
        Self::of(Source::Blocks(rates))
    }
}

impl From<RateDistribution> for Rates {
    fn from(rates: RateDistribution) -> Self {
        Self::of(Source::Fixed(rates))
    }
}

impl Rates {
    fn of(source: Source) -> Self {
        Self { source, factor: 1.0, filters: 1, tails: TAILS }
    }

    /// The same rate whatever the filter.
    pub fn certain(rate: f64) -> Self {
        RateDistribution::certain(rate).into()
    }

    /// Rates `factor` times as high, at most 1.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { factor, ..self }
    }

    /// The queries of a test are spread over `filters` filters, as evenly as they can be.
    #[must_use]
    pub fn spread_over(self, filters: u64) -> Self {
        Self { filters: filters.max(1), ..self }
    }

    /// The [least number of queries](super::Test::least_queries) is asked for as well, which takes several times as long.
    #[must_use]
    pub fn for_least_queries(self) -> Self {
        Self { tails: TAILS + TAILS_OF_LEAST_QUERIES, ..self }
    }

    /// F.
    pub fn filters(&self) -> u64 {
        self.filters
    }

    /// The distribution of the rate, as fine as counts among `queries` queries need it.
    ///
    /// # Errors
    /// [`TooLarge`] as for [`PlainRates::distribution`] and [`BlockRates::distribution`], and where sums over several filters take too long.
    /// Between two distributions, it has as few rates as there is time for.
    pub fn distribution(&self, queries: u64) -> Result<RateDistribution, TooLarge> {
        let each = self.of_one(queries);
        let rates = match &self.source {
            Source::Plain(rates) => rates.distribution_over(each, self.filters)?,
            Source::Distinct(rates) => rates.distribution_over(each, self.filters)?,
            Source::Blocks(rates) => rates.distribution(each)?,
            Source::Fixed(rates) => rates.clone(),
        };
        let rates = if self.factor == 1.0 { rates } else { rates.times(self.factor) };
        let rates = rates.spread_over(self.filters);
        if self.filters >= queries && self.filters > 1 {
            return Ok(rates);
        }
        // all of them, or as many as there is time for
        let steps = self.tails * rates.steps_of_a_tail(queries);
        let affordable = Cost::of_seconds(SECONDS).steps / steps * rates.points() as f64;
        let rates = rates.thinned((affordable as usize).max(LEAST_POINTS));
        if self.filters > 1 {
            let advice = Advice::Change { smaller: &[Parameter::Queries], larger: &[Parameter::Filters] };
            let cost = Cost::of_steps(TAILS * rates.steps_of_a_tail(queries));
            Budget::of_seconds(SECONDS_OF_SUMS).check(cost, advice)?;
        }
        Ok(rates)
    }

    /// How fine that distribution is: the same number where the distributions are the same.
    pub(super) fn fineness(&self, queries: u64) -> u64 {
        match &self.source {
            Source::Plain(rates) => rates.stride(self.of_one(queries), self.filters),
            Source::Distinct(rates) => rates.stride(self.of_one(queries), self.filters),
            Source::Blocks(rates) => rates.fineness(self.of_one(queries)),
            Source::Fixed(_) => 0,
        }
    }

    /// The most queries of one filter.
    fn of_one(&self, queries: u64) -> u64 {
        queries.div_ceil(self.filters)
    }
}
