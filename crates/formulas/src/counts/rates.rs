//! Where the rate of a filter given its bits comes from.

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, TooLarge};

use super::{BlockRates, PlainRates, RateDistribution, spread};

/// The tails that a bound and a power take, about.
const TAILS: f64 = 60.0;

/// The rates of filters of one kind, and the number of filters that the queries of a test are spread over.
#[derive(Clone, Debug)]
pub struct Rates {
    source: Source,
    factor: f64,
    filters: u64,
}

#[derive(Clone, Debug)]
enum Source {
    Plain(PlainRates),
    Blocks(BlockRates),
    Fixed(RateDistribution),
}

impl From<PlainRates> for Rates {
    fn from(rates: PlainRates) -> Self {
        Self::of(Source::Plain(rates))
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
        Self { source, factor: 1.0, filters: 1 }
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

    /// F.
    pub fn filters(&self) -> u64 {
        self.filters
    }

    /// The distribution of the rate, as fine as counts among `queries` queries need it.
    ///
    /// # Errors
    /// [`TooLarge`] as for [`PlainRates::distribution`] and [`BlockRates::distribution`], and where sums over several filters take too long.
    pub fn distribution(&self, queries: u64) -> Result<RateDistribution, TooLarge> {
        let each = self.of_one(queries);
        let rates = match &self.source {
            Source::Plain(rates) => rates.distribution(each)?,
            Source::Blocks(rates) => rates.distribution(each)?,
            Source::Fixed(rates) => rates.clone(),
        };
        let rates = if self.factor == 1.0 { rates } else { rates.times(self.factor) };
        if self.filters > 1 && self.filters < queries {
            let steps = TAILS * spread::STEPS_OF_A_POINT * rates.points() as f64;
            let advice = Advice::Change { smaller: &[Parameter::Queries], larger: &[Parameter::Filters] };
            Budget::of_seconds(ANSWER_SECONDS).check(Cost::of_steps(steps), advice)?;
        }
        Ok(rates.spread_over(self.filters))
    }

    /// How fine that distribution is: the same number where the distributions are the same.
    pub(super) fn fineness(&self, queries: u64) -> u64 {
        match &self.source {
            Source::Plain(rates) => rates.stride(self.of_one(queries)),
            Source::Blocks(rates) => rates.fineness(self.of_one(queries)),
            Source::Fixed(_) => 0,
        }
    }

    /// The most queries of one filter.
    fn of_one(&self, queries: u64) -> u64 {
        queries.div_ceil(self.filters)
    }
}
