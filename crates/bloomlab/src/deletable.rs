//! Filters from which items can sometimes be deleted.
//!
//! Two questions have a function of their own here: [`deletability`] and [`rate`]. The models behind them, before and after
//! deletions, take [`Parameters`]: [`double`] in double precision, [`finite`] and [`stable`] exactly in any arithmetic,
//! [`poisson`] and [`published`] as approximations.

pub use bloomlab_deletable::{Parameters, double, finite, poisson, published, stable};
pub use bloomlab_occupancy::DeletableKind;

use bloomlab_numbers::{ANSWER_SECONDS, Cost};

use crate::Error;

/// The most that an answer may take: [`ANSWER_SECONDS`], and 800 MB.
const MAX_COST: Cost = Cost::of_seconds(ANSWER_SECONDS).holding(1e8);
/// What answers where that is exceeded.
const INSTEAD: &str = "try fewer hash functions or smaller regions";

/// The probability that a stored item can be deleted from a filter of `bits` bits (m) that holds `items` items (n) under
/// `hashes` hash functions (k).
///
/// Kwon, Shankar, Pontarelli, Reviriego, exact for the filter as built.
///
/// # Errors
/// [`Error::OutOfDomain`] unless m holds a cell (DlBF: a region), 1 ≤ n, 1 ≤ k ≤ 32, and m and kn are at most 2^63 − 1;
/// [`Error::NotInDouble`] for a DlBF beyond the range of double precision; [`Error::TooLarge`] for many hash functions and
/// large regions.
///
/// ```
/// use bloomlab::deletable::{DeletableKind, deletability};
///
/// let deletability = deletability(DeletableKind::Dfp, 1 << 18, 1 << 14, 4)?;
/// assert!((deletability - 0.9760).abs() < 1e-3);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn deletability(kind: DeletableKind, bits: u64, items: u64, hashes: u64) -> Result<f64, Error> {
    let filter = Parameters::new(kind, bits, items, 0, hashes)?;
    double::deletability_cost(&filter).within(MAX_COST, INSTEAD)?;
    Ok(double::deletability(&filter)?)
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
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn rate(kind: DeletableKind, bits: u64, items: u64, hashes: u64) -> Result<f64, Error> {
    let filter = Parameters::new(kind, bits, items, 0, hashes)?;
    double::rate_after_deletions_cost(&filter).within(MAX_COST, INSTEAD)?;
    Ok(double::rate(&filter)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_minutes_is_refused() {
        let regions = DeletableKind::Dlbf { region_bits: 1024 };
        let refused = deletability(regions, 1 << 30, 1 << 20, 32);
        assert!(matches!(refused, Err(Error::TooLarge(_))), "{refused:?}");
        assert!(rate(DeletableKind::Qbf, 1 << 18, 1 << 14, 4).is_ok());
    }
}
