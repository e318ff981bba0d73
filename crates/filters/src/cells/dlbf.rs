//! DlBF: bits in regions, and a bitmap of the regions where bits collided.

use bloomlab_numbers::{MAX_SIZE, within};

use super::rule::Cells;
use crate::FilterError;
use crate::bits::BitArray;

/// The cells of a Deletable Bloom filter (Rothenberg et al., The deletable Bloom filter, 2010; Kwon et al., section
/// II-A): one-bit cells in R regions of b bits, and a bitmap of R bits. An insertion that finds a bit set marks its
/// region; deleting clears bits in unmarked regions only. A cell is saturated if its region is marked and its bit set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DlbfCells {
    region_bits: u64,
    bits: BitArray,
    collided: BitArray,
}

impl DlbfCells {
    /// `regions` regions of b = `region_bits` bits: R(b + 1) bits in all.
    /// [`FilterError::Refused`] unless R ≥ 1, b ≥ 1 and R·b ≤ 2⁶²; [`FilterError::OutOfMemory`].
    pub fn new(regions: u64, region_bits: u64) -> Result<DlbfCells, FilterError> {
        within("region-bits", region_bits, 1..=MAX_SIZE)?;
        within("regions", regions, 1..=(1 << 62) / region_bits)?;
        let (bits, collided) = (BitArray::new(regions * region_bits)?, BitArray::new(regions)?);
        Ok(DlbfCells { region_bits, bits, collided })
    }

    /// The number of regions, R.
    pub fn regions(&self) -> u64 {
        self.collided.len()
    }

    /// The region of a cell.
    #[inline(always)]
    fn region(&self, cell: u64) -> u64 {
        cell / self.region_bits
    }

    /// The number of regions marked as collided.
    pub fn collided_regions(&self) -> u64 {
        self.collided.count_ones()
    }
}

impl Cells for DlbfCells {
    fn cell_count(&self) -> u64 {
        self.bits.len()
    }

    #[inline(always)]
    fn write(&mut self, cell: u64, _: u64) {
        let is_collision = !self.bits.set(cell);
        self.collided.set_if(self.region(cell), is_collision);
    }

    #[inline(always)]
    fn matches(&self, cell: u64, _: u64) -> bool {
        self.bits.get(cell)
    }

    #[inline(always)]
    fn is_saturated(&self, cell: u64) -> bool {
        self.bits.get(cell) & self.collided.get(self.region(cell))
    }

    #[inline(always)]
    fn take_out(&mut self, cell: u64, _: u64) {
        if !self.is_saturated(cell) {
            self.bits.clear(cell);
        }
    }

    fn memory_bits(&self) -> u64 {
        self.bits.len() + self.collided.len()
    }

    fn matching_cells(&self) -> Vec<u64> {
        vec![self.bits.count_ones()]
    }
}
