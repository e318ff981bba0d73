//! Certified digits.

use bloomlab_exact::{Certified, certify};
use bloomlab_formulas::{Formula, Load, inclusion_exclusion};

use crate::Error;

/// The rate of [`rate`](crate::rate), with `digits` certified significant digits.
///
/// Christensen, Roginsky, Jimeno (2010), eq. 17, by inclusion–exclusion in enclosures of rising precision.
///
/// # Errors
/// [`Error::OutOfDomain`] unless 1 ≤ m, 1 ≤ k, and m, n and kn are at most 2^63 − 1; [`Error::TooLarge`] from some ten thousand
/// hash functions on; [`Error::NotCertified`] for digits that a million bits do not give.
///
/// ```
/// let rate = bloomlab::certified_rate(1 << 40, 1 << 36, 11, 30)?;
/// assert_eq!(rate.decimal(30), "0.000458710730823293902437327234491");
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn certified_rate(bits: u64, items: u64, hashes: u64, digits: usize) -> Result<Certified, Error> {
    let load = Load::new(bits, items, hashes)?;
    inclusion_exclusion::cost(load).within(Formula::MAX_COST, "try fewer hash functions")?;
    Ok(certify(digits, |a| inclusion_exclusion::rate(a, load))?)
}
