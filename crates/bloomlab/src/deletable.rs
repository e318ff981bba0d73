//! Filters from which items can sometimes be deleted.

#[cfg(feature = "exact")]
mod checked;
#[cfg(feature = "exact")]
mod in_arithmetic;

use bloomlab_deletable::{Parameters, costs, in_f64, published};
use bloomlab_numbers::{ANSWER_SECONDS, Advice, Budget, Cost, DeletableKind, Double};

use crate::Error;

#[cfg(feature = "exact")]
pub use in_arithmetic::{DeletableNumbers, MissingMeasure};

/// A filter of m bits and k hash functions from which items can sometimes be deleted (Kwon, Shankar, Pontarelli, Reviriego, *A
/// fingerprint-based Bloom filter with deletion capabilities*).
///
/// ```
/// use bloomlab::{Deletable, DeletableKind};
///
/// // 3000 items more were inserted, and deleted again
/// let filter = Deletable::new(DeletableKind::Dfp, 1 << 18, 4)?.deleting(3000).holding(1 << 14)?;
/// assert!((filter.deletability()? - 0.9602).abs() < 1e-4);
/// assert!(filter.rate_after_deletions()? < filter.rate()?);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Deletable {
    kind: DeletableKind,
    bits: u64,
    hashes: u64,
    deleted: u64,
}

impl Deletable {
    /// A filter of `bits` bits (m) under `hashes` hash functions (k).
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless m ≤ 2^63 − 1 holds a cell (DlBF: a region), 1 ≤ k ≤ 32, and a region has 1 to 1024 bits, a
    /// fingerprint 1 to 32.
    pub fn new(kind: DeletableKind, bits: u64, hashes: u64) -> Result<Self, Error> {
        // what holds no item is refused for its shape only
        Parameters::new(kind, bits, 1, 0, hashes)?;
        Ok(Self { kind, bits, hashes, deleted: 0 })
    }

    /// The same filter, into which `deleted` items (r) more are inserted and then deleted, whatever its state.
    pub fn deleting(self, deleted: u64) -> Self {
        Self { deleted, ..self }
    }

    /// The same filter with `items` items (n) that stay.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless n + r ≥ 1 and k(n + r) ≤ 2^63 − 1.
    pub fn holding(self, items: u64) -> Result<StoredDeletable, Error> {
        let parameters = Parameters::new(self.kind, self.bits, items, self.deleted, self.hashes)?;
        Ok(StoredDeletable { filter: self, items, parameters })
    }
}

/// A filter into which n + r items were inserted, of which r were then deleted.
///
/// In double precision, by routes that keep the digits: relative errors of some 1e-13, of a DlBF as documented there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct StoredDeletable {
    #[cfg_attr(feature = "serde", serde(flatten))]
    filter: Deletable,
    items: u64,
    #[cfg_attr(feature = "serde", serde(skip))]
    parameters: Parameters,
}

impl StoredDeletable {
    /// C, the cells.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.parameters.cells()
    }

    /// The probability that a stored item can be deleted, with n + r items inserted: the counterpart of Kwon et al., eq. 2, exact for the
    /// filter as built.
    pub fn deletability(&self) -> Result<f64, Error> {
        self.within_an_answer(costs::deletability_in_f64)?;
        Ok(in_f64::deletability(&self.parameters)?)
    }

    /// The false-positive rate with n + r items stored and none deleted: the counterpart of Kwon et al., eq. 3, exact for the filter as
    /// built.
    pub fn rate(&self) -> Result<f64, Error> {
        Self { parameters: self.parameters.before_deletions(), ..*self }.rate_after_deletions()
    }

    /// The false-positive rate after the deletions, exact for the filter as built.
    pub fn rate_after_deletions(&self) -> Result<f64, Error> {
        self.within_an_answer(costs::rate_in_f64)?;
        Ok(in_f64::rate_after_deletions(&self.parameters)?)
    }

    /// The deletability of a DlBF as published; `None` for other filters. Too high: see
    /// [`published`](bloomlab_deletable::published::published_dlbf_deletability).
    #[must_use]
    pub fn published_deletability(&self) -> Option<f64> {
        published::published_dlbf_deletability(&Double, &self.parameters)
    }

    fn within_an_answer(&self, cost: fn(&Parameters) -> Cost) -> Result<(), Error> {
        Ok(Budget::of_seconds(ANSWER_SECONDS).check(cost(&self.parameters), Advice::Nothing)?)
    }
}
