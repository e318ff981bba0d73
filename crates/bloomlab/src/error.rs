//! The one error of this crate.

use bloomlab_deletable::in_f64::NotInDouble;
#[cfg(feature = "exact")]
use bloomlab_exact::{Enclosure, NotCertified};
use bloomlab_numbers::Refused;

/// The reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// Double precision has lost the digits of the value.
    #[error(transparent)]
    LostDigits(#[from] LostDigits),
    /// Two parts of a question exclude each other.
    #[error("{this} do not go with {other}")]
    Incompatible {
        /// The part that was asked for.
        this: &'static str,
        /// The part that it does not go with.
        other: &'static str,
    },
    /// The value is below this one, and below the numbers of MPFR.
    #[cfg(feature = "exact")]
    #[error("below {}", .0.upper_decimal(2))]
    Below(Enclosure),
    /// No precision gave the digits asked for.
    #[cfg(feature = "exact")]
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}

/// A way in which double precision loses the digits of a value. Certified arithmetic keeps them (the feature `exact`).
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum LostDigits {
    /// Parts of the value are smaller than the least normal double.
    #[error("underflow: the rate is below 1e-290, where double precision loses its digits")]
    Underflow,
    /// Parts of the value are larger than the largest double.
    #[error("overflow in double precision")]
    Overflow,
    /// Terms cancel.
    #[error("cancellation in double precision: the result is not a probability")]
    Cancellation,
    /// The sums over a filter from which items can be deleted lose them.
    #[error(transparent)]
    OfDeletable(#[from] NotInDouble),
}
