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
        scheme.check_bits()?;
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
