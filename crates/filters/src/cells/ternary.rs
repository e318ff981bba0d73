//! TBF: ternary cells, in two bits each or five to a byte.

use bloomlab_numbers::{TernaryPacking, within};

use super::rule::Cells;
use crate::packed::{MAX_CELLS, PackedCells};
use crate::{FilterError, bits::zeroed};

const SATURATED: u64 = 2;
/// 3⁵ = 243 ≤ 256: five ternary digits fit a byte.
const PER_BYTE: u64 = 5;
const POWERS_OF_3: [u8; PER_BYTE as usize] = [1, 3, 9, 27, 81];
/// The digits of every byte: reading one costs no division.
static DIGITS: [[u8; PER_BYTE as usize]; 256] = digits();

const fn digits() -> [[u8; PER_BYTE as usize]; 256] {
    let mut digits = [[0; PER_BYTE as usize]; 256];
    let mut byte = 0;
    while byte < digits.len() {
        let mut place = 0;
        while place < POWERS_OF_3.len() {
            digits[byte][place] = byte as u8 / POWERS_OF_3[place] % 3;
            place += 1;
        }
        byte += 1;
    }
    digits
}

/// The cells of a Ternary Bloom filter (Lim et al., Ternary Bloom filter replacing counting Bloom filter, 2017; Kwon et
/// al., section II-B): 0, 1 and x. Inserting turns 0 into 1 and 1 into x; deleting turns 1 into 0; x means more than one
/// item at some time and stays for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TernaryCells(Storage);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Storage {
    TwoBits(PackedCells),
    FivePerByte { len: u64, bytes: Vec<u8> },
}

impl TernaryCells {
    /// `cells` empty cells: 2 · `cells` bits, or 8 · ⌈`cells`/5⌉.
    /// [`FilterError::Refused`] unless 1 ≤ cells ≤ 2⁵⁸, [`FilterError::OutOfMemory`] if they cannot be allocated.
    pub fn new(cells: u64, packing: TernaryPacking) -> Result<TernaryCells, FilterError> {
        let storage = match packing {
            TernaryPacking::TwoBits => Storage::TwoBits(PackedCells::new(cells, 2)?),
            TernaryPacking::FivePerByte => {
                within("cells", cells, 1..=MAX_CELLS)?;
                Storage::FivePerByte { len: cells, bytes: zeroed(cells.div_ceil(PER_BYTE))? }
            }
        };
        Ok(TernaryCells(storage))
    }

    #[inline(always)]
    fn get(&self, cell: u64) -> u64 {
        match &self.0 {
            Storage::TwoBits(cells) => cells.get_whole::<2>(cell),
            Storage::FivePerByte { len, bytes } => {
                assert!(cell < *len, "cell {cell} of an array of {len}");
                u64::from(DIGITS[usize::from(bytes[(cell / PER_BYTE) as usize])][(cell % PER_BYTE) as usize])
            }
        }
    }

    #[inline(always)]
    fn set(&mut self, cell: u64, value: u8) {
        let old = self.get(cell) as u8;
        match &mut self.0 {
            Storage::TwoBits(cells) => cells.set_whole::<2>(cell, value.into()),
            Storage::FivePerByte { bytes, .. } => {
                let power = POWERS_OF_3[(cell % PER_BYTE) as usize];
                let byte = &mut bytes[(cell / PER_BYTE) as usize];
                *byte = byte.wrapping_add(value.wrapping_sub(old).wrapping_mul(power));
            }
        }
    }
}

impl Cells for TernaryCells {
    fn cell_count(&self) -> u64 {
        match &self.0 {
            Storage::TwoBits(cells) => cells.len(),
            Storage::FivePerByte { len, .. } => *len,
        }
    }

    #[inline(always)]
    fn write(&mut self, cell: u64, _: u64) {
        let new = if self.get(cell) == 0 { 1 } else { 2 };
        self.set(cell, new);
    }

    #[inline(always)]
    fn matches(&self, cell: u64, _: u64) -> bool {
        self.get(cell) != 0
    }

    #[inline(always)]
    fn is_saturated(&self, cell: u64) -> bool {
        self.get(cell) == SATURATED
    }

    #[inline(always)]
    fn take_out(&mut self, cell: u64, _: u64) {
        if !self.is_saturated(cell) {
            self.set(cell, 0);
        }
    }

    fn memory_bits(&self) -> u64 {
        match &self.0 {
            Storage::TwoBits(cells) => cells.memory_bits(),
            Storage::FivePerByte { bytes, .. } => bytes.len() as u64 * 8,
        }
    }

    fn matching_cells(&self) -> Vec<u64> {
        match &self.0 {
            Storage::TwoBits(cells) => vec![cells.count_nonzero::<2>()],
            Storage::FivePerByte { bytes, .. } => {
                let of_byte = DIGITS.map(|digits| digits.iter().filter(|&&digit| digit != 0).count() as u64);
                vec![bytes.iter().map(|&byte| of_byte[usize::from(byte)]).sum()]
            }
        }
    }
}
