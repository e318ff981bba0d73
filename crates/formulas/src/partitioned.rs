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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartitionedLoad {
    /// The bits of a slice, and how many slices have them.
    slices: Vec<(u64, u64)>,
    items: u64,
}

impl PartitionedLoad {
    /// Slices of the given lengths in bits, at least one, which together hold `items` items.
    pub fn new(slices: &[u64], items: u64) -> Result<Self, Refused> {
        within("slices", slices.len() as u64, 1..=MAX_SIZE)?;
        within("items", items, 0..=MAX_SIZE)?;
        for &bits in slices {
            within("slice-bits", bits, 1..=MAX_SIZE)?;
        }
        Ok(Self { slices: slices.iter().map(|&bits| (bits, 1)).collect(), items })
    }

    /// m bits in k ≤ m slices as equal as they can be: m mod k of them have one bit more than the others.
    pub fn even(bits: u64, items: u64, hashes: u64) -> Result<Self, Refused> {
        within("bits", bits, 1..=MAX_SIZE)?;
        within("hashes", hashes, 1..=bits)?;
        within("items", items, 0..=MAX_SIZE)?;
        let (shorter, longer) = (bits / hashes, bits % hashes);
        let slices = [(shorter + 1, longer), (shorter, hashes - longer)];
        Ok(Self { slices: slices.into_iter().filter(|(_, count)| *count > 0).collect(), items })
    }
}

/// The exact rate, Π_i (1 − (1 − 1/w_i)^n). One power for each length of a slice, positive factors.
///
/// Accuracy in [`bloomlab_numbers::Double`]: [`accuracy::approximation`](crate::accuracy::approximation).
pub fn rate<A: Arithmetic>(a: &A, load: &PartitionedLoad) -> A::Number {
    let slice = |&(bits, count): &(u64, u64)| a.some_hit(1, bits, load.items).pow(count);
    load.slices.iter().map(slice).fold(a.one(), |product, factor| product * factor)
}
