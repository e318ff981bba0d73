//! The accuracy that the formulas promise in [`bloomlab_numbers::Double`], as relative errors against certified values.

use bloomlab_numbers::Shape;

/// Relative error of [`exact::rate`](crate::exact::rate) and [`coverage::rate`](crate::coverage::rate), with and without
/// replacement, for k up to [`EXACT_HASHES`] where the rate is above [`EXACT_LEAST`].
pub const EXACT: f64 = 1e-12;
/// The most hash functions for which [`EXACT`] is promised.
pub const EXACT_HASHES: u64 = 60;
/// The same for k up to [`EXACT_MOST_HASHES`].
pub const EXACT_OF_MANY_HASHES: f64 = 1e-11;
/// The most hash functions for which [`EXACT_OF_MANY_HASHES`] is promised.
pub const EXACT_MOST_HASHES: u64 = 512;
/// The least rate for which either is promised: smaller ones have factors that are subnormal.
pub const EXACT_LEAST: f64 = 1e-290;

/// Relative error of [`blocked::rate`](crate::blocked::rate) for k up to [`BLOCKED_HASHES`] where the rate is above
/// [`EXACT_LEAST`].
pub const BLOCKED: f64 = 1e-12;
/// The most hash functions for which [`BLOCKED`] is promised.
pub const BLOCKED_HASHES: u64 = 32;

/// Relative error of [`christensen::by_recursion`](crate::christensen::by_recursion) for kn up to [`RECURSION_BALLS`].
pub const RECURSION: f64 = 1e-12;
/// The largest kn for which [`RECURSION`] is promised.
pub const RECURSION_BALLS: u64 = 10_000;

/// Relative error of [`classic`](crate::approximation::classic), [`classic_limit`](crate::approximation::classic_limit)
/// and [`bloom_1970`](crate::approximation::bloom_1970), where they do not underflow: 8(k + 1)·2^−52.
pub fn approximation(hashes: u64) -> f64 {
    8.0 * (hashes as f64 + 1.0) * f64::EPSILON
}

/// Relative error of S_h by [`hops::no_alarm`](crate::hops::no_alarm), where no factor is subnormal: 4(kh + m)·2^−52,
/// five roundings for each of the kh positions and a sum of m terms.
pub fn no_alarm(shape: Shape, hops: u64) -> f64 {
    4.0 * (shape.hashes() as f64 * hops as f64 + shape.bits() as f64) * f64::EPSILON
}
