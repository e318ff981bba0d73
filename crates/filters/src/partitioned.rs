//! The partitioned Bloom filter.

use crate::bits::BitArray;
use crate::positions::SliceLocator;
use crate::{FilterError, Membership, Source};

/// A Bloom filter of k slices, in each of which an item has one bit: no false negative, no deletion.
///
/// ```
/// use bloomlab_filters::{Membership, PartitionedFilter, Source};
///
/// let mut filter = PartitionedFilter::new(&[128; 8], Source::Hash, 42)?;
/// filter.insert(b"an item");
/// assert!(filter.contains(b"an item") && !filter.contains(b"another"));
/// # Ok::<(), bloomlab_filters::FilterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionedFilter {
    locator: SliceLocator,
    slices: Vec<BitArray>,
}

impl PartitionedFilter {
    /// An empty filter of slices of the given lengths in bits.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless there is a slice, and every slice has 1 to 2⁶² bits; [`FilterError::OutOfMemory`].
    pub fn new(slices: &[u64], source: Source, seed: u64) -> Result<PartitionedFilter, FilterError> {
        let locator = SliceLocator::new(slices, source, seed)?;
        let slices = slices.iter().map(|&bits| BitArray::new(bits)).collect::<Result<_, _>>()?;
        Ok(PartitionedFilter { locator, slices })
    }

    /// The probability that an item never inserted is contained, given the bits: the product of the slices' fills.
    pub fn false_positive_rate(&self) -> f64 {
        self.slices.iter().map(|slice| slice.count_ones() as f64 / slice.len() as f64).product()
    }
}

impl Membership for PartitionedFilter {
    fn insert(&mut self, item: &[u8]) {
        for (slice, position) in self.slices.iter_mut().zip(self.locator.positions(item)) {
            slice.set(position);
        }
    }

    fn contains(&self, item: &[u8]) -> bool {
        self.slices.iter().zip(self.locator.positions(item)).all(|(slice, position)| slice.get(position))
    }
}
