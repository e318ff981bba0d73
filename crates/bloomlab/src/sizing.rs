//! The smallest filter that keeps a target rate.

#[cfg(feature = "exact")]
mod certified;
mod in_double;
mod predicted;

use bloomlab_formulas::sizing::{LEAST_TARGET, TARGETS};
use bloomlab_occupancy::{MAX_SIZE, OutOfDomain, Parameter};
use bloomlab_schemes::HashingScheme;
use bloomlab_schemes::sizing::Allowed;
#[cfg(feature = "exact")]
pub use certified::{CertifiedSize, SizeRate};

use crate::Error;

/// Items that a filter is to hold, without a target yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct ItemsToHold(u64);

/// The question for the smallest filter, over all numbers of hash functions, whose rate is at most a target.
///
/// With independent positions unless [`Sizing::under`] says otherwise. Of several k that keep the target with as many bits, the answer
/// has the one with the lowest rate, of several with that rate the least. Under double hashing the rate may rise from one number of bits to
/// the next, and that no smaller filter keeps the target is observed, not proved.
///
/// ```
/// use bloomlab::{HashingScheme, Sizing};
///
/// let sizing = Sizing::of(20)?.at_most(0.001)?;
/// let size = sizing.smallest()?;
/// assert_eq!((size.bits, size.hashes), (291, 10));
/// let double = sizing.under(HashingScheme::Double)?.smallest()?;
/// assert!(double.bits > size.bits && double.rate <= 0.001);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Sizing {
    items: u64,
    target: f64,
    #[cfg_attr(feature = "serde", serde(skip))]
    ln_target: f64,
    /// The target as it was given: a double as its shortest decimal.
    #[cfg(feature = "exact")]
    #[cfg_attr(feature = "serde", serde(skip))]
    exactly: bloomlab_exact::Rational,
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::serialized::displayed"))]
    scheme: HashingScheme,
    #[cfg_attr(
        feature = "serde",
        serde(rename = "power_of_two", serialize_with = "crate::serialized::is_power_of_two")
    )]
    allowed: Allowed,
}

/// A filter that keeps a target rate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Size {
    /// m.
    pub bits: u64,
    /// k.
    pub hashes: u64,
    /// The rate with the items stored: exact, or approximate where it has a [`largest_error`](Self::largest_error).
    pub rate: f64,
    /// The largest relative error that was seen of such a rate, where it is [approximate](bloomlab_schemes::first_order::rate).
    pub largest_error: Option<f64>,
}

impl Sizing {
    /// The question for a filter that is to hold `items` items (n).
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] above 2^63 − 1 items.
    pub fn of(items: u64) -> Result<ItemsToHold, Error> {
        Parameter::Items.within(items, 0..=MAX_SIZE)?;
        Ok(ItemsToHold(items))
    }

    /// With positions that are derived by `scheme`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] for blocks or words without a bit.
    pub fn under(&self, scheme: HashingScheme) -> Result<Self, Error> {
        match scheme {
            HashingScheme::Blocked(bits) => Parameter::BlockBits.within(bits, 1..=MAX_SIZE)?,
            HashingScheme::SplitBlock(bits) => Parameter::WordBits.within(bits, 1..=MAX_SIZE)?,
            _ => {}
        }
        Ok(Self { scheme, ..self.clone() })
    }

    /// With a power of two as the number of bits.
    pub fn power_of_two(&self) -> Self {
        Self { allowed: Allowed::PowersOfTwo, ..self.clone() }
    }
}

impl ItemsToHold {
    /// With a rate of at most `target`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2^−256 ≤ target < 1: below, two items share a hash of 256 bits more often.
    pub fn at_most(self, target: f64) -> Result<Sizing, Error> {
        if !(LEAST_TARGET..1.0).contains(&target) {
            return Err(OutOfDomain::new(Parameter::Target, target, TARGETS).into());
        }
        Ok(Sizing {
            items: self.0,
            target,
            ln_target: libm::log(target),
            #[cfg(feature = "exact")]
            exactly: certified::shortest(target)?,
            scheme: HashingScheme::Independent,
            allowed: Allowed::All,
        })
    }
}

#[cfg(test)]
mod tests {
    use bloomlab_schemes::{SchemeLoad, rate_in_double};

    use super::*;

    fn size(scheme: HashingScheme, items: u64, target: f64) -> Size {
        Sizing::of(items).unwrap().at_most(target).unwrap().under(scheme).unwrap().smallest().unwrap()
    }

    #[test]
    fn one_bit_less_does_not_keep_the_target() {
        for (items, target) in [(1, 0.5), (20, 0.001), (1000, 0.01), (1 << 40, 1e-9)] {
            let size = size(HashingScheme::Independent, items, target);
            assert!(size.rate <= target);
            for hashes in 1..=40 {
                let load = SchemeLoad::new(HashingScheme::Independent, size.bits - 1, items, hashes).unwrap();
                assert!(rate_in_double(load).unwrap() > target, "{items} items at {target}: k = {hashes}");
            }
        }
    }

    #[test]
    fn every_scheme_keeps_the_target_and_no_filter_a_step_smaller_does() {
        for (scheme, step) in [
            (HashingScheme::Independent, 1),
            (HashingScheme::Partitioned, 1),
            (HashingScheme::Blocked(64), 64),
            (HashingScheme::SplitBlock(8), 8),
            (HashingScheme::KmPartition, 1),
            (HashingScheme::Double, 1),
            (HashingScheme::DoubleOdd, 2),
            (HashingScheme::Enhanced, 1),
        ] {
            let found = size(scheme, 30, 0.05);
            let rate = |bits| rate_in_double(SchemeLoad::new(scheme, bits, 30, found.hashes).unwrap()).unwrap();
            assert!(found.rate <= 0.05 && found.rate == rate(found.bits), "{scheme:?}: {found:?}");
            let unit = if let HashingScheme::SplitBlock(_) = scheme { step * found.hashes } else { step };
            let unit = if scheme == HashingScheme::KmPartition { found.hashes } else { unit };
            assert!(rate(found.bits - unit) > 0.05, "{scheme:?}: {found:?}");
        }
    }

    #[test]
    fn powers_of_two_are_the_next_ones() {
        for (items, target) in [(1, 0.5), (20, 0.001), (1000, 0.01)] {
            let plain = Sizing::of(items).unwrap().at_most(target).unwrap();
            let bits = plain.smallest().unwrap().bits;
            assert_eq!(plain.power_of_two().smallest().unwrap().bits, bits.next_power_of_two());
        }
    }

    #[test]
    fn double_hashing_answers_a_million_items_at_a_millionth() {
        let size = size(HashingScheme::Double, 1_000_000, 1e-6);
        assert!(size.rate <= 1e-6 && size.largest_error.is_some_and(|error| error < 1e-4), "{size:?}");
        // 28.755 bits an item without double hashing
        assert!((28_755_000..28_810_000).contains(&size.bits) && size.hashes == 20, "{size:?}");
    }

    #[test]
    fn what_takes_long_is_refused_before_work() {
        for (items, target) in [(10, 1e-30), (1, 1e-5), (38, 3e-6)] {
            let sizing = Sizing::of(items).unwrap().at_most(target).unwrap().power_of_two();
            for scheme in [HashingScheme::DoubleNonzero, HashingScheme::Enhanced, HashingScheme::Double] {
                match sizing.under(scheme).unwrap().smallest() {
                    Ok(size) => assert!(size.rate <= target, "{size:?}"),
                    Err(Error::TooLarge(why)) => assert!(why.needed > why.most, "{why}"),
                    Err(why) => assert!(matches!(why, Error::OutOfDomain(_)), "{why}"),
                }
            }
        }
    }

    #[test]
    fn what_has_no_answer_says_why() {
        let items = Sizing::of(10).unwrap();
        for target in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY, 5e-324, LEAST_TARGET / 2.0] {
            let refused = items.at_most(target).unwrap_err().to_string();
            assert!(refused.starts_with("target = ") && refused.contains("needs 2^-256 ≤ target < 1"), "{refused}");
        }
        assert!(items.at_most(LEAST_TARGET).is_ok());
        assert!(Sizing::of(u64::MAX).is_err());
        let sizing = items.at_most(0.1).unwrap();
        for (scheme, parameter) in
            [(HashingScheme::Blocked(0), Parameter::BlockBits), (HashingScheme::SplitBlock(0), Parameter::WordBits)]
        {
            let refused = sizing.under(scheme).unwrap_err();
            assert!(matches!(&refused, Error::OutOfDomain(why) if why.parameter() == parameter), "{refused}");
        }
        let triple = Sizing::of(1000).unwrap().at_most(1e-6).unwrap().under(HashingScheme::Triple).unwrap();
        assert!(triple.smallest().unwrap_err().to_string().starts_with("items = 1000"));
    }
}
