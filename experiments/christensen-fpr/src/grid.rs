//! The filters of the figures: their sizes, and the number of hash functions that is usual for them.

use bloomlab_formulas::{Load, sizing::usual_hashes};
use bloomlab_tables::{Result, ensure};

/// A filter of `bits` bits with one item for each `bits_per_item` of them, and the usual number of hash functions:
/// (m/n) ln 2, rounded.
pub(crate) fn usual_filter(bits: u64, bits_per_item: u64) -> Result<Load> {
    ensure!(bits_per_item >= 2, "bits_per_item {bits_per_item} is out of range: needs at least 2");
    Ok(Load::new(bits, bits / bits_per_item, usual_hashes(bits_per_item as f64))?)
}

/// 1 to `last`, every number at first and then `per_octave` of them from one power of two to the next.
pub(crate) fn integers(last: u64, per_octave: u64) -> impl Iterator<Item = u64> {
    (1..=last).filter(move |&n| {
        let step = (1_u64 << n.ilog2()).div_ceil(per_octave);
        n.is_multiple_of(step) || n == last
    })
}

/// 2^first, …, 2^last.
pub(crate) fn powers_of_two(first: u32, last: u32) -> Result<Vec<u64>> {
    ensure!(first <= last && last <= 62, "log2_bits_from {first}, log2_bits_to {last}: needs from ≤ to ≤ 62");
    Ok((first..=last).map(|exponent| 1 << exponent).collect())
}
