//! The blocked Bloom filter.

use crate::bits::BitArray;
use crate::{BlockLayout, BlockLocator, FilterError, Hashing, Probe};

/// A Bloom filter of m bits in blocks of B: all k bits of an item lie in one block, in practice a cache line (Putze, Sanders
/// and Singler, *Cache-, hash- and space-efficient Bloom filters*, 2009). No false negative, no deletion; a higher
/// false-positive rate than [`BloomFilter`](crate::BloomFilter), because some blocks hold more items than others. Its bits are
/// those that simulations need; it is not made for speed.
///
/// ```
/// use bloomlab_filters::{BlockLayout, BlockedBloomFilter, Hashing};
///
/// // cache lines as in RocksDB, and split blocks as in Parquet: eight words of 32 bits, one bit in each
/// let mut lines = BlockedBloomFilter::new(1 << 16, BlockLayout::Plain { block_bits: 512 }, Hashing::new(7, 42))?;
/// let mut split = BlockedBloomFilter::new(1 << 16, BlockLayout::Split { word_bits: 32 }, Hashing::new(8, 42))?;
/// for filter in [&mut lines, &mut split] {
///     filter.insert(b"an item");
///     assert!(filter.contains(b"an item"));
/// }
/// assert_eq!(split.count_ones(), 8);
/// # Ok::<(), bloomlab_filters::FilterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedBloomFilter {
    locator: BlockLocator,
    bits: BitArray,
}

impl BlockedBloomFilter {
    /// An empty filter of m = `bits` bits.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] as from [`BlockLocator::new`]; [`FilterError::OutOfMemory`].
    pub fn new(bits: u64, layout: BlockLayout, hashing: Hashing) -> Result<BlockedBloomFilter, FilterError> {
        let locator = BlockLocator::new(bits, layout, hashing)?;
        Ok(BlockedBloomFilter { locator, bits: BitArray::new(bits)? })
    }

    /// Inserts an item; true if that set at least one bit, so that the item was certainly new.
    pub fn insert(&mut self, item: &[u8]) -> bool {
        self.bits.set_all(self.locator.probe(item).cells())
    }

    /// Whether the item may have been inserted. A 'no' is certain.
    pub fn contains(&self, item: &[u8]) -> bool {
        self.bits.clear_among(self.locator.probe(item).cells()) == 0
    }

    /// [`BlockedBloomFilter::insert`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    pub fn insert_at(&mut self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.bits.set_all(probe.cells()))
    }

    /// [`BlockedBloomFilter::contains`] at given positions.
    pub fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.bits.clear_among(probe.cells()) == 0)
    }

    /// Forgets every item.
    pub fn clear(&mut self) {
        self.bits.clear_all();
    }

    /// The number of bits set, in constant time.
    pub fn count_ones(&self) -> u64 {
        self.bits.count_ones()
    }

    /// The probability that an item never inserted, with independent positions, is contained, given the bits set: the mean
    /// over the blocks of the product over their words of (a/W)^h, with a of the word's W bits set and h positions in it
    /// (its analogue without replacement). A plain block is one word. For double hashing it is an approximation.
    pub fn false_positive_rate(&self) -> f64 {
        let word = self.locator.inside();
        let in_word = |start: u64| word.all_among(self.bits.count_ones_in(start, start + word.cells()));
        let in_block = |block: u64| -> f64 {
            let start = block * self.locator.block_bits();
            (0..self.locator.words()).map(|part| in_word(start + part * word.cells())).product()
        };
        (0..self.locator.blocks()).map(in_block).sum::<f64>() / self.locator.blocks() as f64
    }

    /// How items are located, also to make probes at given positions.
    pub fn locator(&self) -> &BlockLocator {
        &self.locator
    }
}
