//! A filter, by its bits, its hash functions and how positions are drawn.

#[cfg(feature = "exact")]
mod rows;
mod stored;

use bloomlab_formulas::{
    Load,
    observed::ObservedFill,
    walks::finite_hash::MAX_HASH_BITS,
    walks::{HashingScheme, SchemeLoad},
};
use bloomlab_numbers::{Refused, Sampling, Shape, within};

pub use stored::{MAX_HASHES, ObservedFilter, StoredFilter};

use crate::error::Error;

/// A filter of m bits under k hash functions, whose positions are independent and drawn with replacement unless something else is
/// said.
///
/// ```
/// use bloomlab::{Filter, HashingScheme};
///
/// // 4 items in 32 bits under 5 hash functions: the textbook formula says 0.0229
/// let rate = Filter::new(32, 5)?.holding(4)?.rate()?;
/// assert!((rate - 0.025_221_852_307_293_578).abs() < 1e-15);
///
/// // 102 items in 1024 bits: (h1 + i * h2) % m costs 16 %
/// let filter = Filter::new(1024, 7)?;
/// let double = filter.under(HashingScheme::Double)?.holding(102)?;
/// let excess = double.rate()? / filter.holding(102)?.rate()? - 1.0;
/// assert!((excess - 0.1612).abs() < 1e-4);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Filter {
    pub(crate) shape: Shape,
    pub(crate) scheme: HashingScheme,
    pub(crate) hash_bits: Option<u64>,
}

impl Filter {
    /// A filter of `bits` bits (m) under `hashes` hash functions (k).
    /// Domain: 1 ≤ m ≤ 2^63 − 1 and 1 ≤ k ≤ 512.
    pub fn new(bits: u64, hashes: u64) -> Result<Self, Refused> {
        let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
        within("hashes", hashes, 1..=MAX_HASHES)?;
        Ok(Self { shape, scheme: HashingScheme::Independent, hash_bits: None })
    }

    /// The k positions of an item are distinct.
    /// Domain: k ≤ m, and no scheme derives the positions.
    pub fn without_replacement(self) -> Result<Self, Error> {
        self.compatible(self.is_derived(), DISTINCT, DERIVED)?;
        let shape = Shape::new(self.shape.bits(), self.shape.hashes(), Sampling::WithoutReplacement)?;
        Ok(Self { shape, ..self })
    }

    /// A scheme derives the positions, which are not distinct, as libraries do. What is out of the domain of the scheme shows when the filter
    /// [holds items](Self::holding).
    pub fn under(self, scheme: HashingScheme) -> Result<Self, Error> {
        self.compatible(self.is_distinct() && scheme != HashingScheme::Independent, DERIVED, DISTINCT)?;
        self.compatible(self.hash_bits.is_some() && scheme.stride().is_some(), OF_ONE_HASH, OVERLAPPING)?;
        Ok(Self { scheme, ..self })
    }

    /// All positions of an item come from one hash of `bits` bits (b): two items are alike if their hashes are.
    /// Domain: 1 ≤ b ≤ 256, and positions are not distinct.
    pub fn hash_bits(self, bits: u64) -> Result<Self, Error> {
        within("hash-bits", bits, 1..=MAX_HASH_BITS)?;
        self.compatible(self.is_distinct(), DERIVED, DISTINCT)?;
        self.check_words(OF_ONE_HASH)?;
        Ok(Self { hash_bits: Some(bits), ..self })
    }

    /// The filter with `items` items (n) in it.
    /// Domain: n and kn at most 2^63 − 1; k ≤ 20 under double hashing and its variants; and that of each [`HashingScheme`].
    pub fn holding(self, items: u64) -> Result<StoredFilter, Refused> {
        let (bits, hashes) = (self.shape.bits(), self.shape.hashes());
        let derived = if self.is_derived() { Some(SchemeLoad::new(self.scheme, bits, items, hashes)?) } else { None };
        Ok(StoredFilter { filter: self, items, load: Load::holding(self.shape, items)?, derived })
    }

    /// The filter with `set` bits found set (b), whatever set them.
    /// Domain: b ≤ m, and no scheme, whose positions depend on each other.
    pub fn with_bits_set(self, set: u64) -> Result<ObservedFilter, Error> {
        self.compatible(self.is_derived(), "a count of set bits", DERIVED)?;
        Ok(ObservedFilter(ObservedFill::new(self.shape, set)?))
    }

    /// Another filter whose positions are drawn as this one's.
    pub(crate) fn drawn_as(self, other: Self) -> Result<Self, Error> {
        let other = Self { scheme: self.scheme, hash_bits: self.hash_bits, ..other };
        if self.is_distinct() { other.without_replacement() } else { Ok(other) }
    }

    /// Refuses positions from one hash of few bits, and words that overlap, with which `this` does not go.
    pub(crate) fn check_hash(self, this: &'static str) -> Result<(), Error> {
        self.check_words(this)?;
        self.compatible(self.hash_bits.is_some(), this, OF_ONE_HASH)
    }

    /// Refuses words that overlap: only their rate is computed.
    pub(crate) fn check_words(self, this: &'static str) -> Result<(), Error> {
        self.compatible(self.scheme.stride().is_some(), this, OVERLAPPING)
    }

    fn is_derived(self) -> bool {
        self.scheme != HashingScheme::Independent || self.hash_bits.is_some()
    }

    pub(crate) fn is_distinct(self) -> bool {
        self.shape.sampling() == Sampling::WithoutReplacement
    }

    fn compatible(self, is_other: bool, this: &'static str, other: &'static str) -> Result<(), Error> {
        if is_other { Err(Error::Incompatible { this, other }) } else { Ok(()) }
    }
}

const DISTINCT: &str = "positions without replacement";
const DERIVED: &str = "positions that a scheme derives";
const OF_ONE_HASH: &str = "positions from one hash of few bits";
const OVERLAPPING: &str = "words that overlap: only their rate is computed";
