//! The accuracy that the laws promise in [`bloomlab_numbers::Double`], as relative errors against certified values.

/// Relative error of each probability of [`law::by_recursion`](crate::law::by_recursion) that is not subnormal:
/// 3N·2^−53.
pub fn law_by_recursion(balls: u64) -> f64 {
    1.5 * balls as f64 * f64::EPSILON
}

/// Relative error of [`law::variance_in_double`](crate::law::variance_in_double), for a variance above 1e-290.
pub const VARIANCE: f64 = 1e-12;

#[cfg(test)]
mod tests {
    #[test]
    fn the_bound_is_the_one_that_is_documented() {
        // 3N·2^−53
        assert_eq!(super::law_by_recursion(1 << 10), 3.0 * 2.0_f64.powi(10 - 53));
    }
}
