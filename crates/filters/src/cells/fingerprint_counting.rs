//! FP-CBF: a counter and a fingerprint in every cell.

use super::rule::Cells;
use crate::FilterError;
use crate::packed::PackedCells;
use bloomlab_numbers::within;

const COUNTER_BITS: u32 = 4;
const SATURATED: u64 = (1 << COUNTER_BITS) - 1;

/// The cells of a Fingerprint Counting Bloom filter (Pontarelli, Reviriego and Maestro, Improving counting Bloom filter
/// performance with fingerprints, 2016; Kwon et al., section II-C): a saturating four-bit counter and the exclusive or
/// of the fingerprints of the items counted. Only a counter equal to 1 lets the fingerprint be compared; any other
/// counter but 0 matches everything. A counter that reached 15 stays there, and its fingerprint is never looked at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FingerprintCountingCells(PackedCells);

impl FingerprintCountingCells {
    /// `cells` empty cells: (4 + `fingerprint_bits`) · `cells` bits.
    /// [`FilterError::Refused`] unless 1 ≤ fingerprint bits ≤ 16; [`FilterError::OutOfMemory`] if the cells cannot be allocated.
    pub fn new(cells: u64, fingerprint_bits: u32) -> Result<FingerprintCountingCells, FilterError> {
        within("fingerprint-bits", fingerprint_bits.into(), 1..=16)?;
        Ok(FingerprintCountingCells(PackedCells::new(cells, COUNTER_BITS + fingerprint_bits)?))
    }

    /// Counter and exclusive or of a cell.
    #[inline(always)]
    fn parts(value: u64) -> (u64, u64) {
        (value & SATURATED, value >> COUNTER_BITS)
    }

    /// [`FingerprintCountingCells::parts`] of a cell. Where a fingerprint has as many bits as a counter, no cell crosses a word.
    #[inline(always)]
    fn get(&self, cell: u64) -> (u64, u64) {
        Self::parts(if self.0.width() == 8 { self.0.get_whole::<8>(cell) } else { self.0.get(cell) })
    }

    #[inline(always)]
    fn set(&mut self, cell: u64, counter: u64, fingerprints: u64) {
        let value = fingerprints << COUNTER_BITS | counter;
        if self.0.width() == 8 { self.0.set_whole::<8>(cell, value) } else { self.0.set(cell, value) }
    }

    #[inline(always)]
    fn stored(&self, fingerprint: u64) -> u64 {
        fingerprint & ((1 << self.fingerprint_bits()) - 1)
    }
}

impl Cells for FingerprintCountingCells {
    fn cell_count(&self) -> u64 {
        self.0.len()
    }

    #[inline(always)]
    fn fingerprint_bits(&self) -> u32 {
        self.0.width() - COUNTER_BITS
    }

    #[inline(always)]
    fn write(&mut self, cell: u64, fingerprint: u64) {
        let (counter, fingerprints) = self.get(cell);
        self.set(cell, (counter + 1).min(SATURATED), fingerprints ^ self.stored(fingerprint));
    }

    #[inline(always)]
    fn matches(&self, cell: u64, fingerprint: u64) -> bool {
        let (counter, fingerprints) = self.get(cell);
        (counter > 1) | (counter == 1) & (fingerprints == self.stored(fingerprint))
    }

    #[inline(always)]
    fn is_saturated(&self, cell: u64) -> bool {
        self.get(cell).0 == SATURATED
    }

    #[inline(always)]
    fn take_out(&mut self, cell: u64, fingerprint: u64) {
        let (counter, fingerprints) = self.get(cell);
        if counter != SATURATED && counter != 0 {
            self.set(cell, counter - 1, fingerprints ^ self.stored(fingerprint));
        }
    }

    fn memory_bits(&self) -> u64 {
        self.0.memory_bits()
    }

    /// One pass over the cells instead of one for each fingerprint.
    fn matching_cells(&self) -> Vec<u64> {
        let mut single = vec![0; 1 << self.fingerprint_bits()];
        let mut always = 0;
        for (counter, fingerprints) in self.0.iter().map(Self::parts) {
            match counter {
                0 => {}
                1 => single[fingerprints as usize] += 1,
                _ => always += 1,
            }
        }
        single.into_iter().map(|count: u64| count + always).collect()
    }
}
