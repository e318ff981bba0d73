//! The standard normal distribution.

/// The z with P(|Z| > z) = `alpha`. Domain: 0 < `alpha` ≤ 1.
pub(crate) fn deviations(alpha: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if libm::erfc(middle / std::f64::consts::SQRT_2) > alpha { low = middle } else { high = middle }
    }
    high
}

#[test]
fn deviations_are_those_of_tables() {
    assert!((deviations(0.05) - 1.959_963_984_540_054).abs() < 1e-12);
    assert!((deviations(1e-3) - 3.290_526_731_491_693_6).abs() < 1e-12);
}
