//! The blocked Bloom filter.

mod kernel;
mod lines;
mod patterns;

use serde::{Deserialize, Serialize};

use crate::{BlockLayout, BlockLocator, Damage, FilterError, Hashing, Probe};
use lines::LinedBits;

/// A Bloom filter of m bits in blocks of B: all k bits of an item lie in one block, so that an operation touches one
/// cache line (Putze, Sanders and Singler, *Cache-, hash- and space-efficient Bloom filters*, 2009). No false negative, no
/// deletion; a higher false-positive rate than [`BloomFilter`](crate::BloomFilter), because some blocks hold more items
/// than others.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredBlocked")]
pub struct BlockedBloomFilter {
    locator: BlockLocator,
    bits: LinedBits,
}

#[derive(Deserialize)]
struct StoredBlocked {
    locator: BlockLocator,
    bits: LinedBits,
}

impl BlockedBloomFilter {
    /// An empty filter of m = `bits` bits.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] as from [`BlockLocator::new`]; [`FilterError::OutOfMemory`].
    pub fn new(bits: u64, layout: BlockLayout, hashing: Hashing) -> Result<BlockedBloomFilter, FilterError> {
        let locator = BlockLocator::new(bits, layout, hashing)?;
        Ok(BlockedBloomFilter { locator, bits: LinedBits::new(bits)? })
    }

    /// Inserts an item; true if that set at least one bit, so that the item was certainly new.
    #[inline(always)]
    pub fn insert(&mut self, item: &[u8]) -> bool {
        match self.locator.cut() {
            Some(cut) => kernel::sets(self.bits.lines_mut(), &self.locator, cut, item),
            None => self.insert_probe(item),
        }
    }

    /// Whether the item may have been inserted. A 'no' is certain.
    #[inline(always)]
    pub fn contains(&self, item: &[u8]) -> bool {
        match self.locator.cut() {
            Some(cut) => kernel::holds(self.bits.lines(), &self.locator, cut, item),
            None => self.holds_probe(item),
        }
    }

    /// Inserts many items: [`BlockedBloomFilter::insert`] one after the other, sooner.
    pub fn insert_many(&mut self, items: &[impl AsRef<[u8]>]) {
        let BlockedBloomFilter { locator, bits } = self;
        match locator.cut() {
            Some(cut) => kernel::sets_many(bits.lines_mut(), locator, cut, items),
            None => items.iter().for_each(|item| _ = self.insert(item.as_ref())),
        }
    }

    /// Whether each of many items may have been inserted: [`BlockedBloomFilter::contains`] one after the other, sooner.
    pub fn contains_many(&self, items: &[impl AsRef<[u8]>]) -> Vec<bool> {
        let Some(cut) = self.locator.cut() else {
            return items.iter().map(|item| self.contains(item.as_ref())).collect();
        };
        let mut found = vec![false; items.len()];
        kernel::holds_many(self.bits.lines(), &self.locator, cut, items, &mut found);
        found
    }

    /// [`BlockedBloomFilter::insert`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    pub fn insert_at(&mut self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.write(probe))
    }

    /// [`BlockedBloomFilter::contains`] at given positions.
    ///
    /// # Errors
    /// As [`BlockedBloomFilter::insert_at`].
    pub fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.holds(probe))
    }

    /// Forgets every item.
    pub fn clear(&mut self) {
        self.bits.clear_all();
    }

    /// The number of bits, m.
    pub fn len(&self) -> u64 {
        self.bits.len()
    }

    /// Whether no bit is set.
    pub fn is_empty(&self) -> bool {
        self.bits.count_ones() == 0
    }

    /// The number of bits set, in time proportional to m.
    pub fn count_ones(&self) -> u64 {
        self.bits.count_ones()
    }

    /// Memory used, in bits: exactly m.
    pub fn memory_bits(&self) -> u64 {
        self.bits.len()
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

    // apart from their callers, which are short
    #[inline(never)]
    fn holds_probe(&self, item: &[u8]) -> bool {
        self.holds(&self.locator.probe(item))
    }

    #[inline(never)]
    fn insert_probe(&mut self, item: &[u8]) -> bool {
        self.write(&self.locator.probe(item))
    }

    fn holds(&self, probe: &Probe) -> bool {
        probe.cells().iter().all(|&cell| self.bits.get(cell))
    }

    fn write(&mut self, probe: &Probe) -> bool {
        probe.cells().iter().fold(false, |any, &cell| self.bits.set(cell) | any)
    }
}

impl TryFrom<StoredBlocked> for BlockedBloomFilter {
    type Error = FilterError;

    fn try_from(stored: StoredBlocked) -> Result<BlockedBloomFilter, FilterError> {
        let StoredBlocked { locator, bits } = stored;
        match locator.cells() == bits.len() {
            true => Ok(BlockedBloomFilter { locator, bits }),
            false => Err(Damage::Positions { located: locator.cells(), stored: bits.len() }.into()),
        }
    }
}
