//! Cells that count the items in them until they saturate: four-bit counters and quaternary cells.

use super::rule::Cells;
use crate::FilterError;
use crate::packed::PackedCells;

/// Counters of `WIDTH` bits. Inserting adds one, deleting subtracts one; the largest value, 2^WIDTH − 1, means 'this many
/// or more' and stays for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterCells<const WIDTH: u32>(PackedCells);

/// The cells of a counting Bloom filter (Fan et al., Summary cache, 2000): counters of four bits that stay at 15.
pub type CountingCells = CounterCells<4>;

/// The cells of a Quaternary Bloom filter (Lim et al., Ternary Bloom filter replacing counting Bloom filter, 2017; Kwon
/// et al., section II-B): 0, 1, 2 and x, in two bits; x means three or more, at some time.
pub type QuaternaryCells = CounterCells<2>;

impl<const WIDTH: u32> CounterCells<WIDTH> {
    const SATURATED: u64 = (1 << WIDTH) - 1;

    /// `cells` empty cells: WIDTH · `cells` bits.
    /// [`FilterError::Refused`] unless 1 ≤ cells ≤ 2⁵⁸, [`FilterError::OutOfMemory`] if they cannot be allocated.
    pub fn new(cells: u64) -> Result<CounterCells<WIDTH>, FilterError> {
        Ok(CounterCells(PackedCells::new(cells, WIDTH)?))
    }
}

impl<const WIDTH: u32> Cells for CounterCells<WIDTH> {
    fn cell_count(&self) -> u64 {
        self.0.len()
    }

    #[inline(always)]
    fn write(&mut self, cell: u64, _: u64) {
        self.0.set_whole::<WIDTH>(cell, (self.0.get_whole::<WIDTH>(cell) + 1).min(Self::SATURATED));
    }

    #[inline(always)]
    fn matches(&self, cell: u64, _: u64) -> bool {
        self.0.get_whole::<WIDTH>(cell) != 0
    }

    #[inline(always)]
    fn is_saturated(&self, cell: u64) -> bool {
        self.0.get_whole::<WIDTH>(cell) == Self::SATURATED
    }

    #[inline(always)]
    fn take_out(&mut self, cell: u64, _: u64) {
        let count = self.0.get_whole::<WIDTH>(cell);
        if count != Self::SATURATED {
            self.0.set_whole::<WIDTH>(cell, count.saturating_sub(1));
        }
    }

    fn memory_bits(&self) -> u64 {
        self.0.memory_bits()
    }

    fn matching_cells(&self) -> Vec<u64> {
        vec![self.0.count_nonzero::<WIDTH>()]
    }
}
