//! The Bloom filter.

use serde::{Deserialize, Serialize};

use crate::{BitArray, Damage, FilterError, Hashing, Locator, Probe};

/// A Bloom filter of exactly m bits (Bloom, 1970): no false negative, no deletion.
///
/// ```
/// use bloomlab_filters::{BloomFilter, Hashing};
///
/// let mut filter = BloomFilter::new(1000, Hashing::new(7, 42))?;
/// filter.insert(b"an item");
/// assert!(filter.contains(b"an item"));
/// assert!(filter.count_ones() <= 7);
/// # Ok::<(), bloomlab_filters::FilterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredBloom")]
pub struct BloomFilter {
    locator: Locator,
    bits: BitArray,
}

#[derive(Deserialize)]
struct StoredBloom {
    locator: Locator,
    bits: BitArray,
}

impl BloomFilter {
    /// An empty filter of m = `bits` bits.
    ///
    /// # Errors
    /// [`FilterError::OutOfDomain`] unless 1 ≤ m ≤ 2⁶², 1 ≤ k, and k ≤ m without replacement;
    /// [`FilterError::OutOfMemory`].
    pub fn new(bits: u64, hashing: Hashing) -> Result<BloomFilter, FilterError> {
        Ok(BloomFilter { locator: Locator::new(bits, hashing)?, bits: BitArray::new(bits)? })
    }

    /// Inserts an item; true if that set at least one bit, so that the item was certainly new.
    #[inline]
    pub fn insert(&mut self, item: &[u8]) -> bool {
        let mut setter = self.bits.setter();
        self.locator.each(item, |bit| setter.set(bit));
        setter.finish() > 0
    }

    /// Whether the item may have been inserted. A 'no' is certain.
    #[inline]
    pub fn contains(&self, item: &[u8]) -> bool {
        self.locator.all(item, |bit, _| self.bits.get(bit))
    }

    /// [`BloomFilter::insert`] at given positions.
    ///
    /// # Errors
    /// [`FilterError::ForeignProbe`] if the probe was made for another number of bits.
    #[inline]
    pub fn insert_at(&mut self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.write(probe))
    }

    /// [`BloomFilter::contains`] at given positions.
    ///
    /// # Errors
    /// As [`BloomFilter::insert_at`].
    #[inline]
    pub fn contains_at(&self, probe: &Probe) -> Result<bool, FilterError> {
        probe.check(self.bits.len())?;
        Ok(self.clear_among(probe) == 0)
    }

    /// Forgets every item.
    pub fn clear(&mut self) {
        self.bits.clear_all();
    }

    /// The number of bits, m.
    #[inline]
    pub fn len(&self) -> u64 {
        self.bits.len()
    }

    /// Whether no bit is set.
    pub fn is_empty(&self) -> bool {
        self.bits.count_ones() == 0
    }

    /// The number of bits set, b, in constant time.
    #[inline]
    pub fn count_ones(&self) -> u64 {
        self.bits.count_ones()
    }

    /// Memory used, in bits: exactly m.
    pub fn memory_bits(&self) -> u64 {
        self.bits.len()
    }

    /// Memory allocated, in bits: m rounded up to whole words.
    pub fn allocated_bits(&self) -> u64 {
        self.bits.allocated_bits()
    }

    /// The probability that an item never inserted, with independent positions, is contained, given the b bits set:
    /// (b/m)^k with replacement, C(b,k)/C(m,k) without (Christensen, Roginsky and Jimeno, eq. 2; Dozier, Salamatian and
    /// Rubenstein, eq. 17). Relative accuracy about 2k·2⁻⁵³. For double hashing it is an approximation.
    pub fn false_positive_rate(&self) -> f64 {
        self.locator.all_among(self.bits.count_ones())
    }

    /// How items are located, also to make probes at given positions.
    #[inline]
    pub fn locator(&self) -> &Locator {
        &self.locator
    }

    #[inline]
    pub(crate) fn find(&self, item: &[u8]) -> Probe {
        self.locator.probe_without_fingerprint(item)
    }

    /// The number of bits that inserting the item would set.
    #[inline]
    pub(crate) fn clear_among(&self, probe: &Probe) -> u64 {
        probe.cells().iter().filter(|&&cell| !self.bits.get(cell)).count() as u64
    }

    /// Whether a bit is set.
    pub(crate) fn reports_bit(&self, bit: u64) -> bool {
        self.bits.get(bit)
    }

    /// Clears a bit.
    pub(crate) fn reset(&mut self, bit: u64) {
        self.bits.clear(bit);
    }

    /// The number of bits set in both filters.
    pub(crate) fn common_ones(&self, other: &BloomFilter) -> u64 {
        self.bits.common_ones(&other.bits)
    }

    #[inline]
    pub(crate) fn write(&mut self, probe: &Probe) -> bool {
        let mut setter = self.bits.setter();
        probe.cells().iter().for_each(|&cell| setter.set(cell));
        setter.finish() > 0
    }
}

impl TryFrom<StoredBloom> for BloomFilter {
    type Error = FilterError;

    fn try_from(stored: StoredBloom) -> Result<BloomFilter, FilterError> {
        let StoredBloom { locator, bits } = stored;
        match locator.cells() == bits.len() {
            true => Ok(BloomFilter { locator, bits }),
            false => Err(Damage::Positions { located: locator.cells(), stored: bits.len() }.into()),
        }
    }
}
