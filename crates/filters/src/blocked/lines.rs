//! Bits in cache lines.

use serde::{Deserialize, Serialize};

use crate::{
    FilterError,
    bits::{StoredBits, zeroed},
};

/// A cache line, and where one begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Line(pub(super) [u64; 8]);

/// Bits of a line.
const LINE: u64 = 512;

impl Line {
    /// Whether bit `bit` mod 512 is set, in the lowest bit of what is returned.
    #[inline(always)]
    pub(super) fn reads(&self, bit: u64) -> u64 {
        self.0[(bit / 64 % 8) as usize] >> (bit % 64)
    }

    /// Sets bit `bit` mod 512; not 0 if it was clear.
    #[inline(always)]
    pub(super) fn set(&mut self, bit: u64) -> u64 {
        let (word, mask) = (&mut self.0[(bit / 64 % 8) as usize], 1 << (bit % 64));
        let missing = mask & !*word;
        *word |= mask;
        missing
    }
}

/// Exactly m bits like a [`BitArray`](crate::BitArray)'s, which are not counted as they are set, and lie so that no block of
/// 2^j ≤ 512 of them is in two cache lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredBits", into = "StoredBits")]
pub(super) struct LinedBits {
    len: u64,
    lines: Vec<Line>,
}

impl LinedBits {
    /// m = `len` bits, all clear.
    ///
    /// # Errors
    /// [`FilterError::OutOfMemory`].
    pub(super) fn new(len: u64) -> Result<LinedBits, FilterError> {
        Ok(LinedBits { len, lines: zeroed(len.div_ceil(LINE), LINE / 64)? })
    }

    #[inline]
    pub(super) fn len(&self) -> u64 {
        self.len
    }

    #[inline(always)]
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    #[inline(always)]
    pub(super) fn lines_mut(&mut self) -> &mut [Line] {
        &mut self.lines
    }

    /// Whether bit `index` is set.
    #[inline]
    pub(super) fn get(&self, index: u64) -> bool {
        self.lines[(index / LINE) as usize].reads(index) & 1 == 1
    }

    /// Sets bit `index`; true if it was clear.
    #[inline]
    pub(super) fn set(&mut self, index: u64) -> bool {
        self.lines[(index / LINE) as usize].set(index) != 0
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        self.lines.iter().flat_map(|line| line.0)
    }

    /// The number of bits set.
    pub(super) fn count_ones(&self) -> u64 {
        self.words().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The number of bits set among those from `start` to `end` − 1, `start ≤ end ≤ m`.
    pub(super) fn count_ones_in(&self, start: u64, end: u64) -> u64 {
        // the words' bits below `index`
        let below = |index: u64| (1u64 << (index % 64)) - 1;
        let ones = |word: u64, mask: u64| {
            let line = self.lines.get((word / 8) as usize);
            line.map_or(0, |line| u64::from((line.0[(word % 8) as usize] & mask).count_ones()))
        };
        let whole: u64 = (start / 64..end / 64).map(|word| ones(word, u64::MAX)).sum();
        whole + ones(end / 64, below(end)) - ones(start / 64, below(start))
    }

    /// Clears every bit.
    pub(super) fn clear_all(&mut self) {
        self.lines.fill(Line::default());
    }
}

impl From<LinedBits> for StoredBits {
    fn from(bits: LinedBits) -> StoredBits {
        StoredBits { len: bits.len, words: bits.words().take(bits.len.div_ceil(64) as usize).collect() }
    }
}

impl TryFrom<StoredBits> for LinedBits {
    type Error = FilterError;

    fn try_from(stored: StoredBits) -> Result<LinedBits, FilterError> {
        stored.check()?;
        let mut bits = LinedBits::new(stored.len)?;
        for (line, words) in bits.lines.iter_mut().zip(stored.words.chunks(8)) {
            line.0[..words.len()].copy_from_slice(words);
        }
        Ok(bits)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn behave_like_a_vector_of_booleans(len in 1u64..1200, set in prop::collection::vec(any::<u64>(), 0..400)) {
            let mut bits = LinedBits::new(len).unwrap();
            let mut reference = vec![false; len as usize];
            for bit in set {
                let bit = bit % len;
                let was_clear = bits.lines_mut()[(bit / LINE) as usize].set(bit) != 0;
                prop_assert_eq!(was_clear, !std::mem::replace(&mut reference[bit as usize], true));
            }
            for (bit, &is_set) in reference.iter().enumerate() {
                let line = &bits.lines()[bit / LINE as usize];
                prop_assert_eq!(line.reads(bit as u64) & 1 == 1, is_set);
            }
            let ones = |start: usize, end: usize| reference[start..end].iter().filter(|&&bit| bit).count() as u64;
            prop_assert_eq!(bits.count_ones(), ones(0, len as usize));
            let third = len as usize / 3;
            for (start, end) in [(0, third), (third, 2 * third), (third, len as usize), (third, third)] {
                prop_assert_eq!(bits.count_ones_in(start as u64, end as u64), ones(start, end));
            }
            let stored = serde_json::to_string(&bits).unwrap();
            prop_assert_eq!(serde_json::from_str::<LinedBits>(&stored).unwrap(), bits.clone());
            bits.clear_all();
            prop_assert_eq!(bits, LinedBits::new(len).unwrap());
        }
    }

    #[test]
    fn damaged_data_are_refused() {
        for text in [r#"{"len":0,"words":[]}"#, r#"{"len":64,"words":[0,0]}"#, r#"{"len":3,"words":[8]}"#] {
            assert!(serde_json::from_str::<LinedBits>(text).is_err(), "{text}");
        }
    }
}
