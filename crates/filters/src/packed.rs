//! Cells of a few bits each, packed without gaps.

use crate::{FilterError, bits::zeroed};
use bloomlab_numbers::within;

/// The most cells of an array, so that 64 bits count their bits.
pub(crate) const MAX_CELLS: u64 = 1 << 58;

/// `len` cells of `width` bits each (1 to 32), packed without gaps: a cell may cross a word.
///
/// The memory used is len · width bits; they lie in whole words, so that at most 63 further bits are allocated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PackedCells {
    len: u64,
    width: u32,
    words: Vec<u64>,
}

fn check(len: u64, width: u32) -> Result<(), FilterError> {
    within("cell-bits", width.into(), 1..=32)?;
    Ok(within("cells", len, 1..=MAX_CELLS)?)
}

/// The lowest bit of every cell of a word.
fn lowest_bits(width: u32) -> u64 {
    u64::MAX / ((1 << width) - 1)
}

impl PackedCells {
    /// `len` cells of `width` bits, all zero.
    pub(crate) fn new(len: u64, width: u32) -> Result<PackedCells, FilterError> {
        check(len, width)?;
        Ok(PackedCells { len, width, words: zeroed((len * u64::from(width)).div_ceil(64))? })
    }

    #[inline]
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bits of one cell.
    #[inline]
    pub(crate) fn width(&self) -> u32 {
        self.width
    }

    /// Memory used: len · width bits.
    pub(crate) fn memory_bits(&self) -> u64 {
        self.len * u64::from(self.width)
    }

    /// First word, shift within it, and mask of a cell at shift 0.
    #[inline(always)]
    fn locate(&self, index: u64) -> (usize, u32, u64) {
        assert!(index < self.len, "cell {index} of an array of {}", self.len);
        let bit = index * u64::from(self.width);
        ((bit / 64) as usize, (bit % 64) as u32, (1 << self.width) - 1)
    }

    #[inline(always)]
    pub(crate) fn get(&self, index: u64) -> u64 {
        let (word, shift, mask) = self.locate(index);
        let low = self.words[word] >> shift;
        let high = if shift + self.width > 64 { self.words[word + 1] << (64 - shift) } else { 0 };
        (low | high) & mask
    }

    #[inline(always)]
    pub(crate) fn set(&mut self, index: u64, value: u64) {
        let (word, shift, mask) = self.locate(index);
        assert!(value <= mask, "{value} does not fit {} bits", self.width);
        self.words[word] = (self.words[word] & !(mask << shift)) | (value << shift);
        if shift + self.width > 64 {
            self.words[word + 1] = (self.words[word + 1] & !(mask >> (64 - shift))) | (value >> (64 - shift));
        }
    }

    /// [`PackedCells::get`] where every cell has `WIDTH` bits, which divide 64, so that no cell crosses a word.
    #[inline]
    pub(crate) fn get_whole<const WIDTH: u32>(&self, index: u64) -> u64 {
        let (word, shift, mask) = self.locate_whole::<WIDTH>(index);
        self.words[word] >> shift & mask
    }

    /// [`PackedCells::set`] likewise, for a value of at most `WIDTH` bits.
    #[inline]
    pub(crate) fn set_whole<const WIDTH: u32>(&mut self, index: u64, value: u64) {
        let (word, shift, mask) = self.locate_whole::<WIDTH>(index);
        self.words[word] = self.words[word] & !(mask << shift) | (value & mask) << shift;
    }

    #[inline]
    fn locate_whole<const WIDTH: u32>(&self, index: u64) -> (usize, u32, u64) {
        const { assert!(WIDTH <= 32 && 64 % WIDTH == 0) };
        assert!(index < self.len, "cell {index} of an array of {}", self.len);
        let in_word = u64::from(64 / WIDTH);
        ((index / in_word) as usize, (index % in_word) as u32 * WIDTH, (1 << WIDTH) - 1)
    }

    /// The number of cells that are not zero, where every cell has `WIDTH` bits, which divide 64.
    pub(crate) fn count_nonzero<const WIDTH: u32>(&self) -> u64 {
        let any = |word: u64| (0..WIDTH).fold(0, |any, bit| any | word >> bit);
        self.words.iter().map(|&word| u64::from((any(word) & lowest_bits(WIDTH)).count_ones())).sum()
    }

    /// The number of cells whose bit `bit` is set, likewise.
    pub(crate) fn count_bit<const WIDTH: u32>(&self, bit: u32) -> u64 {
        self.words.iter().map(|word| u64::from((word & lowest_bits(WIDTH) << bit).count_ones())).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.len).map(|index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn behaves_like_a_vector_of_integers(
            len in 1u64..100,
            width in 1u32..=32,
            steps in prop::collection::vec((any::<u64>(), any::<u64>()), 0..300),
        ) {
            let mut cells = PackedCells::new(len, width).unwrap();
            let mut reference = vec![0; len as usize];
            for (index, value) in steps {
                let (index, value) = (index % len, value & ((1 << width) - 1));
                cells.set(index, value);
                reference[index as usize] = value;
            }
            prop_assert_eq!(cells.iter().collect::<Vec<_>>(), reference);
        }
    }

    #[test]
    fn impossible_arrays_are_refused() {
        for (len, width) in [(0, 2), (5, 0), (5, 33)] {
            assert!(matches!(PackedCells::new(len, width), Err(FilterError::Refused { .. })));
        }
    }
}
