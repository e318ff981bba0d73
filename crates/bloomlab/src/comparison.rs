//! Every filter for the same job.

use bloomlab_comparison::{CACHE_LINE, FilterKind, SizedFilter, SizedWindow, for_items, for_window};
use bloomlab_numbers::{Target, Value};

use crate::{Error, HashingScheme, Sizing};

/// The memory that each kind of filter takes to keep a rate.
///
/// ```
/// use bloomlab::{Comparison, FilterKind};
///
/// let rows = Comparison::at_most(0.01)?.of_items(100_000)?;
/// let bits = |kind| rows.iter().find(|row| row.filter == kind).map(|row| row.bits_per_item);
/// assert!(bits(FilterKind::BinaryFuse3) < bits(FilterKind::Bloom));
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Comparison {
    target: Target,
}

impl From<Target> for Comparison {
    fn from(target: Target) -> Self {
        Self { target }
    }
}

impl Comparison {
    /// Of filters whose rate is at most `target`.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 0 < target < 1.
    pub fn at_most(target: f64) -> Result<Self, Error> {
        Ok(Target::new(target)?.into())
    }

    /// The smallest filter of every kind that keeps the rate with `items` items, and the bounds for any filter, by bits per item. Rates
    /// are exact, in double precision. Kinds that cannot keep it at any size are left out, and walks in a line where they would take seconds.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 1 ≤ n ≤ 2^53 and 2^−100 ≤ target.
    pub fn of_items(&self, items: u64) -> Result<Vec<SizedFilter>, Error> {
        let mut all = for_items(items, self.target.rate())?;
        all.extend(self.walks_in_lines(items).ok());
        all.sort_by(|a, b| a.bits_per_item.total_cmp(&b.bits_per_item));
        Ok(all)
    }

    fn walks_in_lines(&self, items: u64) -> Result<SizedFilter, Error> {
        let scheme = HashingScheme::BlockedDouble(CACHE_LINE);
        let found = Sizing::of(items)?.at_most(self.target.rate())?.under(scheme)?.smallest()?;
        let parameters = [("blocks", found.bits / CACHE_LINE), ("block_bits", CACHE_LINE), ("hashes", found.hashes)];
        let parameters = parameters.map(|(name, value)| (name, Value::Integer(value))).into();
        Ok(SizedFilter::new(FilterKind::BlockedDouble, found.bits as f64 / items as f64, found.rate, 1.0, parameters))
    }

    /// The smallest filter of every kind that remembers the last `window` messages (W) at a mean rate, by bits per message. One phase and
    /// stable filters guarantee no window; they have the memory of two phases.
    ///
    /// # Errors
    /// [`Error::OutOfDomain`] unless 2 ≤ W ≤ 2^20 and 2^−60 ≤ target.
    pub fn of_window(&self, window: u64) -> Result<Vec<SizedWindow>, Error> {
        Ok(for_window(window, self.target.rate())?)
    }
}
