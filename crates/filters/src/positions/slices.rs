//! One position of an item in each slice.

use bloomlab_occupancy::{OutOfDomain, Parameter};
use smallvec::SmallVec;

use super::{
    hashing::Source,
    locator::MAX_POSITIONS,
    uniform::uniform_below,
    words::{HashedWords, IdealWords},
};

/// Finds one position of an item in each of several slices, independent and uniform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SliceLocator {
    slices: Vec<u64>,
    source: Source,
    seed: u64,
}

impl SliceLocator {
    /// A locator for slices of the given lengths in bits.
    pub(crate) fn new(slices: &[u64], source: Source, seed: u64) -> Result<SliceLocator, OutOfDomain> {
        Parameter::Slices.within(slices.len() as u64, 1..=MAX_POSITIONS)?;
        for &bits in slices {
            Parameter::SliceBits.within(bits, 1..=MAX_POSITIONS)?;
        }
        Ok(SliceLocator { slices: slices.to_vec(), source, seed })
    }

    /// The item's position in each slice.
    pub(crate) fn positions(&self, item: &[u8]) -> SmallVec<[u64; 16]> {
        match self.source {
            Source::Hash => {
                let mut words = HashedWords::of(self.seed, item);
                self.draw(|| words.next_word())
            }
            Source::Ideal => {
                let mut words = IdealWords::of(self.seed, item);
                self.draw(|| words.next_word())
            }
        }
    }

    fn draw(&self, mut word: impl FnMut() -> u64) -> SmallVec<[u64; 16]> {
        self.slices.iter().map(|&bits| uniform_below(bits, &mut word)).collect()
    }
}
