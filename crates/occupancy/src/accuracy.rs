//! The accuracy that the distributions promise in [`bloomlab_numbers::Double`], as relative errors against certified values.

/// Relative error of each probability of [`distribution::by_recursion`](crate::distribution::by_recursion) that is not subnormal:
/// 3N·2^−53.
pub fn distribution_by_recursion(balls: u64) -> f64 {
    1.5 * balls as f64 * f64::EPSILON
}

/// Relative error of [`distribution::variance_in_double`](crate::distribution::variance_in_double), for a variance above 1e-290.
pub const VARIANCE: f64 = 1e-12;
