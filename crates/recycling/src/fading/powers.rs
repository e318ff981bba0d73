//! Sums of reciprocal powers.

const BERNOULLI: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 720.0,
    1.0 / 30_240.0,
    -1.0 / 1_209_600.0,
    1.0 / 47_900_160.0,
    -691.0 / 1_307_674_368_000.0,
    1.0 / 74_724_249_600.0,
    -3617.0 / 10_670_622_842_880_000.0,
];

/// Σ j^(−s) over j = `from`, `from` + 1, … below `to`, by the summation formula of Euler and Maclaurin.
///
/// Domain: s > 0, `from` ≥ 1, a whole number of steps to `to`, which may be ∞ if s > 1 (the zeta function of Hurwitz). Relative error below
/// 1e-13.
pub(super) fn power_sum(s: f64, from: f64, to: f64) -> f64 {
    let (mut sum, mut a) = (0.0, from);
    // the remainder falls like (s/2πa)^16
    while a < 12.0 + s && a < to {
        sum += libm::pow(a, -s);
        a += 1.0;
    }
    if a >= to {
        return sum;
    }
    sum + integral(s, a, to) + (edge(s, a) - if to.is_finite() { edge(s, to) } else { 0.0 })
}

/// ∫ x^(−s) dx.
fn integral(s: f64, from: f64, to: f64) -> f64 {
    let scale = libm::pow(from, 1.0 - s);
    if !to.is_finite() {
        return scale / (s - 1.0);
    }
    let (ratio, exponent) = (libm::log(to / from), 1.0 - s);
    if exponent == 0.0 { ratio } else { scale * libm::expm1(exponent * ratio) / exponent }
}

/// The term that the formula adds to the integral at one end: x^(−s)/2 + Σ_j B_2j/(2j)! s (s+1) … (s+2j−2) x^(−s−2j+1).
fn edge(s: f64, x: f64) -> f64 {
    let value = libm::pow(x, -s);
    let (mut sum, mut term) = (value / 2.0, value * s / x);
    for (j, bernoulli) in (1..).zip(BERNOULLI) {
        sum += bernoulli * term;
        let order = s + 2.0 * f64::from(j) - 1.0;
        term *= order * (order + 1.0) / (x * x);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        let pi = std::f64::consts::PI;
        let close = |value: f64, expected: f64| assert!((value / expected - 1.0).abs() < 1e-13, "{value} {expected}");
        close(power_sum(2.0, 1.0, f64::INFINITY), pi * pi / 6.0);
        close(power_sum(4.0, 1.0, f64::INFINITY), pi.powi(4) / 90.0);
        close(power_sum(1.5, 1.0, f64::INFINITY), 2.612_375_348_685_488);
        close(power_sum(3.0, 1.0, f64::INFINITY), 1.202_056_903_159_594_3);
        close(power_sum(60.0, 1.0, f64::INFINITY), 1.0 + 2.0_f64.powi(-60));
        for s in [0.3, 1.0, 1.5, 2.0, 7.0] {
            let terms = (40..1000).rev().map(|j| f64::from(j).powf(-s));
            close(power_sum(s, 40.0, 1000.0), terms.sum());
            close(power_sum(s, 1.0, 8.0), (1..8).rev().map(|j| f64::from(j).powf(-s)).sum());
        }
    }
}
