//! One position of an item in each slice.

use bloomlab_numbers::{Refused, within};

use super::{
    hashing::Source,
    locator::MAX_POSITIONS,
    probe::Probe,
    uniform::uniform_below,
    words::{HashedWords, IdealWords},
};
use crate::Locate;

/// Finds one position of an item in each of several slices, independent and uniform; the slices lie one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliceLocator {
    slices: Vec<u64>,
    cells: u64,
    source: Source,
    seed: u64,
}

impl SliceLocator {
    /// A locator for slices of the given lengths in bits.
    pub(crate) fn new(slices: &[u64], source: Source, seed: u64) -> Result<SliceLocator, Refused> {
        within("slices", slices.len() as u64, 1..=MAX_POSITIONS)?;
        let mut cells = 0;
        for &bits in slices {
            within("slice-bits", bits, 1..=MAX_POSITIONS - cells)?;
            cells += bits;
        }
        Ok(SliceLocator { slices: slices.to_vec(), cells, source, seed })
    }

    /// The first position of each slice, and its bits.
    pub(crate) fn slices(&self) -> impl Iterator<Item = (u64, u64)> {
        self.slices.iter().scan(0, |next, &bits| {
            *next += bits;
            Some((*next - bits, bits))
        })
    }

    fn draw(&self, mut word: impl FnMut() -> u64) -> Probe {
        let mut probe = Probe::empty(0, self.cells);
        for (start, bits) in self.slices() {
            probe.add(start + uniform_below(bits, &mut word));
        }
        probe
    }
}

impl Locate for SliceLocator {
    fn cells(&self) -> u64 {
        self.cells
    }

    fn probe(&self, item: &[u8]) -> Probe {
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
}
