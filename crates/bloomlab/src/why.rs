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
use crate::sizing::MOST_HASHES;

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
#[non_exhaustive]
pub struct Why {
    /// The lower end of the interval of the measured rate (Clopper and Pearson).
    pub lower: f64,
    /// The upper end.
    pub upper: f64,
    /// The causes; of equally distant ones those come first that fit no number.
    pub causes: Vec<Cause>,
    /// Causes whose rate was not computed: it takes too long, or the scheme has no filter of this size.
    pub not_computed: Vec<String>,
}

/// A cause with the rate that it predicts.
#[derive(Clone, Debug, PartialEq)]
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
    /// The level of the measured interval if none is given.
    pub const USUAL_ALPHA: f64 = 1e-3;

    /// `positives` (x) of `queries` (q) queries of items that were never stored were reported; the interval misses the truth with probability
    /// `alpha` at most.
    /// Domain: 1 ≤ q ≤ 10^12, x ≤ q, n ≥ 1, k ≤ 64 and 1e-9 ≤ α ≤ 0.5.
    pub fn of(stored: StoredFilter, positives: u64, queries: u64, alpha: f64) -> Result<Self, Error> {
        let (bits, hashes, items) = (stored.load.bits(), stored.load.hashes(), stored.items);
        stored.filter.check_words("causes")?;
        within("queries", queries, 1..=MOST_QUERIES)?;
        within("positives", positives, 0..=queries)?;
        within("items", items, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=MOST_HASHES)?;
        if !(1e-9..=0.5).contains(&alpha) {
            return Err(Refused::new("alpha", alpha, "1e-9 ≤ alpha ≤ 0.5").into());
        }
        let (lower, upper) = proportion_interval(queries, positives, alpha);
        let (exact, measured) = (stored.rate()?, positives as f64 / queries as f64);
        // positions drawn in the same way
        let rate = |filter: Filter, items| filter.holding(items).ok()?.rate().ok();
        let sized = |bits, hashes| rate(stored.filter.drawn_as(Filter::new(bits, hashes).ok()?).ok()?, items);
        let hashed = |width| rate(Filter::new(bits, hashes).ok()?.hash_bits(width).ok()?, items);
        let described = "nothing is to be explained: `bloomlab test` has the counts of a correct filter";
        let promised = "the promise was the textbook's: `bloomlab fpr` has both rates";
        let mut all = vec![
            ("as-described".to_owned(), Some(exact), described),
            ("classic-formula".to_owned(), stored.by(Formula::Classic).ok(), promised),
        ];
        let derived = "as many bits are set: read how positions follow from the hash";
        all.extend(SCHEMES.map(|scheme| (format!("scheme:{scheme}"), under(stored, scheme), derived)));
        let alike = "a larger filter has the same rate: that of queries with the hash of an item";
        all.extend(WIDTHS.map(|width| (format!("hash-of-{width}-bits"), hashed(width), alike)));
        let cut = WIDTHS.into_iter().filter(|width| *width < 64 && 1 << width < bits);
        all.extend(
            cut.map(|width| (format!("positions-of-{width}-bits"), sized(1 << width, hashes), "no bit beyond is set")),
        );
        let power = 1_u64 << bits.ilog2();
        let rounded = [
            (power, "print the number of bits: rounded down to a power of two"),
            (2 * power, "print the number of bits: rounded up to a power of two"),
        ];
        let rounded = rounded.into_iter().filter(|_| power < bits);
        all.extend(rounded.map(|(bits, distinguish)| (format!("bits:{bits}"), sized(bits, hashes), distinguish)));
        let others = [1, hashes - 1, hashes + 1].into_iter().filter(|other| *other > 0 && *other != hashes);
        all.extend(others.map(|k| (format!("hashes:{k}"), sized(bits, k), "count the bits that one item sets")));
        let reaches = |items| rate(stored.filter, items).map(|rate| rate >= measured).ok_or(());
        let fitted = try_least(items, 1..=MAX_SIZE / hashes.max(64), reaches).ok().flatten();
        all.extend(fitted.filter(|fitted| *fitted != items).map(|fitted| {
            let distinguish = "count the items, or the set bits: `bloomlab observe`";
            (format!("items:{fitted}"), rate(stored.filter, fitted), distinguish)
        }));
        if measured > exact && exact < 1.0 {
            let share = (measured - exact) / (1.0 - exact);
            let distinguish = "ask random items that were never stored";
            all.push((format!("stored-queries:{share:.3e}"), Some(measured), distinguish));
        }
        if 0.0 < measured && measured < exact {
            let share = 1.0 - measured / exact;
            let distinguish = "divide by the queries that were never stored";
            all.push((format!("stored-in-total:{share:.3e}"), Some(measured), distinguish));
            let falls = |bits| sized(bits, hashes).map(|rate| rate <= measured).ok_or(());
            let fitted = try_least(bits, bits..=MAX_SIZE, falls).ok().flatten();
            let distinguish = "print the number of bits: it may have been rounded up";
            all.extend(fitted.map(|fitted| (format!("bits:{fitted}"), sized(fitted, hashes), distinguish)));
        }
        let away = |rate: f64| libm::log(lower / rate).max(libm::log(rate / upper)).max(0.0);
        let not_computed = all.iter().filter(|(_, rate, _)| rate.is_none()).map(|(cause, ..)| cause.clone()).collect();
        let computed = all.into_iter().filter_map(|(cause, rate, distinguish)| {
            let (rate, within) = (rate?, (lower..=upper).contains(&rate?));
            Some(Cause { cause, rate, factor: measured / rate, within, distinguish })
        });
        let mut causes: Vec<_> = computed.collect();
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
