//! The standard normal distribution.

/// P(|Z| > z).
pub(crate) fn two_sided(z: f64) -> f64 {
    libm::erfc(z / std::f64::consts::SQRT_2)
}

/// The z with P(|Z| > z) = `alpha`. Domain: 0 < `alpha` ≤ 1.
pub(crate) fn deviations(alpha: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if two_sided(middle) > alpha { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviations_are_those_of_tables() {
        assert!((deviations(0.05) - 1.959_963_984_540_054).abs() < 1e-12);
        assert!((deviations(1e-3) - 3.290_526_731_491_693_6).abs() < 1e-12);
    }
}
