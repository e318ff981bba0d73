//! Digits that are all right.

use bloomlab_exact::{Certified, NotCertified, certify};
use bloomlab_formulas::{Formula, Load, inclusion_exclusion};
use bloomlab_numbers::TooLarge;
use bloomlab_occupancy::OutOfDomain;

/// The reason why a rate was not certified.
#[derive(Debug, thiserror::Error)]
pub enum Uncertified {
    /// A parameter lies outside its domain.
    #[error(transparent)]
    OutOfDomain(#[from] OutOfDomain),
    /// The computation would take too long.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// No precision gave the digits asked for.
    #[error(transparent)]
    NotCertified(#[from] NotCertified),
}

/// The rate of [`rate`](crate::rate), with `digits` significant digits that are all right.
///
/// Christensen, Roginsky, Jimeno (2010), eq. 17, by inclusion–exclusion in enclosures of rising precision.
///
/// # Errors
/// [`Uncertified`]: a parameter out of its domain, more than some ten thousand hash functions, or a rate of 0, which has no digits.
///
/// ```
/// let rate = bloomlab::certified_rate(1 << 40, 1 << 36, 11, 30)?;
/// assert_eq!(rate.decimal(30), "0.000458710730823293902437327234491");
/// # Ok::<(), bloomlab::Uncertified>(())
/// ```
pub fn certified_rate(bits: u64, items: u64, hashes: u64, digits: usize) -> Result<Certified, Uncertified> {
    let load = Load::new(bits, items, hashes)?;
    inclusion_exclusion::cost(load).within(Formula::MAX_COST, "fewer hash functions would do")?;
    Ok(certify(digits, |a| inclusion_exclusion::rate(a, load))?)
}
