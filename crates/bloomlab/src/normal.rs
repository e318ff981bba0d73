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

/// The z with P(Z ≤ z) = `share`. Domain: 0 < `share` < 1.
pub(crate) fn quantile(share: f64) -> f64 {
    match share < 0.5 {
        true => -deviations(2.0 * share),
        false => deviations(2.0 * (1.0 - share)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        for (share, z) in [(0.5, 0.0), (0.975, 1.959_963_984_540_054), (0.9, 1.281_551_565_544_600_4)] {
            assert!((quantile(share) - z).abs() < 1e-12 && (quantile(1.0 - share) + z).abs() < 1e-12, "{share}");
        }
        assert!((deviations(1e-3) - 3.290_526_731_491_693_6).abs() < 1e-12);
    }
}
