//! Items all of whose positions lie in one block.

use bloomlab_occupancy::{OutOfDomain, Parameter};
use serde::{Deserialize, Serialize};

use super::{
    Hashing, Locator, Probe, Scheme, Source,
    locator::{FAR, MAX_POSITIONS, in_fours},
    uniform_below,
    words::{HashedWords, IdealWords},
};
use crate::FilterError;

/// Where the positions of an item lie in its block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockLayout {
    /// Anywhere among the B bits of the block (Putze, Sanders and Singler; RocksDB with B = 512).
    Plain {
        /// B.
        block_bits: u64,
    },
    /// One in each of the block's k words of W bits, so that B = kW (Parquet and Impala with k = 8, W = 32).
    Split {
        /// W.
        word_bits: u64,
    },
}

/// Finds the cells of an item in blocks: a block, uniformly, and cells in it by a [`Locator`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredBlockLocator", into = "StoredBlockLocator")]
pub struct BlockLocator {
    layout: BlockLayout,
    blocks: u64,
    /// In a plain block all k positions, in a split one the position in one word.
    inside: Locator,
    hashing: Hashing,
}

#[derive(Serialize, Deserialize)]
struct StoredBlockLocator {
    cells: u64,
    layout: BlockLayout,
    hashing: Hashing,
}

impl From<BlockLocator> for StoredBlockLocator {
    fn from(locator: BlockLocator) -> StoredBlockLocator {
        StoredBlockLocator { cells: locator.cells(), layout: locator.layout, hashing: locator.hashing }
    }
}

impl TryFrom<StoredBlockLocator> for BlockLocator {
    type Error = FilterError;

    fn try_from(stored: StoredBlockLocator) -> Result<BlockLocator, FilterError> {
        BlockLocator::new(stored.cells, stored.layout, stored.hashing)
    }
}

impl BlockLocator {
    /// A locator for `cells` cells in blocks.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless 1 ≤ k, B divides 1 ≤ m ≤ 2⁶², and k ≤ B without replacement; in split blocks
    /// also for double hashing, which is not defined there.
    pub fn new(cells: u64, layout: BlockLayout, hashing: Hashing) -> Result<BlockLocator, FilterError> {
        let hashes = hashing.hashes;
        let inside = match layout {
            BlockLayout::Plain { block_bits } => Locator::new(block_bits, hashing)?,
            BlockLayout::Split { word_bits } => {
                if hashes == 0 || hashing.scheme == Scheme::DoubleHashing {
                    let domain = "1 ≤ hashes, independent, one for each word of a split block";
                    return Err(OutOfDomain::new(Parameter::Hashes, hashes, domain).into());
                }
                Locator::new(word_bits, Hashing { hashes: 1, ..hashing })?
            }
        };
        let words = if matches!(layout, BlockLayout::Split { .. }) { hashes } else { 1 };
        let block_bits = inside.cells().saturating_mul(words);
        Parameter::Bits.within(cells, 1..=MAX_POSITIONS)?;
        if !cells.is_multiple_of(block_bits) {
            return Err(OutOfDomain::new(Parameter::Bits, cells, format!("a multiple of {block_bits} bits")).into());
        }
        Ok(BlockLocator { layout, blocks: cells / block_bits, inside, hashing })
    }

    /// The number of cells in all blocks, m.
    pub fn cells(&self) -> u64 {
        self.blocks * self.block_bits()
    }

    /// The number of blocks, m/B.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// The bits of a block, B.
    #[inline]
    pub fn block_bits(&self) -> u64 {
        self.inside.cells() * self.words()
    }

    /// How positions are found.
    pub fn hashing(&self) -> Hashing {
        self.hashing
    }

    /// The words of a block that each have positions of every item: k in split blocks, otherwise 1.
    #[inline]
    pub(crate) fn words(&self) -> u64 {
        match self.layout {
            BlockLayout::Plain { .. } => 1,
            BlockLayout::Split { .. } => self.hashing.hashes,
        }
    }

    /// How the positions in one word are found.
    pub(crate) fn inside(&self) -> &Locator {
        &self.inside
    }

    /// The item's cells. Real hashing chooses the block by words far from those that choose the cells in it.
    pub fn probe(&self, item: &[u8]) -> Probe {
        match self.hashing.source {
            Source::Hash => {
                let mut probe = Probe::empty(0, self.cells());
                self.all(item, |cell| {
                    probe.add(cell);
                    true
                });
                probe
            }
            Source::Ideal => {
                let mut words = IdealWords::of(self.hashing.seed, item);
                self.draw(|| words.next_word())
            }
        }
    }

    /// Whether a test holds for every cell of the item, without the cost of a probe: it ends soon after the first that
    /// fails, and a cell where positions coincide may be tested again.
    ///
    /// Real hashing cuts independent positions in words or blocks of 2^j bits out of words of 64, j bits each.
    #[inline]
    pub(crate) fn all(&self, item: &[u8], mut test: impl FnMut(u64) -> bool) -> bool {
        if self.hashing.source == Source::Ideal {
            return self.probe(item).cells().iter().all(|&cell| test(cell));
        }
        let (block, mut near) = self.block_of(item);
        if !self.cuts_words() {
            return self.in_block(block, || near.next_word()).cells().iter().all(|&cell| test(cell));
        }
        let bits = self.inside.cells();
        let step = if self.words() == 1 { 0 } else { bits };
        let (mut start, mut word, mut left) = (block * self.block_bits(), 0, 0);
        in_fours(self.hashing.hashes, || {
            if left < bits.ilog2() {
                (word, left) = (near.next_word(), 64);
            }
            let cell = start + (word & (bits - 1));
            word >>= bits.ilog2();
            left -= bits.ilog2();
            start += step;
            test(cell)
        })
    }

    /// The item's block by real hashing, and the words that choose the cells in it.
    #[inline(always)]
    fn block_of(&self, item: &[u8]) -> (u64, HashedWords) {
        let near = HashedWords::of(self.hashing.seed, item);
        let mut far = near.after(FAR);
        (uniform_below(self.blocks, || far.next_word()), near)
    }

    /// The item's block and its bits there as a mask of four words of 64 bits, where blocks are those of Parquet, eight
    /// words of 32 bits: what [`BlockLocator::all`] finds bit by bit.
    #[inline(always)]
    pub(crate) fn mask(&self, item: &[u8]) -> Option<(u64, [u64; 4])> {
        let is_parquets = self.layout == (BlockLayout::Split { word_bits: 32 }) && self.hashing.hashes == 8;
        if !is_parquets || self.hashing.source == Source::Ideal || !self.cuts_words() {
            return None;
        }
        let (block, mut near) = self.block_of(item);
        let word = near.next_word();
        let pair = |i: usize| 1 << (word >> (10 * i) & 31) | 1 << (32 + (word >> (10 * i + 5) & 31));
        Some((block, [pair(0), pair(1), pair(2), pair(3)]))
    }

    /// Whether an item's positions in a block can be bits of one word: they are independent and numbered by whole bits.
    #[inline]
    fn cuts_words(&self) -> bool {
        self.inside.is_independent() && self.inside.cells().is_power_of_two()
    }

    /// The probe of an item whose words are given: first the block, then the cells in it.
    #[inline]
    pub fn draw(&self, mut word: impl FnMut() -> u64) -> Probe {
        let block = uniform_below(self.blocks, &mut word);
        self.in_block(block, word)
    }

    #[inline]
    fn in_block(&self, block: u64, mut word: impl FnMut() -> u64) -> Probe {
        let mut probe = Probe::empty(0, self.cells());
        for part in 0..self.words() {
            let start = block * self.block_bits() + part * self.inside.cells();
            self.inside.distinct(&mut word, |cell| probe.add(start + cell));
        }
        probe
    }
}
