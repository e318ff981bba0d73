//! Filters that insert and answer: one structure over the way positions are found.

use crate::bits::BitArray;
use crate::positions::SliceLocator;
use crate::{BlockLayout, BlockLocator, FilterError, Hashing, Locator, Probe, Source};

/// Finds the positions of an item in a filter.
pub trait Locate {
    /// The number of cells, m.
    fn cells(&self) -> u64;

    /// The item's cells and its fingerprint.
    fn probe(&self, item: &[u8]) -> Probe;
}

/// A filter of exactly m bits, where `L` finds the positions of an item: no false negative, no deletion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitFilter<L> {
    locator: L,
    bits: BitArray,
}

/// A Bloom filter (Bloom, 1970).
///
/// ```
/// use bloomlab_filters::{BloomFilter, Hashing};
///
/// let mut filter = BloomFilter::new(1000, Hashing::new(7, 42))?;
/// filter.insert(b"an item");
/// assert!(filter.contains(b"an item"));
/// assert!(filter.count_ones() <= 7);
/// # Ok::<(), bloomlab_filters::FilterError>(())
/// ```
pub type BloomFilter = BitFilter<Locator>;

/// A Bloom filter of m bits in blocks of B: all k bits of an item lie in one block, in practice a cache line (Putze, Sanders
/// and Singler, *Cache-, hash- and space-efficient Bloom filters*, 2009). A higher false-positive rate than [`BloomFilter`]'s,
/// because some blocks hold more items than others. Its bits are those that simulations need; it is not made for speed.
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
pub type BlockedBloomFilter = BitFilter<BlockLocator>;

/// A Bloom filter of k slices, in each of which an item has one bit.
///
/// ```
/// use bloomlab_filters::{PartitionedFilter, Source};
///
/// let mut filter = PartitionedFilter::new(&[128; 8], Source::Hash, 42)?;
/// filter.insert(b"an item");
/// assert!(filter.contains(b"an item") && !filter.contains(b"another"));
/// # Ok::<(), bloomlab_filters::FilterError>(())
/// ```
pub type PartitionedFilter = BitFilter<SliceLocator>;

impl<L: Locate> BitFilter<L> {
    fn over(locator: L) -> Result<BitFilter<L>, FilterError> {
        Ok(BitFilter { bits: BitArray::new(locator.cells())?, locator })
    }

    /// Inserts an item; true if that set at least one bit, so that the item was certainly new.
    #[inline]
    pub fn insert(&mut self, item: &[u8]) -> bool {
        self.write(&self.locator.probe(item))
    }

    /// True unless the item is certainly new.
    #[inline]
    pub fn contains(&self, item: &[u8]) -> bool {
        self.clear_among(&self.locator.probe(item)) == 0
    }

    /// [`BitFilter::insert`] at given positions.
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    #[inline]
    pub fn insert_at(&mut self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.write(probe))
    }

    /// [`BitFilter::contains`] at given positions.
    #[inline]
    pub fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.clear_among(probe) == 0)
    }

    /// Forgets every item.
    pub fn clear(&mut self) {
        self.bits.clear_all();
    }

    /// The number of bits set, in constant time.
    #[inline]
    pub fn count_ones(&self) -> u64 {
        self.bits.count_ones()
    }

    /// The way items are located, also to make probes at given positions.
    #[inline]
    pub fn locator(&self) -> &L {
        &self.locator
    }

    /// The number of bits that inserting the item would set.
    #[inline]
    pub(crate) fn clear_among(&self, probe: &Probe) -> u64 {
        self.bits.clear_among(probe.cells())
    }

    #[inline]
    pub(crate) fn write(&mut self, probe: &Probe) -> bool {
        self.bits.set_all(probe.cells())
    }
}

impl BitFilter<Locator> {
    /// An empty filter of m = `bits` bits.
    pub fn new(bits: u64, hashing: Hashing) -> Result<BloomFilter, FilterError> {
        Self::over(Locator::new(bits, hashing)?)
    }

    /// The probability that an item never inserted, with independent positions, is contained, given the b bits set:
    /// (b/m)^k with replacement, C(b,k)/C(m,k) without (Christensen, Roginsky and Jimeno, eq. 2; Dozier, Salamatian and
    /// Rubenstein, eq. 17). Relative accuracy about 2k·2⁻⁵³.
    pub fn false_positive_rate(&self) -> f64 {
        self.locator.all_among(self.bits.count_ones())
    }

    pub(crate) fn reports_bit(&self, bit: u64) -> bool {
        self.bits.get(bit)
    }

    pub(crate) fn reset(&mut self, bit: u64) {
        self.bits.clear(bit);
    }

    /// The number of bits set in both filters.
    pub(crate) fn common_ones(&self, other: &BloomFilter) -> u64 {
        self.bits.common_ones(&other.bits)
    }
}

impl BitFilter<BlockLocator> {
    /// An empty filter of m = `bits` bits.
    pub fn new(bits: u64, layout: BlockLayout, hashing: Hashing) -> Result<BlockedBloomFilter, FilterError> {
        Self::over(BlockLocator::new(bits, layout, hashing)?)
    }

    /// The probability that an item never inserted, with independent positions, is contained, given the bits set: the mean
    /// over the blocks of the product over their words of (a/W)^h, with a of the word's W bits set and h positions in it
    /// (its analogue without replacement). A plain block is one word.
    pub fn false_positive_rate(&self) -> f64 {
        let word = &self.locator.inside;
        let in_word = |start: u64| word.all_among(self.bits.count_ones_in(start, start + word.cells()));
        let in_block = |block: u64| -> f64 {
            let start = block * self.locator.block_bits();
            (0..self.locator.words()).map(|part| in_word(start + part * word.cells())).product()
        };
        (0..self.locator.blocks).map(in_block).sum::<f64>() / self.locator.blocks as f64
    }
}

impl BitFilter<SliceLocator> {
    /// An empty filter of slices of the given lengths in bits.
    /// [`FilterError::Refused`] unless there is a slice, every slice has a bit and all of them at most 2⁶²;
    /// [`FilterError::OutOfMemory`].
    pub fn new(slices: &[u64], source: Source, seed: u64) -> Result<PartitionedFilter, FilterError> {
        Self::over(SliceLocator::new(slices, source, seed)?)
    }

    /// The probability that an item never inserted is contained, given the bits: the product of the slices' fills.
    pub fn false_positive_rate(&self) -> f64 {
        let fill = |(start, bits): (u64, u64)| self.bits.count_ones_in(start, start + bits) as f64 / bits as f64;
        self.locator.slices().map(fill).product()
    }
}
