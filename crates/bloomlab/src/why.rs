//! The usual causes of a measured rate, each with the rate that it predicts.

use bloomlab_formulas::{
    Formula,
    counts::{MOST_QUERIES, proportion_interval},
    walks::HashingScheme,
    walks::SchemeLoad,
    walks::first_order::FirstOrder,
};
use bloomlab_numbers::{MAX_SIZE, OutOfDomain, Parameter, search::try_first_around};

use crate::Error;
use crate::filter::{Filter, StoredFilter};

/// The schemes of libraries and engines, with the usual blocks, and where to look for each.
const SCHEMES: [HashingScheme; 12] = [
    HashingScheme::Double,
    HashingScheme::DoubleNonzero,
    HashingScheme::DoubleOdd,
    HashingScheme::KmPartition,
    HashingScheme::Partitioned,
    HashingScheme::Blocked(512),
    HashingScheme::Blocked(256),
    HashingScheme::Blocked(64),
    HashingScheme::SplitBlock(32),
    HashingScheme::SplitBlock(64),
    HashingScheme::BlockedDouble(512),
    HashingScheme::BlockedDoubleOdd(512),
];

/// Under more hash functions the rate of a walk is that of the first-order distribution, which takes no time.
const MOST_SUMMED: u64 = 12;

/// The widths of hashes and of positions that programs cut them to.
const WIDTHS: [u64; 4] = [16, 31, 32, 64];

/// The question why `positives` of `queries` queries of items that were never stored were reported.
///
/// ```
/// use bloomlab::{Filter, Why};
///
/// // FastFilter/fastfilter_cpp, issue 8: 500 million items, twelve bits each, and 1794 of 100,000 queries instead of 314
/// let filter = Filter::new(6_000_000_000, 8)?.holding(500_000_000)?;
/// let found = Why::of(filter, 1794, 100_000)?.causes()?;
/// assert!(found.iter().any(|one| one.cause == "positions-of-32-bits" && one.within));
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Why {
    filter: Filter,
    stored: StoredFilter,
    positives: u64,
    queries: u64,
    alpha: f64,
}

/// A cause with the rate that it predicts.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Cause {
    /// Its name.
    pub cause: String,
    /// The rate.
    pub rate: f64,
    /// The measured rate over it.
    pub factor: f64,
    /// True if the rate lies in the measured interval.
    pub within: bool,
    /// How to tell it from the others.
    pub distinguish: &'static str,
}

impl Why {
    /// The level of the measured interval where none is given.
    pub const USUAL_ALPHA: f64 = 1e-3;

    /// `positives` (x) of `queries` (q) queries were reported.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ q ≤ 10^12, x ≤ q and n ≥ 1.
    pub fn of(filter: StoredFilter, positives: u64, queries: u64) -> Result<Self, Error> {
        Parameter::Queries.within(queries, 1..=MOST_QUERIES)?;
        Parameter::Positives.within(positives, 0..=queries)?;
        Parameter::Items.within(filter.items(), 1..=MAX_SIZE)?;
        Ok(Self { filter: filter.filter(), stored: filter, positives, queries, alpha: Self::USUAL_ALPHA })
    }

    /// The measured interval misses the truth with probability `alpha` at most.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1e-9 ≤ α ≤ 0.5.
    pub fn at_level(self, alpha: f64) -> Result<Self, Error> {
        if (1e-9..=0.5).contains(&alpha) {
            return Ok(Self { alpha, ..self });
        }
        Err(OutOfDomain::new(Parameter::Alpha, alpha, "1e-9 ≤ alpha ≤ 0.5").into())
    }

    /// The interval of the measured rate (Clopper and Pearson).
    pub fn interval(&self) -> (f64, f64) {
        proportion_interval(self.queries, self.positives, self.alpha)
    }

    /// The causes, sorted by the distance of their rates from the measured interval; of equal ones those come first that fit no number.
    pub fn causes(&self) -> Result<Vec<Cause>, Error> {
        let (bits, hashes) = self.stored.shape();
        let items = self.stored.items();
        let exact = self.stored.rate()?;
        let measured = self.positives as f64 / self.queries as f64;
        let mut found: Vec<(String, f64, &'static str)> = vec![(
            "as-described".to_owned(),
            exact,
            "nothing is to be explained: `bloomlab test` has the counts of a correct filter",
        )];
        let mut add =
            |cause: String, rate: Option<f64>, distinguish| found.extend(rate.map(|rate| (cause, rate, distinguish)));
        add(
            "classic-formula".to_owned(),
            self.stored.by(Formula::Classic).ok(),
            "the promise was the textbook's: `bloomlab fpr` has both rates",
        );
        for scheme in SCHEMES {
            add(
                format!("scheme:{scheme}"),
                self.under(scheme),
                "as many bits are set: read how positions follow from the hash",
            );
        }
        let sized =
            |bits: u64, hashes: u64| self.like(Filter::new(bits, hashes).ok()?)?.holding(items).ok()?.rate().ok();
        for width in WIDTHS {
            let hashed =
                Filter::new(bits, hashes).map(|filter| filter.hash_bits(width).map(|filter| filter.holding(items)));
            let rate = hashed.ok().and_then(|filter| filter.ok()?.ok()?.rate().ok());
            add(
                format!("hash-of-{width}-bits"),
                rate,
                "a larger filter has the same rate: that of queries with the hash of an item",
            );
            if width < 64 && 1 << width < bits {
                add(format!("positions-of-{width}-bits"), sized(1 << width, hashes), "no bit beyond is set");
            }
        }
        let power = 1_u64 << bits.ilog2();
        if power < bits {
            add(
                format!("bits:{power}"),
                sized(power, hashes),
                "print the number of bits: rounded down to a power of two",
            );
            add(
                format!("bits:{}", 2 * power),
                sized(2 * power, hashes),
                "print the number of bits: rounded up to a power of two",
            );
        }
        for other in [1, hashes - 1, hashes + 1].into_iter().filter(|other| *other > 0 && *other != hashes) {
            add(format!("hashes:{other}"), sized(bits, other), "count the bits that one item sets");
        }
        // the numbers that fit
        let rises = |items: u64| Some(self.filter.holding(items).ok()?.rate().ok()? >= measured);
        let most = MAX_SIZE / hashes.max(64);
        let fitted = try_first_around(items, 1..=most, |items| rises(items).ok_or(()));
        if let Ok(Some(fitted)) = fitted.map(|found| found.filter(|fitted| *fitted != items)) {
            add(
                format!("items:{fitted}"),
                self.filter.holding(fitted).map(|held| held.rate().ok()).ok().flatten(),
                "count the items, or the set bits: `bloomlab observe`",
            );
        }
        if measured > exact && exact < 1.0 {
            add(
                format!("stored-queries:{:.3e}", (measured - exact) / (1.0 - exact)),
                Some(measured),
                "ask random items that were never stored",
            );
        }
        Ok(self.sorted(found, measured))
    }

    fn sorted(&self, found: Vec<(String, f64, &'static str)>, measured: f64) -> Vec<Cause> {
        let (lower, upper) = self.interval();
        let away = |rate: f64| (libm::log(lower / rate)).max(libm::log(rate / upper)).max(0.0);
        let mut causes: Vec<Cause> = found
            .into_iter()
            .map(|(cause, rate, distinguish)| Cause {
                cause,
                rate,
                factor: measured / rate,
                within: (lower..=upper).contains(&rate),
                distinguish,
            })
            .collect();
        causes.sort_by(|one, other| away(one.rate).total_cmp(&away(other.rate)));
        causes
    }

    /// The same way of drawing positions in another filter.
    fn like(&self, filter: Filter) -> Option<Filter> {
        self.filter.drawn_as(filter).ok()
    }

    /// The rate under another scheme; of blocks in as many bits as they fill.
    fn under(&self, scheme: HashingScheme) -> Option<f64> {
        let (bits, hashes) = self.stored.shape();
        let unit = match scheme {
            HashingScheme::KmPartition => hashes,
            HashingScheme::DoubleOdd => 2,
            _ => scheme.block_bits().or(scheme.word_bits().map(|bits| bits.saturating_mul(hashes))).unwrap_or(1),
        };
        let filter = Filter::new(bits - bits % unit, hashes).ok()?.under(scheme).ok()?;
        if scheme.is_summed_over_sets() && hashes > MOST_SUMMED {
            let load = SchemeLoad::new(scheme, bits - bits % unit, self.stored.items(), hashes).ok()?;
            if let Ok(Some(rate)) = FirstOrder::default().rate(load) {
                return Some(rate.clamp(0.0, 1.0));
            }
        }
        filter.holding(self.stored.items()).ok()?.rate().ok()
    }
}
