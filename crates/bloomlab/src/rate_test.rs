//! A test that counts the false positives of a filter.

use bloomlab_formulas::{
    Load,
    blocked::{BlockedLoad, MOST_LOADS},
    counts::{CountBounds, MOST_EXACT_BITS, MOST_QUERIES, MixedCounts, Mixture, Test},
    walks::HashingScheme,
};
use bloomlab_numbers::{MAX_SIZE, Refused, Sampling, within};

use crate::error::Error;
use crate::filter::StoredFilter;

/// So many small filters are averaged by their rates; more are one filter that is as many times as large.
const MOST_AVERAGED: u64 = 1000;

/// A test that asks a filter for q items that were never stored, and fails if it reports too many.
///
/// All queries of one filter meet the same bits, so that their answers depend on each other: the count is not binomial, and a
/// binomial bound fails correct filters. It is a mixture of binomial ones over the number of set bits: exact for plain filters of up to 2^15
/// bits, static filters and a filter for each query; for others the number of set bits, or the mean over the blocks, is normal or nearly so,
/// and the mean exact.
///
/// ```
/// use bloomlab::{Filter, RateTest};
///
/// // 1000 items in 9586 bits, a rate of 1 %: 100,000 queries
/// let filter = Filter::new(9586, 7)?.holding(1000)?;
/// let bounds = RateTest::of(filter, 100_000)?.bounds()?;
/// assert!(bounds.upper.abs_diff(1260) <= 1);
/// // the binomial bound fails a correct filter once in 600 runs
/// assert_eq!(bounds.binomial_upper, 1158);
/// assert!(bounds.binomial_alpha > 1.0 / 650.0);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct RateTest {
    tested: Tested,
    queries: u64,
    while_filling: bool,
    /// F, 1 at first: the filters with other items each that the queries are spread over, as evenly as they can be; 1 ≤ F ≤ q. If F = q every
    /// query asks another filter, and the count is binomial under every scheme.
    pub filters: u64,
    /// α: a correct filter fails with this probability at most; 1e-9 ≤ α ≤ 0.5.
    pub alpha: f64,
    /// True if too few false positives fail as well, with α/2 on either side.
    pub two_sided: bool,
    /// The question what it takes to find a rate so many times as high; 1 < ratio ≤ 1e300.
    pub ratio: Option<f64>,
    /// The probability with which a ratio is to be found; 0.5 ≤ power ≤ 0.999999.
    pub power: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tested {
    Filter(StoredFilter),
    Static { fingerprint_bits: u64 },
}

/// The false positives that a test may count, and the rates that it finds.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// The probability to find the ratio that is asked about. Rates are at most 1.
    pub power: Option<f64>,
    /// The least ratio of rates that is found with the power asked for; `None` if no ratio is.
    pub least_ratio: Option<f64>,
    /// The least number of queries that find the ratio asked about with the power asked for, by too many false positives; `None` if none is
    /// asked about, if 10^12 are not enough, and if one filter's own luck hides it.
    pub least_queries: Option<u64>,
    /// True if these are exact, false if they rest on a normal number of set bits.
    pub is_exact: bool,
}

impl RateTest {
    /// The level α if none is given.
    pub const USUAL_ALPHA: f64 = 1e-6;

    /// The power if none is given.
    pub const USUAL_POWER: f64 = 0.99;

    /// A test of `filter`, whose positions do not come from one hash of few bits, by `queries` queries (q), at α = 1e-6.
    /// Domain: 1 ≤ q ≤ 10^12.
    pub fn of(filter: StoredFilter, queries: u64) -> Result<Self, Error> {
        filter.filter.check_hash("counts of false positives")?;
        Self::asking(Tested::Filter(filter), queries)
    }

    /// A test of a static filter (xor, binary fuse) with fingerprints of `bits` bits, whose rate is 2^−bits whatever its table.
    /// Domain: 1 ≤ bits ≤ 1000 and 1 ≤ q ≤ 10^12.
    pub fn of_static(bits: u64, queries: u64) -> Result<Self, Error> {
        within("fingerprint-bits", bits, 1..=1000)?;
        Self::asking(Tested::Static { fingerprint_bits: bits }, queries)
    }

    /// The items of `filter` are the queries, each asked before it is inserted.
    pub fn while_filling(filter: StoredFilter) -> Result<Self, Error> {
        Ok(Self { while_filling: true, ..Self::of(filter, filter.items)? })
    }

    fn asking(tested: Tested, queries: u64) -> Result<Self, Error> {
        within("queries", queries, 1..=MOST_QUERIES)?;
        let (alpha, power) = (Self::USUAL_ALPHA, Self::USUAL_POWER);
        Ok(Self { tested, queries, filters: 1, while_filling: false, alpha, two_sided: false, ratio: None, power })
    }

    /// The bounds.
    pub fn bounds(self) -> Result<RateBounds, Error> {
        let (counts, mixture) = self.counts()?;
        let test = Test { alpha: self.alpha, two_sided: self.two_sided };
        let (passing, binomial): (CountBounds, CountBounds) = (test.bounds(&counts), test.bounds(&counts.binomial()));
        let least_queries =
            self.ratio.zip(mixture.as_ref()).map(|(ratio, mixture)| test.least_queries(mixture, ratio, self.power));
        Ok(RateBounds {
            expected: counts.mean(),
            // rounding may leave a full filter a variance just below zero
            standard_deviation: libm::sqrt(counts.variance().max(0.0)),
            upper: passing.upper,
            lower: passing.lower,
            alpha: passing.failure(&counts),
            binomial_upper: binomial.upper,
            binomial_alpha: binomial.failure(&counts),
            power: self.ratio.map(|ratio| passing.failure(&counts.times(ratio))),
            least_ratio: passing.least_ratio(&counts, self.power),
            least_queries: least_queries.flatten(),
            is_exact: mixture.is_some_and(|mixture| mixture.is_exact()),
        })
    }

    /// The probability with which a correct filter has more than `bound` false positives, their mean, and true if both rest on no
    /// approximation.
    pub fn exceeds(self, bound: u64) -> Result<(f64, f64, bool), Error> {
        let (counts, mixture) = self.counts()?;
        let is_exact = mixture.is_some_and(|mixture| mixture.is_exact());
        Ok((counts.at_least(bound.saturating_add(1)), counts.mean(), is_exact))
    }

    fn check(self) -> Result<(), Refused> {
        let Self { queries, filters, alpha, power, .. } = self;
        if !(1..=queries).contains(&filters) {
            return Err(Refused::new("filters", filters, format!("1 ≤ filters ≤ queries = {queries}")));
        }
        let ratio = self.ratio.unwrap_or(2.0);
        let parts = [
            ("alpha", alpha, (1e-9..=0.5).contains(&alpha), "1e-9 ≤ alpha ≤ 0.5"),
            ("power", power, (0.5..=0.999_999).contains(&power), "0.5 ≤ power ≤ 0.999999"),
            ("ratio", ratio, ratio > 1.0 && ratio <= 1e300, "1 < ratio ≤ 1e300"),
        ];
        let refused = parts.into_iter().find(|(_, _, is_within, _)| !is_within);
        refused.map_or(Ok(()), |(name, value, _, domain)| Err(Refused::new(name, value, domain)))
    }

    /// The count, and the rates that it follows from, unless the filter is asked while it fills.
    fn counts(self) -> Result<(MixedCounts, Option<Mixture>), Error> {
        self.check()?;
        if let (true, Tested::Filter(filter)) = (self.while_filling, self.tested) {
            let counts = MixedCounts::while_filling(filter.load);
            let factor = match filter.filter.scheme {
                HashingScheme::Independent => 1.0,
                _ => filter.rate()? / filter.independent_rate()?,
            };
            return Ok((counts.times(factor), None));
        }
        let mixture = self.mixture()?;
        Ok((mixture.among(self.queries), Some(mixture)))
    }

    /// The rates of one filter; of several, those of a filter as many times as large.
    fn mixture(self) -> Result<Mixture, Error> {
        let filter = match self.tested {
            Tested::Static { fingerprint_bits } => {
                return Ok(Mixture::certain(libm::exp2(-(fingerprint_bits as f64))));
            }
            Tested::Filter(filter) => filter,
        };
        let one_rate = || Ok(Mixture::certain(filter.rate()?));
        let wide = |size: u64| size.checked_mul(self.filters).filter(|size| *size <= MAX_SIZE);
        let (load, scheme) = (filter.load, filter.filter.scheme);
        let (Some(bits), Some(items), hashes) = (wide(load.bits()), wide(load.items()), load.hashes()) else {
            return one_rate();
        };
        if self.filters > 1 && self.filters == self.queries {
            return one_rate();
        }
        let blocked = match (scheme, scheme.block_bits()) {
            (_, Some(block)) if block < load.bits() => Some(BlockedLoad::plain(bits, block, items, hashes)?),
            (HashingScheme::SplitBlock(word), _) if word * hashes < load.bits() => {
                Some(BlockedLoad::split(bits, word, items, hashes)?)
            }
            _ => None,
        };
        let mixture = if let Some(blocked) = blocked.filter(|blocked| blocked.mean_load() <= MOST_LOADS) {
            Mixture::blocked(blocked)
        } else if scheme == HashingScheme::Independent && self.filters == 1 {
            return Ok(Mixture::plain(load));
        } else if load.bits() <= MOST_EXACT_BITS && self.filters <= MOST_AVERAGED {
            Mixture::plain(load).averaged(self.filters)
        } else {
            let wide = Load::new(bits, items, hashes)?;
            Mixture::plain(match load.sampling() {
                Sampling::WithReplacement => wide,
                Sampling::WithoutReplacement => wide.without_replacement()?,
            })
        };
        Ok(mixture.with_mean(filter.rate()?))
    }
}
