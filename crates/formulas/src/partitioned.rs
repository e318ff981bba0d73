//! Partitioned filters: k slices, one position of an item in each.
//!
//! An item has its own position in every slice, independent of the others. Given the bits, the slices match a query
//! independently, with their fills as probabilities; averaged over the n stored items every slice has the same expected
//! fill, and slices share no position. So the rate is exactly Π_i (1 − (1 − 1/w_i)^n), w_i the bits of slice i: for equal
//! slices w = m/k it is the formula of Bloom (1970), (1 − (1 − k/m)^n)^k
//! ([`approximation::bloom_1970`](crate::approximation::bloom_1970)), which is therefore the exact rate of this filter, and lies
//! above that of the ordinary one.
//!
//! Items can be added and filters of one shape merged (or-ed); none can be deleted. Inserting an item twice changes nothing.

use bloomlab_numbers::{Arithmetic, MAX_SIZE, Number, Refused, within};

/// A partitioned filter that holds n items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PartitionedLoad {
    bits: u64,
    items: u64,
    hashes: u64,
}

impl PartitionedLoad {
    /// m bits in k ≤ m slices as equal as they can be: m mod k of them have one bit more than the others.
    pub fn even(bits: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        within("bits", bits, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=bits)?;
        within("items", items, 0..=MAX_SIZE)?;
        Ok(Self { bits, items, hashes })
    }
}

/// The exact rate, Π_i (1 − (1 − 1/w_i)^n). One power for each length of a slice, positive factors.
///
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn rate<A: Arithmetic>(a: &A, load: &PartitionedLoad) -> A::Number {
    let (shorter, longer) = (load.bits / load.hashes, load.bits % load.hashes);
    let slices = |bits, count| a.some_hit(1, bits, load.items).pow(count);
    let equal = slices(shorter, load.hashes - longer);
    if longer == 0 { equal } else { slices(shorter + 1, longer) * equal }
}
