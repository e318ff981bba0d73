//! The accuracy that [`Double`](crate::Double) promises, as relative errors.

/// Relative error of [`Arithmetic::all_miss`](crate::Arithmetic::all_miss) where its value is `result`: (2 + 2x)·2^−52
/// with x = −ln(result).
pub fn all_miss(result: f64) -> f64 {
    (2.0 - 2.0 * libm::log(result)) * f64::EPSILON
}

/// Relative error of [`Arithmetic::some_hit`](crate::Arithmetic::some_hit).
pub const SOME_HIT: f64 = 8.0 * f64::EPSILON;
