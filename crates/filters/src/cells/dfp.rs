//! D-FP: a two-bit fingerprint in every cell.

use bloomlab_numbers::within;

use super::rule::Cells;
use crate::FilterError;
use crate::packed::PackedCells;

/// The cells of a D-FP filter, two bits each (Kwon et al., section III-A, figure 1). An item's fingerprint is 01 if the
/// lowest bit of its fingerprint word is 0, and 10 if it is 1. Inserting writes the fingerprint into an empty cell and
/// 11 into any other; a cell matches if (fingerprint AND cell) ≠ 0; deleting empties the cells that are not 11.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DfpCells(PackedCells);

impl DfpCells {
    /// `cells` empty cells: 2 · `cells` bits.
    /// [`FilterError::Refused`] unless 1 ≤ cells ≤ 2⁵⁸, [`FilterError::OutOfMemory`] if they cannot be allocated.
    pub fn new(cells: u64) -> Result<DfpCells, FilterError> {
        Ok(DfpCells(PackedCells::new(cells, 2)?))
    }

    /// Cells in given states, as in a worked example: 00 without an item, 01 or 10 with one item of that fingerprint, 11 after a collision.
    /// [`FilterError::Refused`] if there are none, or for a state above 11.
    pub fn from_states(states: &[u64]) -> Result<DfpCells, FilterError> {
        let mut cells = PackedCells::new(states.len() as u64, 2)?;
        for (index, &state) in (0..).zip(states) {
            within("state", state, 0..=0b11)?;
            cells.set(index, state);
        }
        Ok(DfpCells(cells))
    }

    /// The state of every cell, in order.
    pub fn states(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter()
    }
}

#[inline]
fn code(fingerprint: u64) -> u64 {
    1 << (fingerprint & 1)
}

impl Cells for DfpCells {
    fn cell_count(&self) -> u64 {
        self.0.len()
    }

    #[inline(always)]
    fn fingerprint_bits(&self) -> u32 {
        1
    }

    #[inline(always)]
    fn write(&mut self, cell: u64, fingerprint: u64) {
        // without a branch, which the processor cannot predict
        let collision = u64::from(self.0.get_whole::<2>(cell) != 0b00) * 0b11;
        self.0.set_whole::<2>(cell, code(fingerprint) | collision);
    }

    #[inline(always)]
    fn matches(&self, cell: u64, fingerprint: u64) -> bool {
        self.0.get_whole::<2>(cell) & code(fingerprint) != 0
    }

    #[inline(always)]
    fn is_saturated(&self, cell: u64) -> bool {
        self.0.get_whole::<2>(cell) == 0b11
    }

    #[inline(always)]
    fn take_out(&mut self, cell: u64, _: u64) {
        if !self.is_saturated(cell) {
            self.0.set_whole::<2>(cell, 0b00);
        }
    }

    fn memory_bits(&self) -> u64 {
        self.0.memory_bits()
    }

    fn matching_cells(&self) -> Vec<u64> {
        vec![self.0.count_bit::<2>(0), self.0.count_bit::<2>(1)]
    }
}
