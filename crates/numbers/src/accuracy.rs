//! The accuracy that [`Double`](crate::Double) promises, as relative errors.

/// Relative error of [`Arithmetic::all_miss`](crate::Arithmetic::all_miss) where its value is `result`: (2 + 2x)·2^−52
/// with x = −ln(result).
pub fn all_miss(result: f64) -> f64 {
    (2.0 - 2.0 * libm::log(result)) * f64::EPSILON
}

/// Relative error of [`Arithmetic::some_hit`](crate::Arithmetic::some_hit).
pub const SOME_HIT: f64 = 8.0 * f64::EPSILON;
/// Relative error of each probability of [`distribution::by_recursion`](crate::distribution::by_recursion) that is not subnormal:
/// 3N·2^−53.
pub fn distribution_by_recursion(balls: u64) -> f64 {
    1.5 * balls as f64 * f64::EPSILON
}

/// Relative error of [`distribution::variance_in_double`](crate::distribution::variance_in_double), for a variance above 1e-290.
pub const VARIANCE: f64 = 1e-12;
