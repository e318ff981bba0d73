//! An array of exactly m bits.

use bloomlab_numbers::{MAX_SIZE, within};

use crate::FilterError;

/// `count` zeros, or an error if there is no memory for them.
pub(crate) fn zeroed<T: Clone + Default>(count: u64) -> Result<Vec<T>, FilterError> {
    let out_of_memory = || FilterError::OutOfMemory { words: count.saturating_mul(size_of::<T>() as u64).div_ceil(8) };
    let count = usize::try_from(count).map_err(|_| out_of_memory())?;
    let mut store = Vec::new();
    store.try_reserve_exact(count).map_err(|_| out_of_memory())?;
    store.resize(count, T::default());
    Ok(store)
}

/// Exactly m bits, never rounded up: every index below m is usable and no other.
///
/// The memory used is m bits; they lie in ⌈m/64⌉ machine words, so that at most 63 further bits are allocated, which
/// stay zero. The number of bits set is kept, so that asking for it costs nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitArray {
    len: u64,
    ones: u64,
    words: Vec<u64>,
}

/// Panics for an index beyond the end. A separate function, because the message would keep the index in memory.
#[cold]
#[inline(never)]
fn check(index: u64, len: u64) {
    assert!(index < len, "bit {index} of an array of {len}");
}

impl BitArray {
    /// m = `len` bits, all clear.
    pub(crate) fn new(len: u64) -> Result<BitArray, FilterError> {
        within("bits", len, 1..=MAX_SIZE)?;
        Ok(BitArray { len, ones: 0, words: zeroed(len.div_ceil(64))? })
    }

    #[inline]
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// The number of bits set, in constant time.
    #[inline]
    pub(crate) fn count_ones(&self) -> u64 {
        self.ones
    }

    /// The number of bits set among those from `start` to `end` − 1, `start ≤ end ≤ m`.
    pub(crate) fn count_ones_in(&self, start: u64, end: u64) -> u64 {
        let ones = |word: u64, mask: u64| {
            self.words.get(word as usize).map_or(0, |bits| u64::from((bits & mask).count_ones()))
        };
        // the bits of a word that are below `index`
        let below = |index: u64| ones(index / 64, (1 << (index % 64)) - 1);
        let whole: u64 = (start / 64..end / 64).map(|word| ones(word, u64::MAX)).sum();
        whole + below(end) - below(start)
    }

    /// The number of bits set in both arrays, which must have the same length.
    pub(crate) fn common_ones(&self, other: &BitArray) -> u64 {
        self.words.iter().zip(&other.words).map(|(a, b)| u64::from((a & b).count_ones())).sum()
    }

    #[inline]
    fn locate(&self, index: u64) -> (usize, u64) {
        if index >= self.len {
            check(index, self.len);
        }
        ((index / 64) as usize, 1 << (index % 64))
    }

    #[inline]
    pub(crate) fn get(&self, index: u64) -> bool {
        let (word, mask) = self.locate(index);
        self.words[word] & mask != 0
    }

    /// Sets bit `index`; true if it was clear.
    #[inline]
    pub(crate) fn set(&mut self, index: u64) -> bool {
        let (word, mask) = self.locate(index);
        let was_clear = self.words[word] & mask == 0;
        self.words[word] |= mask;
        self.ones += u64::from(was_clear);
        was_clear
    }

    /// The number of these bits that are clear.
    #[inline]
    pub(crate) fn clear_among(&self, indices: &[u64]) -> u64 {
        indices.iter().filter(|&&index| !self.get(index)).count() as u64
    }

    /// Sets these bits; true if one was clear. The number of those is kept in a register: through memory, each bit would wait for
    /// the one before.
    #[inline]
    pub(crate) fn set_all(&mut self, indices: &[u64]) -> bool {
        let mut new = 0;
        for &index in indices {
            let (word, mask) = self.locate(index);
            new += u64::from(self.words[word] & mask == 0);
            self.words[word] |= mask;
        }
        self.ones += new;
        new > 0
    }

    /// Sets bit `index` if `is_due`, without a branch.
    #[inline]
    pub(crate) fn set_if(&mut self, index: u64, is_due: bool) {
        let (word, mask) = self.locate(index);
        let mask = mask * u64::from(is_due);
        self.ones += u64::from(self.words[word] & mask != mask);
        self.words[word] |= mask;
    }

    /// Clears bit `index`; true if it was set.
    #[inline]
    pub(crate) fn clear(&mut self, index: u64) -> bool {
        let (word, mask) = self.locate(index);
        let was_set = self.words[word] & mask != 0;
        self.words[word] &= !mask;
        self.ones -= u64::from(was_set);
        was_set
    }

    pub(crate) fn clear_all(&mut self) {
        self.words.fill(0);
        self.ones = 0;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn behaves_like_a_vector_of_booleans(
            len in 1u64..200,
            steps in prop::collection::vec((any::<u64>(), any::<bool>()), 0..400),
        ) {
            let mut bits = BitArray::new(len).unwrap();
            let mut reference = vec![false; len as usize];
            for (index, value) in steps {
                let index = index % len;
                bits.set_if(index, false);
                let before = std::mem::replace(&mut reference[index as usize], value);
                let changed = if value { bits.set(index) } else { bits.clear(index) };
                bits.set_if(index, value);
                prop_assert_eq!(changed, before != value);
            }
            for (index, &value) in reference.iter().enumerate() {
                prop_assert_eq!(bits.get(index as u64), value);
            }
            prop_assert_eq!(bits.count_ones(), reference.iter().filter(|&&bit| bit).count() as u64);
        }
    }

    #[test]
    fn has_exactly_m_bits() {
        for len in [1, 63, 64, 65, 1000] {
            let bits = BitArray::new(len).unwrap();
            assert_eq!(bits.len(), len);
            assert!(std::panic::catch_unwind(|| bits.get(len)).is_err());
        }
        for len in [0, u64::MAX] {
            assert!(matches!(BitArray::new(len), Err(FilterError::Refused(error)) if error.value == len.into()));
        }
        assert!(matches!(BitArray::new(MAX_SIZE), Err(FilterError::OutOfMemory { .. })));
    }
}
