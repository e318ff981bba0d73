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

/// The cause that explains nothing.
const AS_DESCRIBED: &str = "as-described";

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
        let first_order = FirstOrder::default();
        let exact = rate(&first_order, stored.filter, items)?;
        let measured = positives as f64 / queries as f64;
        let sized = |bits, hashes| stored.filter.drawn_as(Filter::new(bits, hashes).ok()?).ok();
        let at = |filter: Option<Filter>, items| rate(&first_order, filter?, items).ok();
        let hashed = |width| at(Filter::new(bits, hashes).ok()?.hash_bits(width).ok(), items);
        let mut why = Self { lower, upper, causes: Vec::new(), not_computed: Vec::new() };
        let mut add = |cause: String, rate: Option<f64>, distinguish| match rate {
            Some(rate) => {
                let within = (lower..=upper).contains(&rate);
                why.causes.push(Cause { cause, rate, factor: measured / rate, within, distinguish });
            }
            None => why.not_computed.push(cause),
        };
        let described = "nothing is to be explained: `bloomlab test` has the counts of a correct filter";
        add(AS_DESCRIBED.to_owned(), Some(exact), described);
        let promised = "the promise was the textbook's: `bloomlab fpr` has both rates";
        add("classic-formula".to_owned(), stored.by(Formula::Classic).ok(), promised);
        let derived = "as many bits are set: read how positions follow from the hash";
        for scheme in SCHEMES {
            add(format!("scheme:{scheme}"), at(under(bits, hashes, scheme), items), derived);
        }
        let alike = "a larger filter has the same rate: that of queries with the hash of an item";
        for width in WIDTHS {
            add(format!("hash-of-{width}-bits"), hashed(width), alike);
            if width < 64 && 1 << width < bits {
                add(format!("positions-of-{width}-bits"), at(sized(1 << width, hashes), items), "no bit beyond is set");
            }
        }
        let power = 1_u64 << bits.ilog2();
        if power < bits {
            let down = "print the number of bits: rounded down to a power of two";
            add(format!("bits:{power}"), at(sized(power, hashes), items), down);
            let up = "print the number of bits: rounded up to a power of two";
            add(format!("bits:{}", 2 * power), at(sized(2 * power, hashes), items), up);
        }
        for k in [1, hashes - 1, hashes + 1].into_iter().filter(|other| *other > 0 && *other != hashes) {
            add(format!("hashes:{k}"), at(sized(bits, k), items), "count the bits that one item sets");
        }
        // what fits a number
        let falls = |rate: Option<f64>| rate.map(|rate| rate <= measured).ok_or(());
        if let Ok(Some(most)) = try_least(32, 2..=64, |width| falls(hashed(width))) {
            let away = |width: &u64| hashed(*width).map_or(f64::INFINITY, |rate| libm::log(rate / measured).abs());
            let fitted = if away(&(most - 1)) < away(&most) { most - 1 } else { most };
            if !WIDTHS.contains(&fitted) {
                add(format!("hash-of-{fitted}-bits"), hashed(fitted), alike);
            }
        }
        let holding = |items| at(Some(stored.filter), items);
        let reaches = |items| holding(items).map(|rate| rate >= measured).ok_or(());
        let fitted = try_least(items, 1..=MAX_SIZE / hashes.max(64), reaches);
        if let Some(fitted) = fitted.ok().flatten().filter(|fitted| *fitted != items) {
            let distinguish = "count the items, or the set bits: `bloomlab observe`";
            add(format!("items:{fitted}"), holding(fitted), distinguish);
        }
        if measured > exact && exact < 1.0 {
            let share = (measured - exact) / (1.0 - exact);
            add(format!("stored-queries:{share:.3e}"), Some(measured), "ask random items that were never stored");
        }
        if 0.0 < measured && measured < exact {
            let name = format!("stored-in-total:{:.3e}", 1.0 - measured / exact);
            add(name, Some(measured), "divide by the queries that were never stored");
            if let Ok(Some(fitted)) = try_least(bits, bits..=MAX_SIZE, |bits| falls(at(sized(bits, hashes), items))) {
                let distinguish = "print the number of bits: it may have been rounded up";
                add(format!("bits:{fitted}"), at(sized(fitted, hashes), items), distinguish);
            }
        }
        let away = |one: &Cause| libm::log(lower / one.rate).max(libm::log(one.rate / upper)).max(0.0);
        why.causes.sort_by(|one, other| away(one).total_cmp(&away(other)));
        Ok(why)
    }

    /// A sentence: how many causes explain the measured rate, and the first of them; or that nothing is to be explained.
    pub fn conclusion(&self) -> String {
        let explaining = self.causes.iter().filter(|one| one.within).count();
        match (explaining, self.causes[0].cause.as_str()) {
            (0, nearest) => format!("No cause explains the measured rate; {nearest} is the nearest."),
            (_, AS_DESCRIBED) => "Nothing is to be explained: the filter as described has such a rate.".to_owned(),
            (1, only) => format!("One cause explains the measured rate: {only}."),
            (_, first) => format!("{explaining} causes explain the measured rate, first of them {first}."),
        }
    }
}

/// The rate; of a walk with many hash functions to first order, if it has one.
fn rate(first_order: &FirstOrder, filter: Filter, items: u64) -> Result<f64, Error> {
    let (bits, hashes) = (filter.shape.bits(), filter.shape.hashes());
    if filter.scheme.is_summed_over_sets() && hashes > MOST_SUMMED && filter.hash_bits.is_none() {
        let load = SchemeLoad::new(filter.scheme, bits, items, hashes)?;
        if let Ok(Some(rate)) = first_order.rate(load) {
            return Ok(rate.clamp(0.0, 1.0));
        }
    }
    filter.holding(items)?.rate()
}

/// The filter under another scheme; of blocks in as many bits as they fill.
fn under(bits: u64, hashes: u64, scheme: HashingScheme) -> Option<Filter> {
    let unit = match scheme {
        HashingScheme::KmPartition => hashes,
        HashingScheme::DoubleOdd => 2,
        _ => scheme.block_bits().or(scheme.word_bits().map(|bits| bits.saturating_mul(hashes))).unwrap_or(1),
    };
    Filter::of_scheme(bits - bits % unit, hashes, scheme).ok()
}
