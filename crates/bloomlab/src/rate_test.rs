//! A test that counts the false positives of a filter.

mod rates;

use bloomlab_formulas::counts::{CountBounds, MOST_QUERIES, RateDistribution, Rates, Test};
use bloomlab_occupancy::{OutOfDomain, Parameter};

use crate::filter::StoredFilter;
use crate::{Certainty, Error};

/// A test that asks a filter for q items that were never stored, and fails where it reports too many.
///
/// All queries of one filter meet the same bits, so that their answers depend on each other: the count is not binomial, and a
/// binomial bound fails correct filters. [`RateBounds::certainty`] says what an answer is:
///
/// | filter | |
/// |---|---|
/// | independent or distinct positions | exact |
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
    /// Its standard deviation.
    pub standard_deviation: f64,
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
    /// The probability to find the ratio that is asked about.
    pub power: Option<f64>,
    /// The least ratio of rates that is found with the power asked for; `None` where no ratio is.
    pub least_ratio: Option<f64>,
    /// The least number of queries that find the ratio asked about with the power asked for; `None` where none is asked about, where 10^12
    /// are not enough, and where one filter's own luck hides it.
    pub least_queries: Option<u64>,
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
        Parameter::FingerprintBits.within(bits, 1..=Self::MAX_FINGERPRINT_BITS)?;
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
    /// [`Error::TooLarge`] for distinct positions of many items in a large filter, for blocks or slices of very many bits, and for more
    /// queries of a large filter than an answer in seconds can sum over; as for [`StoredFilter::rate`] under a scheme.
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
        let least_queries = match self.ratio {
            Some(ratio) => test.least_queries(rates, ratio, self.power)?,
            None => None,
        };
        Ok(RateBounds {
            expected: queries as f64 * distribution.mean(),
            standard_deviation: libm::sqrt(distribution.count_variance(queries)),
            upper: passing.upper,
            lower: passing.lower,
            alpha: test.failure(&distribution, queries, passing),
            binomial_upper: binomial.upper,
            binomial_alpha: test.failure(&distribution, queries, binomial),
            power: self.ratio.map(|ratio| Test::power(&distribution, queries, passing, ratio)),
            least_ratio: Test::least_ratio(&distribution, queries, passing, self.power),
            least_queries,
            certainty: match (is_approximate, distribution.is_exact()) {
                (true, _) => Certainty::Approximate,
                (false, true) => Certainty::Exact,
                (false, false) => Certainty::Bound,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Filter, HashingScheme};

    #[test]
    fn one_position_in_a_block_is_one_among_all_bits() {
        let bounds = |filter: Filter| RateTest::of(filter.holding(10_000).unwrap(), 100_000).unwrap().bounds().unwrap();
        let plain = Filter::new(1 << 20, 1).unwrap();
        assert_eq!(bounds(plain.under(HashingScheme::Blocked(512)).unwrap()), bounds(plain));
    }

    /// Walks in a line with half an item each: some hundred, not all, of the queries.
    #[test]
    fn sparse_walks_in_lines_have_a_bound_of_use() {
        let filter = Filter::new(1 << 20, 6).unwrap().under(HashingScheme::BlockedDouble(512)).unwrap();
        for (items, most) in [(1000, 100), (10_000, 150)] {
            let bounds = RateTest::of(filter.holding(items).unwrap(), 100_000).unwrap().bounds().unwrap();
            assert!((40..most).contains(&bounds.upper), "{bounds:?}");
        }
    }

    #[test]
    fn what_is_not_computed_is_refused_by_name() {
        let filter = Filter::new(1024, 7).unwrap();
        let hashed = filter.hash_bits(32).unwrap().holding(100).unwrap();
        assert_eq!(
            RateTest::of(hashed, 10).unwrap_err().to_string(),
            "counts of false positives do not go with positions from one hash of few bits"
        );
        let test = RateTest::of(filter.holding(100).unwrap(), 1000).unwrap();
        for filters in [0, 1001] {
            assert_eq!(
                test.spread_over(filters).unwrap_err().to_string(),
                format!("filters = {filters} is out of domain: needs 1 ≤ filters ≤ queries = 1000")
            );
        }
        let parameter = |refused: Result<RateTest, Error>| match refused.unwrap_err() {
            Error::OutOfDomain(why) => why.parameter(),
            other => panic!("{other}"),
        };
        assert_eq!(parameter(test.at_level(1e-13)), Parameter::Alpha);
        assert_eq!(parameter(test.against(1.0)), Parameter::Ratio);
        assert_eq!(parameter(test.with_power(f64::NAN)), Parameter::Power);
        for queries in [0, RateTest::MAX_QUERIES + 1] {
            assert_eq!(parameter(RateTest::of(filter.holding(100).unwrap(), queries)), Parameter::Queries);
        }
        assert_eq!(parameter(RateTest::of_static(0, 9)), Parameter::FingerprintBits);
    }

    #[test]
    fn a_filter_for_each_query_is_binomial() {
        let filter = Filter::new(1024, 7).unwrap().holding(102).unwrap();
        let test = RateTest::of(filter, 10_000).unwrap();
        let [one, each] = [1, 10_000].map(|filters| test.spread_over(filters).unwrap().bounds().unwrap());
        assert_eq!((each.upper, each.alpha), (each.binomial_upper, each.binomial_alpha));
        assert!(one.upper > each.upper && one.binomial_upper == each.upper && one.least_queries.is_none());
        assert!((one.expected / each.expected - 1.0).abs() < 1e-11);
    }

    #[test]
    fn every_scheme_has_an_answer_of_its_kind() {
        use Certainty::{Approximate, Bound, Exact};
        for (scheme, bits, items, certainty) in [
            (HashingScheme::Independent, 9600, 1000, Exact),
            (HashingScheme::Blocked(64), 9600, 1000, Exact),
            // one block is a plain filter
            (HashingScheme::Blocked(480), 9600, 1000, Exact),
            (HashingScheme::Blocked(9600), 9600, 1000, Exact),
            (HashingScheme::SplitBlock(8), 9600, 800, Bound),
            (HashingScheme::SplitBlock(1600), 9600, 1000, Bound),
            (HashingScheme::Partitioned, 9600, 1000, Bound),
            (HashingScheme::KmPartition, 9600, 1000, Approximate),
            (HashingScheme::Double, 9600, 1000, Approximate),
            (HashingScheme::DoubleOdd, 9600, 1000, Approximate),
            (HashingScheme::BlockedDoubleNonzero(64), 9600, 1000, Approximate),
        ] {
            let filter = Filter::new(bits, 6).unwrap().under(scheme).unwrap().holding(items).unwrap();
            let test = RateTest::of(filter, 20_000).unwrap().against(3.0).unwrap();
            let one = test.bounds().unwrap();
            assert_eq!(one.certainty, certainty, "{scheme}");
            let mean = 20_000.0 * filter.rate().unwrap();
            assert!((one.expected / mean - 1.0).abs() < 1e-7, "{scheme}: {} {mean}", one.expected);
            let few = test.spread_over(50).unwrap().bounds().unwrap();
            let each = test.spread_over(20_000).unwrap().bounds().unwrap();
            assert!(each.upper <= few.upper && few.upper <= one.upper, "{scheme}: {each:?} {few:?} {one:?}");
            assert!((each.certainty, each.upper) == (Exact, each.binomial_upper), "{scheme}");
            assert!(few.standard_deviation < one.standard_deviation && few.certainty == certainty, "{scheme}");
            let proven = test.proven_bounds().unwrap();
            assert_eq!(proven.is_some(), certainty != Approximate, "{scheme}");
        }
        // a large filter under double hashing has bounds of use
        let filter =
            Filter::new(1 << 27, 7).unwrap().under(HashingScheme::Double).unwrap().holding(14_000_000).unwrap();
        let test = RateTest::of(filter, 100_000).unwrap();
        let (about, proven) = (test.bounds().unwrap(), test.proven_bounds().unwrap().unwrap());
        assert_eq!((about.certainty, proven.certainty), (Approximate, Bound));
        assert!(about.upper < proven.upper && (proven.upper as f64) < 1.2 * about.upper as f64, "{about:?} {proven:?}");
    }
}
