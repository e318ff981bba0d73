//! The smallest filter of each kind for n items and a target rate.

use bloomlab_formulas::bounds::{dynamic_limit, static_limit};
use bloomlab_formulas::static_filters::{self, StaticFilter};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{MAX_SIZE, Parameter, Refused, Value};
use bloomlab_recycling::Target;

use crate::{deletable, plain};

/// Bits of a cache line.
pub const CACHE_LINE: u64 = 512;

/// A kind of filter, or a bound for all of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Filter {
    /// log2(1/P): what any filter needs for items known beforehand, in an infinite universe.
    StaticBound,
    /// log2(1/P) + log2 e: what any filter needs where items come and go, as P → 0.
    DynamicBound,
    /// The ordinary Bloom filter.
    Bloom,
    /// One bit of an item in each of k slices.
    Partitioned,
    /// All k bits of an item in one cache line.
    Blocked,
    /// Blocks of 8 words of 32 bits, one bit in each.
    SplitBlock,
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

impl Filter {
    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Whether it is a bound, and no filter.
    pub fn is_bound(self) -> bool {
        matches!(self, Filter::StaticBound | Filter::DynamicBound)
    }

    /// Whether items can be deleted: all of them, or the share that the parameter `deletability` tells.
    pub fn deletes(self) -> bool {
        self.counts() || matches!(self, Filter::DynamicBound) || self.saturates()
    }

    fn counts(self) -> bool {
        matches!(
            self,
            Filter::Counting | Filter::FpCbf | Filter::Cuckoo | Filter::Quotient | Filter::QuotientRankSelect
        )
    }

    fn saturates(self) -> bool {
        matches!(self, Filter::Dfp | Filter::Tbf | Filter::TbfPacked | Filter::Qbf | Filter::Dlbf)
    }

    /// Whether items can be added after it was built.
    pub fn inserts(self) -> bool {
        !matches!(self, Filter::StaticBound | Filter::Xor | Filter::BinaryFuse3 | Filter::BinaryFuse4)
    }

    /// Whether two filters of one shape can be made one that holds the items of both, without the items.
    pub fn merges(self) -> bool {
        !self.is_bound() && self.inserts() && self != Filter::Cuckoo
    }
}

/// A filter that keeps the target rate.
#[derive(Clone, Debug, PartialEq)]
pub struct SizedFilter {
    /// Its kind.
    pub filter: Filter,
    /// Memory in bits over n.
    pub bits_per_item: f64,
    /// Its exact false-positive rate with n items; of a bound the target.
    pub rate: f64,
    /// What it is made of, by name.
    pub parameters: Vec<(&'static str, Value)>,
    /// The mean number of cache lines of 512 bits that a lookup of a stored item touches; none for a bound.
    pub cache_lines: Option<f64>,
}

impl SizedFilter {
    pub(crate) fn new(
        (filter, items): (Filter, u64),
        bits: f64,
        rate: f64,
        cache_lines: f64,
        parameters: Vec<(&'static str, Value)>,
    ) -> Self {
        Self { filter, bits_per_item: bits / items as f64, rate, parameters, cache_lines: Some(cache_lines) }
    }
}

/// L (1 − (1 − 1/L)^k), L = ⌈m/512⌉: the mean number of different cache lines in which k independent places lie.
pub(crate) fn lines_touched(bits: f64, places: u64) -> f64 {
    let lines = libm::ceil(bits / CACHE_LINE as f64).max(1.0);
    lines * -libm::expm1(places as f64 * libm::log1p(-1.0 / lines.max(1.0 + f64::EPSILON)))
}

/// Every filter that keeps the rate `target` with `items` items, the smallest of its kind, by bits per item; the bounds
/// among them. Kinds that cannot keep it at any size are left out.
///
/// Rates are exact at this n ([`bloomlab_formulas::exact`] and the other models), in double precision.
///
/// # Errors
/// [`Refused`] unless 1 ≤ n ≤ 2^53 and 2^−100 ≤ target < 1.
pub fn for_items(items: u64, target: f64) -> Result<Vec<SizedFilter>, Refused> {
    Parameter::Items.within(items, 1..=1 << 53)?;
    let rate = Target::new(target)?.rate();
    if rate < libm::exp2(-100.0) {
        let domain = "2^-100 ≤ target < 1";
        return Err(bloomlab_occupancy::OutOfDomain::new(Parameter::Target, target, domain).into());
    }
    let bound =
        |filter, bits_per_item| SizedFilter { filter, bits_per_item, rate, parameters: Vec::new(), cache_lines: None };
    let mut all = vec![
        bound(Filter::StaticBound, static_limit(&Double, rate)),
        bound(Filter::DynamicBound, dynamic_limit(&Double, rate)),
    ];
    all.extend(plain::sized(items, rate)?);
    all.extend(deletable::sized(items, rate)?);
    all.extend(solved_once(items, rate));
    all.sort_by(|a, b| a.bits_per_item.total_cmp(&b.bits_per_item));
    Ok(all)
}

/// Xor and binary fuse filters; none for items beyond their index.
fn solved_once(items: u64, target: f64) -> Vec<SizedFilter> {
    let kinds = [
        (Filter::Xor, StaticFilter::Xor),
        (Filter::BinaryFuse3, StaticFilter::BinaryFuse3),
        (Filter::BinaryFuse4, StaticFilter::BinaryFuse4),
    ];
    let sized = |(filter, kind): (Filter, StaticFilter)| {
        let (cells, width) = (kind.cells(items).ok()?, static_filters::fingerprint_bits(target).ok()?);
        let bits = cells as f64 * f64::from(width);
        let parameters = vec![("cells", Value::Integer(cells)), ("fingerprint_bits", Value::Integer(u64::from(width)))];
        let rate = static_filters::rate(&Double, width);
        Some(SizedFilter::new((filter, items), bits, rate, lines_touched(bits, kind.arity()), parameters))
    };
    kinds.into_iter().filter_map(sized).collect()
}

/// Hash functions that the classic analysis takes, log2(1/P), and the bits it takes with k of them.
pub(crate) fn usual_hashes(target: f64) -> u64 {
    (static_limit(&Double, target) as u64).max(1)
}

pub(crate) fn usual_bits(items: u64, target: f64, hashes: u64) -> u64 {
    let fill = libm::pow(target, 1.0 / hashes as f64);
    let bits = hashes as f64 * items as f64 / -libm::log1p(-fill);
    (bits as u64).clamp(1, MAX_SIZE)
}

/// One number for a table.
pub(crate) fn count(value: u64) -> Value {
    Value::Integer(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_by_hand() {
        assert!((lines_touched(512.0, 7) - 1.0).abs() < 1e-12);
        assert!((lines_touched(1024.0, 2) - 1.5).abs() < 1e-12);
        assert!((lines_touched(1e15, 3) - 3.0).abs() < 1e-9);
    }
}
