//! The accuracy that [`Double`](crate::Double) promises, as relative errors.

/// Relative error of [`Arithmetic::all_miss`](crate::Arithmetic::all_miss) where its value is `result`: (2 + 2x)·2^−52
/// with x = −ln(result).
pub fn all_miss(result: f64) -> f64 {
    (2.0 - 2.0 * libm::log(result)) * f64::EPSILON
}

/// Relative error of [`Arithmetic::some_hit`](crate::Arithmetic::some_hit).
pub const SOME_HIT: f64 = 8.0 * f64::EPSILON;

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^−52.
    const UNIT: f64 = 1.0 / (1_u64 << 52) as f64;

    #[test]
    fn the_bounds_are_those_that_are_documented() {
        assert_eq!(SOME_HIT, 8.0 * UNIT);
        assert_eq!((all_miss(1.0), all_miss(libm::exp(-1.0))), (2.0 * UNIT, 4.0 * UNIT));
    }
}
