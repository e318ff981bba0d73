//! P(N, M, s), the probability that N balls occupy s of M bins, in double precision at any size, without terms that cancel.
//!
//! With a = N/M, r the root of s/N = h(r) = (1 − e^−r)/r, and X a sum of s Poisson variables of mean r conditioned on being at least 1
//! (as in [`bloomlab_numbers::contour`]):
//!
//! P(N, M, s) = C(M, s) N! M^−N (e^r − 1)^s r^−N · Pr\[X = N\].
//!
//! The large parts of its logarithm cancel for every s near the mean M(1 − e^−a), where r = a. Their sum is an integral from there,
//! N ∫_0^ρ ln(1 + e^(a+t) t/a) h′(a + t) dt, ρ = r − a; the rest are Stirling's errors, and Pr\[X = N\] by the trapezoid rule.

use bloomlab_numbers::BallsInBins;

use super::quadrature::integral;
use super::stirling::remainder;

/// Below this r series replace differences.
const SMALL: f64 = 0.5;

/// Above this r, far beyond the loads of the domain, e^r is left to its logarithm.
const LARGE: f64 = 600.0;

/// 1/(j + 1)!, j = 1, 2, …: enough for r ≤ 1/2.
const FACTORIALS: usize = 15;

/// N balls in M bins.
#[derive(Clone, Copy, Debug)]
pub struct Saddle {
    balls: u64,
    bins: u64,
    /// a.
    load: f64,
    /// The mean of s less min(N, M).
    mean_below_most: f64,
}

impl Saddle {
    /// Domain: 1 ≤ N, and M e^−a above 1e-40.
    pub fn new(shape: BallsInBins) -> Self {
        let (balls, bins) = (shape.balls(), shape.bins());
        let load = balls as f64 / bins as f64;
        let mean = |most: u64, short: f64| short - (most - shape.most_occupied()) as f64;
        let mean_below_most = if load < SMALL {
            mean(balls, balls as f64 * series(load))
        } else {
            mean(bins, bins as f64 * libm::exp(-load))
        };
        Self { balls, bins, load, mean_below_most }
    }

    /// The whole number next to the mean.
    pub fn near_mean(self) -> u64 {
        let most = self.balls.min(self.bins);
        most - (libm::round(self.mean_below_most).max(0.0) as u64).min(most - 1)
    }

    /// ln P(N, M, s). Domain: 1 ≤ s ≤ min(N, M).
    pub fn ln_probability(self, occupied: u64) -> f64 {
        let most = self.balls.min(self.bins);
        let above_mean = (self.mean_below_most - (most - occupied) as f64) / self.balls as f64;
        let (a, balls) = (self.load, self.balls as f64);
        let excess = excess(a, above_mean);
        let exponent = |u: f64| {
            let t = excess * u;
            if a + t > LARGE {
                return (a + t + libm::log(t / a)) * slope(a + t);
            }
            let inner = libm::exp(a + t) * t / a;
            libm::log1p(inner.max(f64::EPSILON / 2.0 - 1.0)) * slope(a + t)
        };
        let exponent = if excess == 0.0 { 0.0 } else { balls * excess * integral(exponent) };
        let stirling = ln_stirling(self.balls) + ln_stirling(self.bins)
            - ln_stirling(occupied)
            - ln_stirling(self.bins - occupied);
        exponent + stirling + libm::log(point_probability((a + excess).max(0.0), occupied, self.balls - occupied))
    }
}

/// ln n!/(n/e)^n.
fn ln_stirling(n: u64) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let n = n as f64;
    0.5 * libm::log(std::f64::consts::TAU * n) + remainder(n)
}

/// 1 − h(r) = r/2 − r²/6 + …, r < 1/2.
fn series(r: f64) -> f64 {
    let (mut sum, mut term) = (0.0, -1.0);
    for j in 1..FACTORIALS {
        term *= -r / (j + 1) as f64;
        sum += term;
    }
    sum
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

/// Pr\[X = N\], X a sum of `count` Poisson(r) variables conditioned on being at least 1, N = `count` + `further`: the mean of
/// e^(−iNθ) E e^(iθX) over an odd number of angles, at least 9 for each standard deviation of X and 65 in all.
fn point_probability(r: f64, count: u64, further: u64) -> f64 {
    let (count, further) = (count as f64, further as f64);
    let mean = 1.0 + further / count;
    let spread = if r < SMALL { r * (0.5 - r / 12.0) } else { 1.0 + r - mean };
    let deviation = libm::sqrt((count * mean * spread).max(0.0));
    let angles = libm::ceil(9.0 * deviation).max(64.0) + 1.0;
    let half = libm::floor(0.5 * (angles - 1.0));
    // where the transform falls below e^−40, which a normal distribution shows only for small angles
    let normal = if deviation < 9.0 { half } else { libm::ceil(10.0 / deviation / std::f64::consts::TAU * angles) };
    let used = normal.min(half) as u64;
    let term = |l: u64| {
        let theta = l as f64 / angles * std::f64::consts::TAU;
        let [size, turn] = if r < SMALL {
            let [size, turn] = ln_excess_transform(r, theta);
            [count * size, count * turn - further * theta]
        } else {
            let [size, turn] = ln_transform(r, theta);
            [count * size, count * turn - (count + further) * theta]
        };
        2.0 * libm::exp(size) * libm::cos(turn)
    };
    (1.0 + (1..=used).map(term).sum::<f64>()) / angles
}

/// e^(ix) − 1.
fn turned(x: f64) -> [f64; 2] {
    let half = libm::sin(0.5 * x);
    [-2.0 * half * half, libm::sin(x)]
}

/// ln E e^(iθY), Y one conditioned variable: ln(1 + (e^(r(e^(iθ) − 1)) − 1)/(1 − e^−r)).
fn ln_transform(r: f64, theta: f64) -> [f64; 2] {
    let [real, imaginary] = turned(theta).map(|part| r * part);
    let size = libm::exp(real);
    let [cosine, sine] = turned(imaginary);
    let hit = -libm::expm1(-r);
    let (x, y) = ((libm::expm1(real) + size * cosine) / hit, size * sine / hit);
    [0.5 * libm::log1p(2.0 * x + x * x + y * y), libm::atan2(y, 1.0 + x)]
}

/// ln E e^(iθ(Y − 1)), by ln((e^y − 1)/y) = y/2 + Σ B_j y^j/(j·j!) at y = re^(iθ) and y = r.
fn ln_excess_transform(r: f64, theta: f64) -> [f64; 2] {
    const COEFFICIENTS: [(f64, f64); 7] = [
        (1.0, 0.5),
        (2.0, 1.0 / 24.0),
        (4.0, -1.0 / 2880.0),
        (6.0, 1.0 / 181_440.0),
        (8.0, -1.0 / 9_676_800.0),
        (10.0, 1.0 / 479_001_600.0),
        (12.0, -691.0 / 15_692_092_416_000.0),
    ];
    COEFFICIENTS.iter().fold([0.0; 2], |[x, y], (j, coefficient)| {
        let scale = coefficient * libm::pow(r, *j);
        let [cosine, sine] = turned(j * theta);
        [x + scale * cosine, y + scale * sine]
    })
}
