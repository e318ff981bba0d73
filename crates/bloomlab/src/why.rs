//! The usual causes of a measured rate, each with the rate that it predicts.

use bloomlab_formulas::{
    Formula,
    counts::{MOST_QUERIES, proportion_interval},
    walks::HashingScheme,
    walks::SchemeLoad,
    walks::first_order::FirstOrder,
};
use bloomlab_numbers::{MAX_SIZE, Refused, search::try_least, within};

use crate::error::Error;
use crate::filter::{Filter, StoredFilter};

/// The schemes of libraries and engines, with the usual blocks.
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

/// The usual causes of a measured rate, sorted by the distance of the rates that they predict from its interval.
///
/// ```
/// use bloomlab::{Filter, Why};
///
/// // FastFilter/fastfilter_cpp, issue 8: 500 million items, twelve bits each, and 1794 of 100,000 queries instead of 314
/// let filter = Filter::new(6_000_000_000, 8)?.holding(500_000_000)?;
/// let why = Why::of(filter, 1794, 100_000, Why::USUAL_ALPHA)?;
/// assert!(why.causes.iter().any(|one| one.cause == "positions-of-32-bits" && one.within));
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Why {
    /// The lower end of the interval of the measured rate (Clopper and Pearson).
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
    /// The causes; of equally distant ones those come first that fit no number.
    pub causes: Vec<Cause>,
    /// Schemes whose rate was not computed: it takes too long, or they have no filter of this size.
    pub not_computed: Vec<String>,
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
    /// The way to tell it from the others.
    pub distinguish: &'static str,
}

impl Why {
    /// The level of the measured interval where none is given.
    pub const USUAL_ALPHA: f64 = 1e-3;

    /// `positives` (x) of `queries` (q) queries of items that were never stored were reported; the interval misses the truth with probability
    /// `alpha` at most.
    /// Domain: 1 ≤ q ≤ 10^12, x ≤ q, n ≥ 1 and 1e-9 ≤ α ≤ 0.5.
    pub fn of(stored: StoredFilter, positives: u64, queries: u64, alpha: f64) -> Result<Self, Error> {
        let (bits, hashes, items) = (stored.load.bits(), stored.load.hashes(), stored.items);
        stored.filter.check_words("causes")?;
        within("queries", queries, 1..=MOST_QUERIES)?;
        within("positives", positives, 0..=queries)?;
        within("items", items, 1..=MAX_SIZE)?;
        if !(1e-9..=0.5).contains(&alpha) {
            return Err(Refused::new("alpha", alpha, "1e-9 ≤ alpha ≤ 0.5").into());
        }
        let (lower, upper) = proportion_interval(queries, positives, alpha);
        let (exact, measured) = (stored.rate()?, positives as f64 / queries as f64);
        let (mut causes, mut not_computed) = (Vec::new(), Vec::new());
        let mut add = |cause: String, rate: Option<f64>, distinguish| {
            causes.extend(rate.map(|rate| {
                let within = (lower..=upper).contains(&rate);
                Cause { cause, rate, factor: measured / rate, within, distinguish }
            }));
        };
        let described = "nothing is to be explained: `bloomlab test` has the counts of a correct filter";
        add("as-described".to_owned(), Some(exact), described);
        let classic = stored.by(Formula::Classic).ok();
        add("classic-formula".to_owned(), classic, "the promise was the textbook's: `bloomlab fpr` has both rates");
        for scheme in SCHEMES {
            let distinguish = "as many bits are set: read how positions follow from the hash";
            let rate = under(stored, scheme);
            if rate.is_none() {
                not_computed.push(scheme.to_string());
            }
            add(format!("scheme:{scheme}"), rate, distinguish);
        }
        // positions drawn in the same way
        let rate = |filter: Filter, items| filter.holding(items).ok()?.rate().ok();
        let sized = |bits, hashes| rate(stored.filter.drawn_as(Filter::new(bits, hashes).ok()?).ok()?, items);
        for width in WIDTHS {
            let hashed = Filter::new(bits, hashes)?.hash_bits(width)?;
            let distinguish = "a larger filter has the same rate: that of queries with the hash of an item";
            add(format!("hash-of-{width}-bits"), rate(hashed, items), distinguish);
            if width < 64 && 1 << width < bits {
                add(format!("positions-of-{width}-bits"), sized(1 << width, hashes), "no bit beyond is set");
            }
        }
        let power = 1_u64 << bits.ilog2();
        if power < bits {
            let distinguish = "print the number of bits: rounded down to a power of two";
            add(format!("bits:{power}"), sized(power, hashes), distinguish);
            let distinguish = "print the number of bits: rounded up to a power of two";
            add(format!("bits:{}", 2 * power), sized(2 * power, hashes), distinguish);
        }
        for other in [1, hashes - 1, hashes + 1].into_iter().filter(|other| *other > 0 && *other != hashes) {
            add(format!("hashes:{other}"), sized(bits, other), "count the bits that one item sets");
        }
        let reaches = |items| rate(stored.filter, items).map(|rate| rate >= measured).ok_or(());
        let fitted = try_least(items, 1..=MAX_SIZE / hashes.max(64), reaches);
        if let Ok(Some(fitted)) = fitted.map(|found| found.filter(|fitted| *fitted != items)) {
            let distinguish = "count the items, or the set bits: `bloomlab observe`";
            add(format!("items:{fitted}"), rate(stored.filter, fitted), distinguish);
        }
        if measured > exact && exact < 1.0 {
            let share = (measured - exact) / (1.0 - exact);
            add(format!("stored-queries:{share:.3e}"), Some(measured), "ask random items that were never stored");
        }
        if 0.0 < measured && measured < exact {
            let share = 1.0 - measured / exact;
            add(format!("stored-in-total:{share:.3e}"), Some(measured), "divide by the queries that were never stored");
            let falls = |bits| sized(bits, hashes).map(|rate| rate <= measured).ok_or(());
            if let Ok(Some(fitted)) = try_least(bits, bits..=MAX_SIZE, falls) {
                add(
                    format!("bits:{fitted}"),
                    sized(fitted, hashes),
                    "print the number of bits: it may have been rounded up",
                );
            }
        }
        let away = |rate: f64| libm::log(lower / rate).max(libm::log(rate / upper)).max(0.0);
        causes.sort_by(|one, other| away(one.rate).total_cmp(&away(other.rate)));
        Ok(Self { lower, upper, causes, not_computed })
    }
}

/// The rate under another scheme; of blocks in as many bits as they fill.
fn under(stored: StoredFilter, scheme: HashingScheme) -> Option<f64> {
    let (bits, hashes, items) = (stored.load.bits(), stored.load.hashes(), stored.items);
    let unit = match scheme {
        HashingScheme::KmPartition => hashes,
        HashingScheme::DoubleOdd => 2,
        _ => scheme.block_bits().or(scheme.word_bits().map(|bits| bits.saturating_mul(hashes))).unwrap_or(1),
    };
    let bits = bits - bits % unit;
    if scheme.is_summed_over_sets() && hashes > MOST_SUMMED {
        let load = SchemeLoad::new(scheme, bits, items, hashes).ok()?;
        if let Ok(Some(rate)) = FirstOrder::default().rate(load) {
            return Some(rate.clamp(0.0, 1.0));
        }
    }
    Filter::new(bits, hashes).ok()?.under(scheme).ok()?.holding(items).ok()?.rate().ok()
}
