//! Items all of whose positions lie in one block.

use bloomlab_occupancy::{OutOfDomain, Parameter};
use serde::{Deserialize, Serialize};

use super::{
    Cut, Hashing, Locator, Probe, Scheme, Source,
    locator::{FAR, MAX_POSITIONS},
    uniform::Uniform,
    words::{HashedWords, IdealWords, spread},
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
    /// A block by a uniform word.
    uniform: Uniform,
    /// The seed, [`spread`].
    spread_seed: u64,
    /// How positions are cut out of words, if they are.
    cut: Option<Cut>,
}

/// Where an item lies: its block, and what chooses the cells in it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Spot {
    pub(crate) block: u64,
    pub(crate) hash: HashedWords,
}

/// Which positions items have; another number, or none, is that of a filter stored with other positions.
const VERSION: u32 = 2;

#[derive(Serialize, Deserialize)]
struct StoredBlockLocator {
    #[serde(default)]
    version: u32,
    cells: u64,
    layout: BlockLayout,
    hashing: Hashing,
}

impl From<BlockLocator> for StoredBlockLocator {
    fn from(locator: BlockLocator) -> StoredBlockLocator {
        StoredBlockLocator {
            version: VERSION,
            cells: locator.cells(),
            layout: locator.layout,
            hashing: locator.hashing,
        }
    }
}

impl TryFrom<StoredBlockLocator> for BlockLocator {
    type Error = FilterError;

    fn try_from(stored: StoredBlockLocator) -> Result<BlockLocator, FilterError> {
        match stored.version {
            VERSION => BlockLocator::new(stored.cells, stored.layout, stored.hashing),
            stored => Err(FilterError::OtherPositions { stored, known: VERSION }),
        }
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
        let (blocks, is_split) = (cells / block_bits, matches!(layout, BlockLayout::Split { .. }));
        let cuts = hashing.source == Source::Hash && inside.is_independent() && inside.cells().is_power_of_two();
        let cut = cuts.then(|| Cut::new(inside.cells().ilog2(), hashes, is_split));
        let (uniform, spread_seed) = (Uniform::below(blocks), spread(hashing.seed));
        Ok(BlockLocator { layout, blocks, inside, hashing, uniform, spread_seed, cut })
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

    /// The item's cells. Real hashing chooses the block by the upper half of the item's hash, and cuts independent positions in
    /// words or blocks of 2^j bits out of the lower half and the words that come after it.
    pub fn probe(&self, item: &[u8]) -> Probe {
        if self.hashing.source == Source::Ideal {
            let mut words = IdealWords::of(self.hashing.seed, item);
            return self.draw(|| words.next_word());
        }
        let Spot { block, mut hash } = self.spot(item);
        match self.cut {
            Some(cut) => {
                let mut probe = Probe::empty(0, self.cells());
                cut.each(block, hash, |cell| _ = probe.add(cell));
                probe
            }
            None => self.in_block(block, || hash.next_word()),
        }
    }

    /// How positions are cut out of words, if they are.
    #[inline(always)]
    pub(crate) fn cut(&self) -> Option<&Cut> {
        self.cut.as_ref()
    }

    /// The item's block by real hashing: by the upper half of its hash, or by words far from those that choose cells.
    #[inline(always)]
    pub(crate) fn spot(&self, item: &[u8]) -> Spot {
        self.spot_of(HashedWords::under(self.spread_seed, item))
    }

    /// [`BlockLocator::spot`] for callers that must be short.
    #[inline(always)]
    pub(crate) fn spot_briefly(&self, item: &[u8]) -> Spot {
        self.spot_of(HashedWords::briefly_under(self.spread_seed, item))
    }

    #[inline(always)]
    fn spot_of(&self, hash: HashedWords) -> Spot {
        let [_, upper] = hash.halves();
        let block = match self.uniform.of(upper) {
            Some(block) => block,
            None => self.far_block(hash),
        };
        Spot { block, hash }
    }

    /// The block of an item where the upper half of its hash is rejected: fewer than m/B of 2⁶⁴ are.
    #[cold]
    #[inline(never)]
    fn far_block(&self, hash: HashedWords) -> u64 {
        let mut far = hash.after(FAR);
        self.uniform.draw(|| far.next_word())
    }

    /// The probe of an item whose words are given: first the block, then the cells in it.
    #[inline]
    pub fn draw(&self, mut word: impl FnMut() -> u64) -> Probe {
        let block = self.uniform.draw(&mut word);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 2⁶⁴ halves of hashes, 2⁶⁰ are rejected for 3 · 2⁶⁰ blocks: blocks are those of one draw from the half and the words far away.
    #[test]
    fn rejected_halves_are_followed_by_far_words() {
        let blocks = 3 << 60;
        let locator = BlockLocator::new(blocks, BlockLayout::Plain { block_bits: 1 }, Hashing::new(1, 5)).unwrap();
        let mut rejected = 0;
        for number in 0u64..400 {
            let item = number.to_le_bytes();
            let hash = HashedWords::of(5, &item);
            let ([_, upper], mut far) = (hash.halves(), hash.after(FAR));
            let mut drawn = 0;
            let block = crate::uniform_below(blocks, || {
                drawn += 1;
                if drawn == 1 { upper } else { far.next_word() }
            });
            assert_eq!([locator.spot(&item).block, locator.spot_briefly(&item).block], [block; 2]);
            rejected += u32::from(drawn > 1);
        }
        assert!(rejected > 0);
    }
}
