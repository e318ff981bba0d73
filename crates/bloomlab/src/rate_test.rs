//! A test that counts the false positives of a filter.

mod rates;

use bloomlab_formulas::counts::{CountBounds, MOST_QUERIES, RateDistribution, Rates, Test};
use bloomlab_occupancy::{OutOfDomain, Parameter, TooLarge};

use crate::filter::StoredFilter;
use crate::{Certainty, Error};

/// A test that asks a filter for q items that were never stored, and fails where it reports too many.
///
/// All queries of one filter meet the same bits, so that their answers depend on each other: the count is not binomial, and a
/// binomial bound fails correct filters. [`RateBounds::certainty`] says what an answer is:
///
/// | filter | |
/// |---|---|
/// | independent or distinct positions | exact; distinct ones of very many items a bound |
/// | blocks and split blocks | exact; a bound where they are too few |
/// | slices (`partitioned`) | a bound |
/// | double hashing and its variants, walks in blocks, `km-partition` | approximate: the distribution with independent positions, every rate scaled to the exact mean; [`proven_bounds`](RateTest::proven_bounds) beside it |
/// | static filters; a filter for each query | exact, and binomial |
///
/// ```
/// use bloomlab::{Filter, RateTest};
///
/// // 1000 items in 9586 bits, a rate of 1 %: 100,000 queries
/// let filter = Filter::new(9586, 7)?.holding(1000)?;
/// let bounds = RateTest::of(filter, 100_000)?.against(2.0)?.bounds()?;
/// assert_eq!((bounds.upper, bounds.least_queries), (1260, Some(8133)));
/// // the binomial bound fails a correct filter once in 600 runs
/// assert_eq!(bounds.binomial_upper, 1158);
/// assert!(bounds.binomial_alpha > 1.0 / 650.0);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct RateTest {
    #[cfg_attr(feature = "serde", serde(flatten))]
    tested: Tested,
    queries: u64,
    filters: u64,
    alpha: f64,
    two_sided: bool,
    ratio: Option<f64>,
    power: f64,
}

/// What is tested.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(untagged))]
enum Tested {
    Filter(StoredFilter),
    Static { fingerprint_bits: u64 },
}

/// How many false positives a test may count, and what it finds.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RateBounds {
    /// The mean count.
    pub expected: f64,
    /// Its standard deviation; `None` where only bounds of it are known.
    pub standard_deviation: Option<f64>,
    /// The largest count that passes.
    pub upper: u64,
    /// The least count that passes, of a two-sided test that fails any.
    pub lower: Option<u64>,
    /// The probability with which a correct filter fails.
    pub alpha: f64,
    /// The largest count that would pass if all queries were independent of each other.
    pub binomial_upper: u64,
    /// The probability with which a correct filter fails by the binomial bounds.
    pub binomial_alpha: f64,
    /// The probability to find the ratio that is asked about, by too many false positives or, in a two-sided test, too few; where
    /// rates are bounded by too many alone.
    pub power: Option<f64>,
    /// The least ratio of rates that is found with the power asked for; `None` where no ratio is.
    pub least_ratio: Option<f64>,
    /// The least number of queries that find the ratio asked about with the power asked for; `None` where none is asked about, where 10^12
    /// are not enough, where one filter's own luck hides it, and where [the search takes too long](Self::least_queries_refused). A two-sided
    /// test counts as one that finds too many.
    pub least_queries: Option<u64>,
    /// Why the least number of queries was not searched for.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::refusal"))]
    pub least_queries_refused: Option<TooLarge>,
    /// Whether these are exact. Of bounds, `alpha` is at least and `power` at most the true one, and the ratio and the queries suffice.
    pub certainty: Certainty,
}

impl RateTest {
    /// The level α where none is given.
    pub const USUAL_ALPHA: f64 = 1e-6;

    /// The power where none is given.
    pub const USUAL_POWER: f64 = 0.99;

    /// The most queries: an answer takes seconds up to here.
    pub const MAX_QUERIES: u64 = MOST_QUERIES;

    /// The most bits of a static filter's fingerprint.
    pub const MAX_FINGERPRINT_BITS: u64 = 1000;

    /// A test of `filter` by `queries` queries (q), at α = 1e-6.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ q ≤ 10^12; [`Error::Incompatible`] for positions from one hash of few bits.
    pub fn of(filter: StoredFilter, queries: u64) -> Result<Self, Error> {
        if filter.scheme_load().is_none() {
            return Err(Error::Incompatible {
                this: "counts of false positives",
                other: "positions from one hash of few bits",
            });
        }
        Self::asking(Tested::Filter(filter), queries)
    }

    /// A test of a static filter (xor, binary fuse) with fingerprints of `bits` bits, whose rate is 2^−bits whatever its table.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ bits ≤ 1000 and 1 ≤ q ≤ 10^12.
    pub fn of_static(bits: u64, queries: u64) -> Result<Self, Error> {
        if !(1..=Self::MAX_FINGERPRINT_BITS).contains(&bits) {
            let domain = format!("fingerprints of 1 to {} bits", Self::MAX_FINGERPRINT_BITS);
            return Err(OutOfDomain::new(Parameter::FingerprintBits, bits, domain).into());
        }
        Self::asking(Tested::Static { fingerprint_bits: bits }, queries)
    }

    fn asking(tested: Tested, queries: u64) -> Result<Self, Error> {
        Parameter::Queries.within(queries, 1..=Self::MAX_QUERIES)?;
        let (alpha, power) = (Self::USUAL_ALPHA, Self::USUAL_POWER);
        Ok(Self { tested, queries, filters: 1, alpha, two_sided: false, ratio: None, power })
    }

    /// The queries are spread over `filters` filters (F) that hold other items each, as evenly as they can be.
    ///
    /// Where F = q every query asks a filter of its own: the count is binomial under every scheme, and as many filters as queries are
    /// meant where [the least queries](RateBounds::least_queries) are.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ F ≤ q.
    pub fn spread_over(self, filters: u64) -> Result<Self, Error> {
        if (1..=self.queries).contains(&filters) {
            return Ok(Self { filters, ..self });
        }
        let domain = format!("1 ≤ filters ≤ queries = {}", self.queries);
        Err(OutOfDomain::new(Parameter::Filters, filters, domain).into())
    }

    /// A correct filter fails with probability `alpha` at most.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1e-12 ≤ α ≤ 0.5.
    pub fn at_level(self, alpha: f64) -> Result<Self, Error> {
        if (1e-12..=0.5).contains(&alpha) {
            return Ok(Self { alpha, ..self });
        }
        Err(OutOfDomain::new(Parameter::Alpha, alpha, "1e-12 ≤ alpha ≤ 0.5").into())
    }

    /// Too few false positives fail as well, with α/2 on either side.
    pub fn two_sided(self) -> Self {
        Self { two_sided: true, ..self }
    }

    /// Asks what it takes to find a rate `ratio` times as high.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 < ratio ≤ 1e300.
    pub fn against(self, ratio: f64) -> Result<Self, Error> {
        if ratio > 1.0 && ratio <= 1e300 {
            return Ok(Self { ratio: Some(ratio), ..self });
        }
        Err(OutOfDomain::new(Parameter::Ratio, ratio, "1 < ratio ≤ 1e300").into())
    }

    /// What is to be found is found with probability `power`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 0.5 ≤ power ≤ 0.999999.
    pub fn with_power(self, power: f64) -> Result<Self, Error> {
        if (0.5..=0.999_999).contains(&power) {
            return Ok(Self { power, ..self });
        }
        Err(OutOfDomain::new(Parameter::Power, power, "0.5 ≤ power ≤ 0.999999").into())
    }

    /// The bounds, [as certain as they can be](RateBounds::certainty).
    ///
    /// Relative error of probabilities about 1e-9, far less below 2^30 bits; about 1e-8 for blocks.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for blocks or slices of very many bits, and for more queries of a large filter than an answer in seconds can sum
    /// over; as for [`StoredFilter::rate`] under a scheme.
    pub fn bounds(self) -> Result<RateBounds, Error> {
        let (rates, is_approximate) = self.rates()?;
        self.bounds_of(&rates, is_approximate)
    }

    /// Bounds that are proven, where [`bounds`](Self::bounds) is approximate: ρ m/k² is a self-bounding function of the items under any
    /// scheme whose positions are uniform, each by itself. `None` where they are of no use, as for most filters below 2^20 bits: where they
    /// pass more than twice the count that a binomial bound does, or take too long.
    ///
    /// # Errors
    /// As for [`bounds`](Self::bounds).
    pub fn proven_bounds(self) -> Result<Option<RateBounds>, Error> {
        let (rates, is_approximate) = self.rates()?;
        if !is_approximate {
            return self.bounds_of(&rates, false).map(Some);
        }
        match self.proven_rates().and_then(|rates| self.bounds_of(&rates, false)) {
            Ok(bounds) => Ok(Some(bounds).filter(|bounds| bounds.upper <= 2 * bounds.binomial_upper)),
            Err(Error::TooLarge(_)) => Ok(None),
            Err(why) => Err(why),
        }
    }

    fn bounds_of(self, rates: &Rates, is_approximate: bool) -> Result<RateBounds, Error> {
        let (queries, test) = (self.queries, Test { alpha: self.alpha, two_sided: self.two_sided });
        let distribution = rates.distribution(queries)?;
        let passing = test.bounds(&distribution, queries);
        let binomial: CountBounds = test.bounds(&RateDistribution::certain(distribution.mean()), queries);
        let least_queries = self.ratio.map_or(Ok(None), |ratio| test.least_queries(rates, ratio, self.power));
        Ok(RateBounds {
            expected: queries as f64 * distribution.mean(),
            standard_deviation: Some(libm::sqrt(distribution.count_variance(queries)))
                .filter(|deviation| distribution.has_true_variance() && deviation.is_finite()),
            upper: passing.upper,
            lower: passing.lower,
            alpha: test.failure(&distribution, queries, passing),
            binomial_upper: binomial.upper,
            binomial_alpha: test.failure(&distribution, queries, binomial),
            power: self.ratio.map(|ratio| Test::power(&distribution, queries, passing, ratio)),
            least_ratio: Test::least_ratio(&distribution, queries, passing, self.power),
            least_queries: least_queries.unwrap_or(None),
            least_queries_refused: least_queries.err(),
            certainty: match (is_approximate, distribution.is_exact()) {
                (true, _) => Certainty::Approximate,
                (false, true) => Certainty::Exact,
                (false, false) => Certainty::Bound,
            },
        })
    }
}

#[cfg(test)]
mod tests;
