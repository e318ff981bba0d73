//! The false-positive rate of a filter as libraries derive its positions.

#[cfg(feature = "exact")]
use bloomlab_exact::{Certified, certify};
#[cfg(feature = "exact")]
use bloomlab_schemes::ExactRate;
use bloomlab_schemes::{HashingScheme, SchemeLoad, rate_in_double};

use crate::Error;

/// The exact false-positive rate of a filter of `bits` bits (m) that holds `items` items (n) under `hashes` hash functions
/// (k), whose positions are derived by `scheme`.
///
/// Relative error below 1e-12 for k ≤ 10, below 1e-7 for the others. The theorem behind double hashing, with its proof, stands
/// in [`schemes`](crate::schemes).
///
/// # Errors
/// [`Error::OutOfDomain`]: a k above 20 with double hashing and its kin, and the domain of each [`HashingScheme`];
/// [`Error::TooLarge`]: many kinds of queries with a large k.
///
/// ```
/// use bloomlab::HashingScheme;
/// // 1024 bits, 102 items, 7 hash functions: (h1 + i * h2) % m costs 16 %
/// let excess = bloomlab::scheme_rate(HashingScheme::Double, 1024, 102, 7)? / bloomlab::rate(1024, 102, 7)? - 1.0;
/// assert!((excess - 0.1612).abs() < 1e-4);
/// # Ok::<(), bloomlab::Error>(())
/// ```
pub fn scheme_rate(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Result<f64, Error> {
    Ok(rate_in_double(SchemeLoad::new(scheme, bits, items, hashes)?)?)
}

/// The rate of [`scheme_rate`], with `digits` significant digits that are all right.
///
/// # Errors
/// As for [`scheme_rate`]; [`Error::NotCertified`] for digits that a million bits do not give.
///
/// ```
/// let rate = bloomlab::certified_scheme_rate(bloomlab::HashingScheme::DoubleOdd, 128, 12, 7, 20)?;
/// assert_eq!(rate.decimal(20), "0.012103163323246976514");
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[cfg(feature = "exact")]
pub fn certified_scheme_rate(
    scheme: HashingScheme,
    bits: u64,
    items: u64,
    hashes: u64,
    digits: usize,
) -> Result<Certified, Error> {
    let rate = ExactRate::new(SchemeLoad::new(scheme, bits, items, hashes)?)?;
    Ok(certify(digits, |a| rate.rate(a))?)
}
