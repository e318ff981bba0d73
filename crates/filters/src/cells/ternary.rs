//! TBF: ternary cells, in two bits each or five to a byte.

use bloomlab_occupancy::{Parameter, TernaryPacking};
use serde::{Deserialize, Serialize};

use super::Cells;
use crate::{Damage, FilterError, PackedCells, packed::MAX_CELLS};

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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Storage", into = "Storage")]
pub struct TernaryCells(Storage);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Storage {
    TwoBits(PackedCells),
    FivePerByte { len: u64, bytes: Vec<u8> },
}

impl TernaryCells {
    /// `cells` empty cells: 2 · `cells` bits, or 8 · ⌈`cells`/5⌉.
    ///
    /// # Errors
    /// As [`PackedCells::new`].
    pub fn new(cells: u64, packing: TernaryPacking) -> Result<TernaryCells, FilterError> {
        let storage = match packing {
            TernaryPacking::TwoBits => Storage::TwoBits(PackedCells::new(cells, 2)?),
            TernaryPacking::FivePerByte => {
                Parameter::Cells.within(cells, 1..=MAX_CELLS)?;
                let count = cells.div_ceil(PER_BYTE);
                let mut bytes = Vec::new();
                let reserved = usize::try_from(count).map(|count| bytes.try_reserve_exact(count).map(|()| count));
                let Ok(Ok(count)) = reserved else {
                    return Err(FilterError::OutOfMemory { words: count.div_ceil(8) });
                };
                bytes.resize(count, 0);
                Storage::FivePerByte { len: cells, bytes }
            }
        };
        Ok(TernaryCells(storage))
    }

    /// How the cells are stored.
    pub fn packing(&self) -> TernaryPacking {
        match self.0 {
            Storage::TwoBits(_) => TernaryPacking::TwoBits,
            Storage::FivePerByte { .. } => TernaryPacking::FivePerByte,
        }
    }

    #[inline]
    fn get(&self, cell: u64) -> u64 {
        match &self.0 {
            Storage::TwoBits(cells) => cells.get_whole::<2>(cell),
            Storage::FivePerByte { len, bytes } => {
                assert!(cell < *len, "cell {cell} of an array of {len}");
                u64::from(DIGITS[usize::from(bytes[(cell / PER_BYTE) as usize])][(cell % PER_BYTE) as usize])
            }
        }
    }

    #[inline]
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

    #[inline]
    fn write(&mut self, cell: u64, _: u64) {
        let new = if self.get(cell) == 0 { 1 } else { 2 };
        self.set(cell, new);
    }

    #[inline]
    fn matches(&self, cell: u64, _: u64) -> bool {
        self.get(cell) != 0
    }

    #[inline]
    fn is_saturated(&self, cell: u64) -> bool {
        self.get(cell) == SATURATED
    }

    #[inline]
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

    fn allocated_bits(&self) -> u64 {
        match &self.0 {
            Storage::TwoBits(cells) => cells.allocated_bits(),
            Storage::FivePerByte { .. } => self.memory_bits(),
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

impl From<TernaryCells> for Storage {
    fn from(cells: TernaryCells) -> Storage {
        cells.0
    }
}

impl TryFrom<Storage> for TernaryCells {
    type Error = FilterError;

    fn try_from(storage: Storage) -> Result<TernaryCells, FilterError> {
        match &storage {
            Storage::TwoBits(cells) => {
                super::expect_width(cells, 2)?;
                if cells.iter().any(|cell| cell > SATURATED) {
                    return Err(Damage::Ternary.into());
                }
            }
            Storage::FivePerByte { len, bytes } => {
                if *len == 0 || bytes.len() as u64 != len.div_ceil(PER_BYTE) {
                    return Err(Damage::Bytes { bytes: bytes.len() as u64, cells: *len }.into());
                }
                // The last byte holds 1 to 5 cells; what lies behind them is zero.
                let used = 3u32.pow(((len - 1) % PER_BYTE + 1) as u32);
                let last_overflows = bytes.last().is_some_and(|&last| u32::from(last) >= used);
                if last_overflows || bytes.iter().any(|&byte| byte >= 243) {
                    return Err(Damage::Ternary.into());
                }
            }
        }
        Ok(TernaryCells(storage))
    }
}
