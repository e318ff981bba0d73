//! The one error of this crate.

use bloomlab_deletable::double::NotInDouble;
#[cfg(feature = "exact")]
use bloomlab_exact::NotCertified;
use bloomlab_formulas::sizing::SizingError;
use bloomlab_numbers::TooLarge;
use bloomlab_occupancy::{OutOfDomain, Refused};

/// The reason why a question has no answer.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// The computation would take too long, or too much memory.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Double precision does not hold the value: certified arithmetic does (the feature `exact`).
    #[error(transparent)]
    NotInDouble(#[from] NotInDouble),
    /// No precision gave the digits asked for.
    #[cfg(feature = "exact")]
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::OutOfDomain(error) => error.into(),
            Refused::TooLarge(error) => error.into(),
        }
    }
}

impl<E: Into<Error>> From<SizingError<E>> for Error {
    fn from(error: SizingError<E>) -> Self {
        match error {
            SizingError::OutOfDomain(error) => error.into(),
            SizingError::Undecided(error) => error.into(),
        }
    }
}
