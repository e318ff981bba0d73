//! The kinds of filters, and what is known of one that was sized.

use bloomlab_formulas::{bounds::static_limit, static_filters::StaticFilter};
use bloomlab_numbers::{Double, MAX_SIZE, Value};

/// Bits of a cache line.
pub(super) const CACHE_LINE: u64 = 512;

/// A kind of filter, or a bound for all of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum FilterKind {
    /// log2(1/P): what any filter needs for items known beforehand, in an infinite universe.
    StaticBound,
    /// log2(1/P) + log2 e: what any filter needs from which every item can be deleted. It is asymptotic, proved for P → 0 alone:
    /// at a given P a guide, and no bound; filters that delete only a share of their items may lie below.
    DynamicBound,
    /// The ordinary Bloom filter.
    Bloom,
    /// One bit of an item in each of k slices.
    Partitioned,
    /// All k bits of an item in one cache line.
    Blocked,
    /// Blocks of 8 words of 32 bits, one bit in each.
    SplitBlock,
    /// All k bits of an item in one cache line, on a walk of any step.
    BlockedDouble,
    /// Counters of 4 bits.
    Counting,
    /// Counters of 4 bits with fingerprints of 4 bits.
    FpCbf,
    /// D-FP: cells of two bits that hold a fingerprint of one bit.
    Dfp,
    /// TBF: ternary cells in two bits each.
    Tbf,
    /// Ternary cells, five to a byte.
    TbfPacked,
    /// QBF: quaternary cells.
    Qbf,
    /// DlBF: regions of bits with a collision mark.
    Dlbf,
    /// Cuckoo filter of four slots a bucket.
    Cuckoo,
    /// Quotient filter with three bits of metadata a slot.
    Quotient,
    /// Quotient filter in its rank-and-select form: 2.125 bits of metadata a slot.
    QuotientRankSelect,
    /// Xor filter.
    Xor,
    /// Binary fuse filter of arity 3.
    #[strum(serialize = "binary-fuse-3")]
    BinaryFuse3,
    /// Binary fuse filter of arity 4.
    #[strum(serialize = "binary-fuse-4")]
    BinaryFuse4,
}

impl FilterKind {
    /// Returns true if items can be deleted: all of them, or the share in the parameter `deletability`.
    pub fn deletes(self) -> bool {
        use FilterKind as Kind;
        self == Kind::DynamicBound || (Kind::Counting..=Kind::QuotientRankSelect).contains(&self)
    }

    /// The filter that is built once for its items, if it is one.
    pub(super) fn built_once(self) -> Option<StaticFilter> {
        match self {
            FilterKind::Xor => Some(StaticFilter::Xor),
            FilterKind::BinaryFuse3 => Some(StaticFilter::BinaryFuse3),
            FilterKind::BinaryFuse4 => Some(StaticFilter::BinaryFuse4),
            _ => None,
        }
    }

    /// Returns true if items can be added after it was built.
    pub fn inserts(self) -> bool {
        self != FilterKind::StaticBound && self.built_once().is_none()
    }

    /// Returns true if two filters of one shape can be made one that holds the items of both, without the items.
    pub fn merges(self) -> bool {
        self.inserts() && self != FilterKind::DynamicBound && self != FilterKind::Cuckoo
    }
}

/// A filter that keeps the target rate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SizedFilter {
    /// Its kind.
    pub filter: FilterKind,
    /// Memory in bits over n.
    pub bits_per_item: f64,
    /// Its exact false-positive rate with n items; of a bound the target.
    pub rate: f64,
    /// Its parts, by name.
    pub parameters: Vec<(&'static str, Value)>,
    /// The mean number of cache lines of 512 bits that a lookup of a stored item touches; none for a bound.
    pub cache_lines: Option<f64>,
}

impl SizedFilter {
    pub(super) fn new(
        filter: FilterKind,
        bits_per_item: f64,
        rate: f64,
        cache_lines: f64,
        parameters: Vec<(&'static str, Value)>,
    ) -> Self {
        Self { filter, bits_per_item, rate, parameters, cache_lines: Some(cache_lines) }
    }
}

/// A kind of filter that forgets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum WindowFilter {
    /// Two phases as the formulas of Dozier et al. have them: the message that ends a cycle is dropped.
    TwoPhasesDropping,
    /// Two phases that keep it: none of the last ⌊σ/k⌋ messages is ever missed.
    TwoPhasesKeeping,
    /// Two filters that take turns and are both asked, of W messages each when they are full: the ring with one full filter.
    TwoBuffers,
    /// Two filters, both filled; the older is asked. The newer starts empty when the older holds W messages, and takes its place when the
    /// older holds 2W.
    DoubleBuffering,
    /// The ring of filters: j full ones and an active one.
    Ring,
    /// Bitcoin Core's: labels of three generations in one array, as much memory as it allocates.
    Rolling,
    /// k + l slices in a ring.
    AgePartitioned,
    /// A timer in every cell.
    TimeAwareTimers,
    /// Two flags in every cell, swept every W messages.
    TimeAwareFlags,
    /// One recycling filter, with the memory of two phases.
    OnePhase,
    /// Cells of one bit, some of which are cleared at every insertion, with the memory of two phases.
    Stable,
}

/// A filter that remembers the last W messages at the target rate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SizedWindow {
    /// Its kind.
    pub filter: WindowFilter,
    /// All memory in bits over W.
    pub bits_per_message: f64,
    /// Its exact mean rate.
    pub rate: f64,
    /// The rate at the end of a generation, of filters that have generations.
    pub worst_rate: Option<f64>,
    /// So many of the newest messages are never missed; 0 if nothing is guaranteed.
    pub window: u64,
    /// The probability that one of the last W messages, at a uniformly random distance below W, is no longer held. A false
    /// positive may still make it known.
    pub false_negative_rate: f64,
    /// Its parts, by name.
    pub parameters: Vec<(&'static str, Value)>,
}

/// L (1 − (1 − 1/L)^k), L = ⌈m/512⌉: the mean number of different cache lines in which k independent places lie.
pub(super) fn lines_touched(bits: f64, places: u64) -> f64 {
    let lines = libm::ceil(bits / CACHE_LINE as f64).max(1.0);
    lines * -libm::expm1(places as f64 * libm::log1p(-1.0 / lines.max(1.0 + f64::EPSILON)))
}

/// Hash functions that the classic analysis takes, log2(1/P), and the bits it takes with k of them.
pub(super) fn usual_hashes(target: f64) -> u64 {
    (static_limit(&Double, target) as u64).max(1)
}

pub(super) fn usual_bits(items: u64, target: f64, hashes: u64) -> u64 {
    let fill = libm::pow(target, 1.0 / hashes as f64);
    let bits = hashes as f64 * items as f64 / -libm::log1p(-fill);
    (bits as u64).clamp(1, MAX_SIZE)
}

/// Whole numbers by name.
pub(super) fn counts<const N: usize>(named: [(&'static str, u64); N]) -> Vec<(&'static str, Value)> {
    named.map(|(name, count)| (name, Value::Integer(count))).into()
}
