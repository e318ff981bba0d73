//! The accuracy that [`Double`](crate::Double) promises, as relative errors.

/// Of [`Arithmetic::all_miss`](crate::Arithmetic::all_miss) where the result is `result`: (2 + 2x)·2^−52, x = −ln of the
/// result.
pub fn all_miss(result: f64) -> f64 {
    (2.0 - 2.0 * libm::log(result)) * f64::EPSILON
}

/// Of [`Arithmetic::some_hit`](crate::Arithmetic::some_hit).
pub const SOME_HIT: f64 = 8.0 * f64::EPSILON;
