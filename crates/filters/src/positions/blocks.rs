//! Items all of whose positions lie in one block.

use bloomlab_numbers::{Refused, within};
use serde::{Deserialize, Serialize};

use super::{
    hashing::{Hashing, Source},
    locator::{FAR, Locator, MAX_POSITIONS},
    probe::Probe,
    uniform::uniform_below,
    words::{HashedWords, IdealWords},
};
use crate::{FilterError, Locate};

/// The places of an item's positions in its block.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockLocator {
    layout: BlockLayout,
    /// m/B.
    pub(crate) blocks: u64,
    /// In a plain block all k positions, in a split one the position in one word.
    pub(crate) inside: Locator,
    hashing: Hashing,
}

impl BlockLocator {
    /// A locator for `cells` cells in blocks.
    /// [`FilterError::Refused`] unless 1 ≤ k, B divides 1 ≤ m ≤ 2⁶², and k ≤ B without replacement.
    pub fn new(cells: u64, layout: BlockLayout, hashing: Hashing) -> Result<BlockLocator, FilterError> {
        let hashes = hashing.hashes;
        let inside = match layout {
            BlockLayout::Plain { block_bits } => Locator::new(block_bits, hashing)?,
            BlockLayout::Split { word_bits } => {
                if hashes == 0 {
                    let domain = "1 ≤ hashes, one for each word of a split block";
                    return Err(Refused::new("hashes", hashes, domain).into());
                }
                Locator::new(word_bits, Hashing { hashes: 1, ..hashing })?
            }
        };
        let words = if matches!(layout, BlockLayout::Split { .. }) { hashes } else { 1 };
        let block_bits = inside.cells().saturating_mul(words);
        within("bits", cells, 1..=MAX_POSITIONS)?;
        if !cells.is_multiple_of(block_bits) {
            return Err(Refused::new("bits", cells, format!("a multiple of {block_bits} bits")).into());
        }
        Ok(BlockLocator { layout, blocks: cells / block_bits, inside, hashing })
    }

    /// The bits of a block, B.
    #[inline]
    pub(crate) fn block_bits(&self) -> u64 {
        self.inside.cells() * self.words()
    }

    /// The words of a block that each have positions of every item: k in split blocks, otherwise 1.
    #[inline]
    pub(crate) fn words(&self) -> u64 {
        match self.layout {
            BlockLayout::Plain { .. } => 1,
            BlockLayout::Split { .. } => self.hashing.hashes,
        }
    }

    /// The block by a word, or by others where it is rejected: fewer than m/B of 2⁶⁴ are.
    fn block(&self, word: u64, mut others: HashedWords) -> u64 {
        let mut word = Some(word);
        uniform_below(self.blocks, || word.take().unwrap_or_else(|| others.next_word()))
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

impl Locate for BlockLocator {
    fn cells(&self) -> u64 {
        self.blocks * self.block_bits()
    }

    /// The item's cells. Real hashing chooses the block by the upper half of the item's hash. Independent positions in
    /// words or blocks of 2^j bits are j bits each, as many as fit, of the lower half, beginning with its lowest bit,
    /// and then of the words that follow.
    fn probe(&self, item: &[u8]) -> Probe {
        if self.hashing.source == Source::Ideal {
            let mut words = IdealWords::of(self.hashing.seed, item);
            return self.draw(|| words.next_word());
        }
        let mut hash = HashedWords::of(self.hashing.seed, item);
        let [mut word, upper] = hash.halves();
        let block = self.block(upper, hash.after(FAR));
        if !(self.inside.may_coincide() && self.inside.cells().is_power_of_two()) {
            return self.in_block(block, || hash.next_word());
        }
        let (bits, mut left) = (self.inside.cells().ilog2(), u64::BITS);
        self.in_block(block, || {
            if left < bits {
                (word, left) = (hash.next_word(), u64::BITS);
            }
            left -= bits;
            // a position below 2^j is made of the j highest bits
            word = word.rotate_right(bits);
            word
        })
    }
}
