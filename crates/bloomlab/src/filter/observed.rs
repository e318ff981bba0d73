//! A filter whose set bits have been counted.

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, certify};
use bloomlab_formulas::observed::{self, ObservedFill};
use bloomlab_numbers::Double;

use super::Filter;
use super::stored::in_double;
use crate::error::Error;

/// A filter of m bits, b of them set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct ObservedFilter {
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub(super) filter: Filter,
    pub(super) bits_set: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(super) fill: ObservedFill,
}

impl ObservedFilter {
    /// The false-positive rate: with replacement (b/m)^k, Christensen, Roginsky, Jimeno (2010), eq. 2; without, C(b, k)/C(m, k).
    ///
    /// Relative error below 2^−52 for each of the factors.
    ///
    /// # Errors
    /// [`Error::LostDigits`] for a rate below 1e-290.
    ///
    /// ```
    /// let rate = bloomlab::Filter::new(1024, 7)?.with_bits_set(512)?.rate()?;
    /// assert_eq!(rate, 1.0 / 128.0);
    /// # Ok::<(), bloomlab::Error>(())
    /// ```
    pub fn rate(self) -> Result<f64, Error> {
        in_double(observed::rate(&Double, self.fill), self.fill.is_clear())
    }

    /// [`rate`](Self::rate) with `digits` certified significant digits.
    #[cfg(feature = "exact")]
    pub fn certified(self, digits: usize) -> Result<Certified, Error> {
        Ok(certify(digits, |a| observed::rate(a, self.fill))?)
    }
}
