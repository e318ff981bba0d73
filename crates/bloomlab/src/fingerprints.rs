//! Filters that keep fingerprints, with given parameters.

use bloomlab_deletable::{cuckoo, quotient};
use bloomlab_exact::{Certified, try_certify};
use bloomlab_formulas::static_filters;
use bloomlab_numbers::{Refused, within};

use crate::error::Error;

/// A filter that keeps a fingerprint of every item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fingerprints {
    /// A cuckoo filter with this number of slots in each bucket (b); the number of buckets is a power of two.
    Cuckoo(u64),
    /// A quotient filter: slots keep the fingerprint without the quotient, the remainder.
    Quotient,
    /// A table that is solved for its items once: xor, binary fuse and ribbon filters.
    Static,
}

impl Fingerprints {
    /// The exact rate of `slots` slots in all, which a static filter has no use for, fingerprints of `bits` bits (f) and `items` items (n), certified to
    /// `digits` digits: [`cuckoo::rate`] with 2^f − 1 fingerprints, 0 being an empty slot, [`quotient::rate`] or [`static_filters::rate`].
    /// Domain: 1 ≤ f ≤ 60, 1 ≤ n ≤ slots, and buckets, or the slots of a quotient filter, are a power of two that those functions take.
    pub fn certified_rate(self, slots: u64, bits: u32, items: u64, digits: usize) -> Result<Certified, Error> {
        within("fingerprint-bits", bits.into(), 1..=60)?;
        if self == Self::Static {
            return try_certify(digits, 1 << 20, |a| Ok(static_filters::rate(a, bits)));
        }
        within("items", items, 1..=slots)?;
        let each = if let Self::Cuckoo(each) = self { each } else { 1 };
        let power = slots
            .checked_div(each)
            .filter(|count| count * each == slots && count.is_power_of_two() && count.ilog2() + bits <= 62);
        let Some(power) = power else {
            let domain = "a power of two of buckets, and in bits at most 62 with those of a fingerprint";
            return Err(Refused::new("slots", slots, domain).into());
        };
        try_certify(digits, 1 << 20, |a| {
            Ok(match self {
                Self::Quotient => quotient::rate(a, bits + power.ilog2(), items)?,
                _ => cuckoo::rate(a, power, (1 << bits) - 1, items)?,
            })
        })
    }

    /// The share of slots beyond which insertions fail in simulations ([`cuckoo`]), for b = 1, 2, 4 and 8.
    pub fn highest_load(self) -> Option<f64> {
        let of_cuckoo = [(1, 0.5), (2, 0.88), (4, 0.97), (8, 0.99)];
        match self {
            Self::Cuckoo(each) => of_cuckoo.iter().find(|(slots, _)| *slots == each).map(|(_, load)| *load),
            Self::Quotient => Some(0.95),
            Self::Static => None,
        }
    }
}
