//! An array of exactly m bits.

use bloomlab_occupancy::{MAX_SIZE, Parameter};
use serde::{Deserialize, Serialize};

use crate::{Damage, FilterError};

/// So many zeros of `words` words of 64 bits each, or an error if there is no such memory.
pub(crate) fn zeroed<T: Clone + Default>(count: u64, words: u64) -> Result<Vec<T>, FilterError> {
    let out_of_memory = || FilterError::OutOfMemory { words: count.saturating_mul(words) };
    let count = usize::try_from(count).map_err(|_| out_of_memory())?;
    let mut store = Vec::new();
    store.try_reserve_exact(count).map_err(|_| out_of_memory())?;
    store.resize(count, T::default());
    Ok(store)
}

/// Words of 64 bits, all zero, or an error if there is no such memory.
pub(crate) fn zeroed_words(bits: u128) -> Result<Vec<u64>, FilterError> {
    zeroed(u64::try_from(bits.div_ceil(64)).unwrap_or(u64::MAX), 1)
}

/// Exactly m bits, never rounded up: every index below m is usable and no other.
///
/// The memory used is m bits; they lie in ⌈m/64⌉ machine words, so that at most 63 further bits are allocated, which
/// stay zero. The number of bits set is kept, so that asking for it costs nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredBits", into = "StoredBits")]
pub struct BitArray {
    len: u64,
    ones: u64,
    words: Vec<u64>,
}

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct StoredBits {
    pub(crate) len: u64,
    pub(crate) words: Vec<u64>,
}

impl StoredBits {
    /// Whether there are as many words as bits need, and no bit behind the last.
    pub(crate) fn check(&self) -> Result<(), FilterError> {
        let StoredBits { len, ref words } = *self;
        Parameter::Bits.within(len, 1..=MAX_SIZE)?;
        if words.len() as u64 != len.div_ceil(64) {
            return Err(Damage::Words { words: words.len() as u64, cells: len }.into());
        }
        if len % 64 != 0 && words.last().is_some_and(|last| last >> (len % 64) != 0) {
            return Err(Damage::BehindTheEnd.into());
        }
        Ok(())
    }
}

/// Panics behind the end: apart, since the message would keep the index in memory.
#[cold]
#[inline(never)]
fn check(index: u64, len: u64) {
    assert!(index < len, "bit {index} of an array of {len}");
}

impl BitArray {
    /// m = `len` bits, all clear.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless 1 ≤ m ≤ 2⁶³ − 1, [`FilterError::OutOfMemory`] if the system refuses the memory.
    pub fn new(len: u64) -> Result<BitArray, FilterError> {
        Parameter::Bits.within(len, 1..=MAX_SIZE)?;
        Ok(BitArray { len, ones: 0, words: zeroed_words(len.into())? })
    }

    /// The number of bits, m.
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Always false: an array has at least one bit.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number of bits set, in constant time.
    #[inline]
    pub fn count_ones(&self) -> u64 {
        self.ones
    }

    /// The number of bits set in both arrays, which must have the same length.
    pub(crate) fn common_ones(&self, other: &BitArray) -> u64 {
        self.words.iter().zip(&other.words).map(|(a, b)| u64::from((a & b).count_ones())).sum()
    }

    /// Bits allocated: m rounded up to whole words.
    pub fn allocated_bits(&self) -> u64 {
        self.words.len() as u64 * 64
    }

    #[inline]
    fn locate(&self, index: u64) -> (usize, u64) {
        if index >= self.len {
            check(index, self.len);
        }
        ((index / 64) as usize, 1 << (index % 64))
    }

    /// Whether bit `index` is set.
    ///
    /// # Panics
    /// If `index ≥ m`, as for a slice.
    #[inline]
    pub fn get(&self, index: u64) -> bool {
        let (word, mask) = self.locate(index);
        self.words[word] & mask != 0
    }

    /// Sets bit `index`; true if it was clear.
    ///
    /// # Panics
    /// If `index ≥ m`, as for a slice.
    #[inline]
    pub fn set(&mut self, index: u64) -> bool {
        let (word, mask) = self.locate(index);
        let was_clear = self.words[word] & mask == 0;
        self.words[word] |= mask;
        self.ones += u64::from(was_clear);
        was_clear
    }

    /// Sets several bits.
    #[inline]
    pub(crate) fn setter(&mut self) -> Setter<'_> {
        Setter { len: self.len, words: &mut self.words, ones: &mut self.ones, new: 0 }
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
    ///
    /// # Panics
    /// If `index ≥ m`, as for a slice.
    #[inline]
    pub fn clear(&mut self, index: u64) -> bool {
        let (word, mask) = self.locate(index);
        let was_set = self.words[word] & mask != 0;
        self.words[word] &= !mask;
        self.ones -= u64::from(was_set);
        was_set
    }

    /// Clears every bit.
    pub fn clear_all(&mut self) {
        self.words.fill(0);
        self.ones = 0;
    }
}

/// Sets bits and keeps the number of those that were clear in a register: through memory, each would wait for the one before.
pub(crate) struct Setter<'a> {
    len: u64,
    words: &'a mut [u64],
    ones: &'a mut u64,
    new: u64,
}

impl Setter<'_> {
    /// [`BitArray::set`], but that nothing is said of the bit.
    #[inline]
    pub(crate) fn set(&mut self, index: u64) {
        if index >= self.len {
            check(index, self.len);
        }
        let (word, mask) = (&mut self.words[(index / 64) as usize], 1 << (index % 64));
        self.new += u64::from(*word & mask == 0);
        *word |= mask;
    }

    /// How many of the bits were clear. The array does not count them before.
    #[inline]
    pub(crate) fn finish(self) -> u64 {
        *self.ones += self.new;
        self.new
    }
}

impl From<BitArray> for StoredBits {
    fn from(bits: BitArray) -> StoredBits {
        StoredBits { len: bits.len, words: bits.words }
    }
}

impl TryFrom<StoredBits> for BitArray {
    type Error = FilterError;

    fn try_from(stored: StoredBits) -> Result<BitArray, FilterError> {
        stored.check()?;
        let StoredBits { len, words } = stored;
        let ones = words.iter().map(|word| u64::from(word.count_ones())).sum();
        Ok(BitArray { len, ones, words })
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
            let stored = serde_json::to_string(&bits).unwrap();
            prop_assert_eq!(serde_json::from_str::<BitArray>(&stored).unwrap(), bits);
        }
    }

    #[test]
    fn has_exactly_m_bits() {
        for len in [1, 63, 64, 65, 1000] {
            let bits = BitArray::new(len).unwrap();
            assert_eq!(bits.len(), len);
            assert!(bits.allocated_bits() >= len && bits.allocated_bits() < len + 64);
            assert!(std::panic::catch_unwind(|| bits.get(len)).is_err());
        }
        for len in [0, u64::MAX] {
            assert!(matches!(BitArray::new(len), Err(FilterError::OutOfDomain(error)) if error.value() == len.into()));
        }
        assert!(matches!(BitArray::new(MAX_SIZE), Err(FilterError::OutOfMemory { .. })));
    }

    #[test]
    fn damaged_data_are_refused() {
        for text in [r#"{"len":0,"words":[]}"#, r#"{"len":64,"words":[0,0]}"#, r#"{"len":3,"words":[8]}"#] {
            assert!(serde_json::from_str::<BitArray>(text).is_err(), "{text}");
        }
    }
}
