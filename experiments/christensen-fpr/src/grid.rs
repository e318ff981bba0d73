//! The filters of the figures: their sizes, and the number of hash functions that is usual for them.

use bloomlab_formulas::Load;
use bloomlab_formulas::sizing::usual_hashes;
use bloomlab_workbench::AnyError;
use serde::{Deserialize, Serialize};

/// Every m with every m/n.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Grid {
    /// m from 2^this …
    pub log2_bits_from: u32,
    /// … to 2^this.
    pub log2_bits_to: u32,
    /// m/n.
    pub bits_per_item: Vec<u64>,
}

/// A filter of `bits` bits with one item for each `bits_per_item` of them, and the usual number of hash functions:
/// (m/n) ln 2, rounded.
pub(crate) fn usual_filter(bits: u64, bits_per_item: u64) -> Result<Load, AnyError> {
    if bits_per_item < 2 {
        return Err(format!("bits_per_item {bits_per_item} is out of range: needs at least 2").into());
    }
    let hashes = usual_hashes(bits_per_item as f64);
    Ok(Load::new(bits, bits / bits_per_item, hashes)?)
}

/// 2^first, …, 2^last.
pub(crate) fn powers_of_two(first: u32, last: u32) -> Result<Vec<u64>, String> {
    if first > last || last > 62 {
        return Err(format!("log2_bits_from {first}, log2_bits_to {last}: needs from ≤ to ≤ 62"));
    }
    Ok((first..=last).map(|exponent| 1 << exponent).collect())
}
