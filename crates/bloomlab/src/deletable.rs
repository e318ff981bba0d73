//! Filters from which items can sometimes be deleted.
//!
//! Two questions have a function of their own here: [`deletability`] and [`rate`]. The models behind them, before and after
//! deletions, exact and as published, are those of `bloomlab-deletable`.

pub use bloomlab_deletable::*;
pub use bloomlab_occupancy::DeletableKind;

use crate::OutOfDomain;

/// The reason why a question about a deletable filter has no answer in double precision.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unanswered {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// Double precision has no value: certified arithmetic would do (the feature `exact`).
    #[error(transparent)]
    NotInDouble(#[from] double::NotInDouble),
}

/// The probability that a stored item can be deleted from a filter of `bits` bits (m) that holds `items` items (n) under
/// `hashes` hash functions (k).
///
/// Kwon, Shankar, Pontarelli, Reviriego, exact for the filter as built.
///
/// # Errors
/// [`Unanswered`]: a parameter out of its domain, or a DlBF beyond the range of double precision.
///
/// ```
/// use bloomlab::deletable::{DeletableKind, deletability};
///
/// let deletability = deletability(DeletableKind::Dfp, 1 << 18, 1 << 14, 4)?;
/// assert!((deletability - 0.9760).abs() < 1e-3);
/// # Ok::<(), bloomlab::deletable::Unanswered>(())
/// ```
pub fn deletability(kind: DeletableKind, bits: u64, items: u64, hashes: u64) -> Result<f64, Unanswered> {
    Ok(double::deletability(&Parameters::new(kind, bits, items, 0, hashes)?)?)
}

/// The false-positive rate of the same filter.
///
/// # Errors
/// As [`deletability`].
///
/// ```
/// use bloomlab::deletable::{DeletableKind, rate};
///
/// let rate = rate(DeletableKind::Dfp, 1 << 18, 1 << 14, 4)?;
/// assert!(rate > 0.003 && rate < 0.005);
/// # Ok::<(), bloomlab::deletable::Unanswered>(())
/// ```
pub fn rate(kind: DeletableKind, bits: u64, items: u64, hashes: u64) -> Result<f64, Unanswered> {
    Ok(double::rate(&Parameters::new(kind, bits, items, 0, hashes)?)?)
}
