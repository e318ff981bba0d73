//! Filters that keep fingerprints, with given parameters.

use bloomlab_deletable::{cuckoo, quotient};
use bloomlab_exact::{Certified, try_certify};
use bloomlab_formulas::static_filters;
use bloomlab_numbers::{Refused, within};

use crate::error::Error;

/// The longest fingerprint, in bits.
const LONGEST: u32 = 60;

/// A filter that keeps a fingerprint of every item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fingerprints {
    /// A cuckoo filter: a power of two of buckets.
    Cuckoo {
        /// Slots of all buckets.
        slots: u64,
        /// Slots of a bucket, b.
        bucket_slots: u64,
    },
    /// A quotient filter whose fingerprint without the quotient, the remainder, is what a slot keeps.
    Quotient {
        /// Slots, a power of two.
        slots: u64,
    },
    /// A table that is solved for its items once: xor, binary fuse and ribbon filters.
    Static,
}

impl Fingerprints {
    /// The exact rate of fingerprints of `bits` bits (f) and `items` items (n), certified to `digits` digits: see [`cuckoo::rate`] with 2^f − 1
    /// fingerprints, 0 being an empty slot, [`quotient::rate`] and [`static_filters::rate`].
    ///
    /// # Errors
    /// [`Error::Refused`] unless 1 ≤ f ≤ 60, n ≥ 1 and the items fit in the slots; and the domains of those functions.
    ///
    /// ```
    /// // a million items in 2^18 buckets of four, fingerprints of 16 bits
    /// let filter = bloomlab::Fingerprints::Cuckoo { slots: 1 << 20, bucket_slots: 4 };
    /// assert_eq!(filter.certified_rate(16, 1_000_000, 4)?.decimal(4), "0.0001164");
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn certified_rate(self, bits: u32, items: u64, digits: usize) -> Result<Certified, Error> {
        within("fingerprint-bits", bits.into(), 1..=LONGEST.into())?;
        within("items", items, 1..=self.slots().unwrap_or(u64::MAX))?;
        let whole = |slots: u64, parts: u64| {
            let power = slots.checked_div(parts).filter(|count| count * parts == slots && count.is_power_of_two());
            power.ok_or_else(|| Refused::new("slots", slots, "a power of two of buckets"))
        };
        try_certify(digits, 1 << 20, |a| {
            Ok(match self {
                Self::Cuckoo { slots, bucket_slots } => {
                    cuckoo::rate(a, whole(slots, bucket_slots)?, (1 << bits) - 1, items)?
                }
                Self::Quotient { slots } => quotient::rate(a, bits + whole(slots, 1)?.ilog2(), items)?,
                Self::Static => static_filters::rate(a, bits),
            })
        })
    }

    /// Slots, unless the table has as many cells as its items need.
    pub fn slots(self) -> Option<u64> {
        match self {
            Self::Cuckoo { slots, .. } | Self::Quotient { slots } => Some(slots),
            Self::Static => None,
        }
    }

    /// The share of slots beyond which insertions fail in simulations ([`cuckoo`]), for b = 1, 2, 4 and 8.
    pub fn highest_load(self) -> Option<f64> {
        match self {
            Self::Cuckoo { bucket_slots: 1, .. } => Some(0.5),
            Self::Cuckoo { bucket_slots: 2, .. } => Some(0.88),
            Self::Cuckoo { bucket_slots: 4, .. } => Some(0.97),
            Self::Cuckoo { bucket_slots: 8, .. } => Some(0.99),
            Self::Quotient { .. } => Some(0.95),
            _ => None,
        }
    }
}
