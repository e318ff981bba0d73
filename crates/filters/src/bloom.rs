//! The Bloom filter.

use crate::bits::BitArray;
use crate::{FilterError, Hashing, Locator, Probe};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BloomFilter {
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
        self.write(&self.locator.probe(item))
    }

    /// Whether the item may have been inserted. A 'no' is certain.
    #[inline]
    pub fn contains(&self, item: &[u8]) -> bool {
        self.clear_among(&self.locator.probe(item)) == 0
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

    /// The number of bits that inserting the item would set.
    #[inline]
    pub(crate) fn clear_among(&self, probe: &Probe) -> u64 {
        self.bits.clear_among(probe.cells())
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
        self.bits.set_all(probe.cells())
    }
}
