//! The stable filter.

use bloomlab_occupancy::Parameter;
use smallvec::SmallVec;

use crate::packed::PackedCells;
use crate::positions::words::{IdealWords, spread};
use crate::{FilterError, Hashing, Locator, Membership, uniform_below};

/// Which cells an insertion decrements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decrements {
    /// Distinct cells, every set of them equally likely.
    Distinct,
    /// A run of neighbours from a uniform cell on, as common implementations do.
    Run,
}

/// Cells 0 … M (Deng, Rafiei, 2006): an insertion takes 1 from P random cells that are not 0, then sets its own to M. An
/// item is contained iff none of its cells is 0; it can be missed as soon as others have come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StableFilter {
    locator: Locator,
    cells: PackedCells,
    most: u64,
    count: u64,
    decrements: Decrements,
    inserted: u64,
}

impl StableFilter {
    /// An empty filter of `cells` cells of ⌈log2(M + 1)⌉ bits, M = `most`, P = `count`.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless 1 ≤ M ≤ 255 and 1 ≤ P ≤ m, and as for [`Locator::new`];
    /// [`FilterError::OutOfMemory`].
    pub fn new(
        cells: u64,
        count: u64,
        most: u64,
        decrements: Decrements,
        hashing: Hashing,
    ) -> Result<StableFilter, FilterError> {
        Parameter::CellBits.within(most, 1..=255)?;
        Parameter::Decrements.within(count, 1..=cells)?;
        let locator = Locator::new(cells, hashing)?;
        let cells = PackedCells::new(cells, u64::BITS - most.leading_zeros())?;
        Ok(StableFilter { locator, cells, most, count, decrements, inserted: 0 })
    }

    /// The cells to decrement now, drawn from words of this insertion's own.
    fn next_decrements(&self) -> SmallVec<[u64; 16]> {
        let cells = self.cells.len();
        let mut words = IdealWords::new(spread(self.locator.hashing().seed), self.inserted);
        let mut word = || words.next_word();
        match self.decrements {
            Decrements::Run => {
                let first = uniform_below(cells, word);
                (0..self.count).map(|next| (first + next) % cells).collect()
            }
            Decrements::Distinct => {
                // Floyd: the last cell of a growing range replaces one that was drawn before
                let mut drawn = SmallVec::new();
                for last in cells - self.count..cells {
                    let cell = uniform_below(last + 1, &mut word);
                    drawn.push(if drawn.contains(&cell) { last } else { cell });
                }
                drawn
            }
        }
    }
}

impl Membership for StableFilter {
    fn insert(&mut self, item: &[u8]) {
        for cell in self.next_decrements() {
            self.cells.set(cell, self.cells.get(cell).saturating_sub(1));
        }
        self.inserted += 1;
        for &cell in self.locator.probe(item).cells() {
            self.cells.set(cell, self.most);
        }
    }

    fn contains(&self, item: &[u8]) -> bool {
        self.locator.probe(item).cells().iter().all(|&cell| self.cells.get(cell) > 0)
    }
}
