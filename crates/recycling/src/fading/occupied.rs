//! P(N, M, s), the probability that N balls occupy s of M bins, in double precision at any size, without terms that cancel.
//!
//! With a = N/M, r the root of s/N = h(r) = (1 − e^−r)/r, and X a sum of s Poisson variables of mean r conditioned on being at least 1 (as
//! in [`bloomlab_numbers::contour`]):
//!
//! P(N, M, s) = C(M, s) N! M^−N (e^r − 1)^s r^−N · Pr\[X = N\].
//!
//! The large parts of its logarithm cancel for every s near the mean M(1 − e^−a), where r = a. Their sum is an integral from there, N ∫_0^ρ
//! ln(1 + e^(a+t) t/a) h′(a + t) dt, ρ = r − a; the rest are Stirling's errors, and Pr\[X = N\] by the trapezoid rule.

use bloomlab_formulas::counts::integral;
use bloomlab_numbers::BallsInBins;

/// Below this r series replace differences.
const SMALL: f64 = 0.5;

/// 1/(j + 1)!, j = 1, 2, …: enough for r ≤ 1/2.
const FACTORIALS: usize = 15;

/// P(N, M, s). Domain: 1 ≤ s ≤ min(N, M), at most some 8 standard deviations from the mean, M in the thousands.
pub(super) fn probability(shape: BallsInBins, occupied: u64) -> f64 {
    let (balls, bins) = (shape.balls() as f64, shape.bins() as f64);
    let a = balls / bins;
    let above_mean = (bins * libm::exp(-a) - (shape.bins() - occupied) as f64) / balls;
    let excess = excess(a, above_mean);
    let exponent = |u: f64| {
        let t = excess * u;
        let inner = libm::exp(a + t) * t / a;
        libm::log1p(inner.max(f64::EPSILON / 2.0 - 1.0)) * slope(a + t)
    };
    let exponent = if excess == 0.0 { 0.0 } else { balls * excess * integral(exponent) };
    let stirling = ln_stirling(shape.balls()) + ln_stirling(shape.bins())
        - ln_stirling(occupied)
        - ln_stirling(shape.bins() - occupied);
    let point = point_probability((a + excess).max(0.0), occupied, shape.balls() - occupied);
    libm::exp(exponent + stirling + libm::log(point))
}

/// ln n!/(n/e)^n.
fn ln_stirling(n: u64) -> f64 {
    let x = n as f64;
    if n < 30 {
        return libm::lgamma(x + 1.0) + x - x * libm::log(x.max(1.0));
    }
    let square = x * x;
    // four terms of the series, whose next is below 1e-16
    let series = (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x;
    0.5 * libm::log(std::f64::consts::TAU * x) + series
}

/// h′(r).
fn slope(r: f64) -> f64 {
    if r >= SMALL {
        return (libm::exp(-r) * (1.0 + r) - 1.0) / (r * r);
    }
    let (mut sum, mut term) = (0.0, 1.0);
    for j in 1..FACTORIALS {
        // (−1)^j r^(j−1)/(j+1)!
        term *= if j == 1 { -0.5 } else { -r / (j + 1) as f64 };
        sum += j as f64 * term;
    }
    sum
}

/// h(a + ρ) − h(a), without cancellation.
fn difference(a: f64, excess: f64) -> f64 {
    let r = a + excess;
    // h
    let share = |r: f64| if r == 0.0 { 1.0 } else { -libm::expm1(-r) / r };
    if a >= SMALL && 2.0 * r < a {
        return share(r) - share(a);
    }
    if a.max(r) >= SMALL {
        let sum = a * libm::exp(-a) * -libm::expm1(-excess) - excess * -libm::expm1(-a);
        return sum / (r * a);
    }
    // (r^j − a^j)/ρ
    let (mut sum, mut factor, mut quotient, mut power) = (0.0, 1.0, 1.0, 1.0);
    for j in 1..FACTORIALS {
        factor *= -1.0 / (j + 1) as f64;
        sum += factor * quotient;
        power *= a;
        quotient = quotient * r + power;
    }
    sum * excess
}

/// ρ with h(a + ρ) − h(a) = `above`. h is convex and falls: Newton stays below the root, and rises to it.
fn excess(a: f64, above: f64) -> f64 {
    let mut excess = 0.0;
    for _ in 0..100 {
        let step = (above - difference(a, excess)) / slope(a + excess);
        excess = (excess + step).max(-a);
        if step.abs() <= 1e-12 * excess.abs() {
            break;
        }
    }
    excess
}

/// Pr\[X = N\], X a sum of `count` Poisson(r) variables conditioned on being at least 1, N = `count` + `further`: the mean of e^(−iNθ) E
/// e^(iθX) over an odd number of angles, at least 9 for each standard deviation of X and 65 in all.
fn point_probability(r: f64, count: u64, further: u64) -> f64 {
    if further == 0 {
        return 1.0; // r = 0: every variable is 1
    }
    let (count, further) = (count as f64, further as f64);
    let mean = 1.0 + further / count;
    let deviation = libm::sqrt((count * mean * (1.0 + r - mean)).max(0.0));
    let angles = libm::ceil(9.0 * deviation).max(64.0) + 1.0;
    let half = libm::floor(0.5 * (angles - 1.0));
    // the transform falls below e^−40, which a normal distribution shows only for small angles
    let normal = if deviation < 9.0 { half } else { libm::ceil(10.0 / deviation / std::f64::consts::TAU * angles) };
    let term = |l: u64| {
        let theta = l as f64 / angles * std::f64::consts::TAU;
        let [size, turn] = ln_transform(r, theta);
        2.0 * libm::exp(count * size) * libm::cos(count * turn - (count + further) * theta)
    };
    (1.0 + (1..=normal.min(half) as u64).map(term).sum::<f64>()) / angles
}

/// ln E e^(iθY), Y one conditioned variable: ln(1 + (e^(r(e^(iθ) − 1)) − 1)/(1 − e^−r)).
fn ln_transform(r: f64, theta: f64) -> [f64; 2] {
    // e^(ix) − 1
    let turned = |x: f64| {
        let half = libm::sin(0.5 * x);
        [-2.0 * half * half, libm::sin(x)]
    };
    let [real, imaginary] = turned(theta).map(|part| r * part);
    let size = libm::exp(real);
    let [cosine, sine] = turned(imaginary);
    let hit = -libm::expm1(-r);
    let (x, y) = ((libm::expm1(real) + size * cosine) / hit, size * sine / hit);
    [0.5 * libm::log1p(2.0 * x + x * x + y * y), libm::atan2(y, 1.0 + x)]
}
