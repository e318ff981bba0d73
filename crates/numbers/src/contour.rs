//! P(N, M, K) at any size, from Cauchy's formula, with a bound on what is left out.
//!
//! The ways to put N balls into K given bins so that none is empty number N! [z^N] (e^z − 1)^K. Fix r > 0 and let
//! X be a sum of K independent Poisson(r) variables, each conditioned on being at least 1, with characteristic function
//! φ(θ)^K, φ(θ) = (e^(r e^(iθ)) − 1)/(e^r − 1). Then P(N, M, K) = C(M, K) N! M^−N (e^r − 1)^K r^−N · Pr[X = N],
//! and Pr[X = N] is the mean of φ(θ)^K e^(−iNθ) over n equidistant angles, up to
//!
//! * aliasing, Pr[X ≡ N mod n, X ≠ N] ≤ Pr[X ≥ N + n] + Pr[X ≤ N − n], each bounded by Chernoff's inequality:
//!   ((e^s − 1)/(e^r − 1))^K (r/s)^(N ± n) for any s > r, or any s < r;
//! * the angles left out, where |φ(θ)|² ≤ 1 − 2(1 − cos θ) Σ_i p_i p_(i+1), p_i the conditioned Poisson distribution: the
//!   terms j = i ± 1 of |φ|² = 1 − Σ_ij p_i p_j (1 − cos((i − j)θ)), falling in θ on [0, π].
//!
//! r is the saddle point, `E[X]` ≈ N; X has standard deviation S ≈ √(N(r + 1 − N/K)), some 10 S angles alias little, and some tens
//! of them, near 0, count. The choice of r, s and n decides how small the bound is, never whether it is true.

use crate::{Analytic, AnalyticArithmetic, Arithmetic, BallsInBins, Number};

/// A value and a bound on its distance from the truth, next to the rounding of the arithmetic.
#[derive(Clone, Debug)]
pub struct Bounded<N> {
    /// The approximation.
    pub value: N,
    /// |truth − value| ≤ error_bound.
    pub error_bound: N,
}

/// P(N, M, K), the number of angles chosen so that the error bound is about 2^−`bits` of the value.
///
/// With n the number of bits of max(N, M), an arithmetic needs about 2n bits more than the result is to have. It takes about a fifth of a
/// term for each bit where N is at most some M, each of log2 K complex multiplications; more balls in each bin take more terms.
pub fn probability<A: AnalyticArithmetic>(a: &A, shape: BallsInBins, occupied: u64, bits: u32) -> Bounded<A::Number> {
    let (balls, bins) = (shape.balls(), shape.bins());
    let certain = |value| Bounded { value, error_bound: a.zero() };
    if occupied > shape.most_occupied() || (occupied == 0 && balls > 0) {
        return certain(a.zero());
    }
    if balls == 0 {
        return certain(a.one());
    }
    let ln_factorial = |n: u64| a.integer(n + 1).ln_gamma();
    let times = |n: u64, x: A::Number| a.integer(n) * x;
    let ln_placements = ln_factorial(bins) - ln_factorial(bins - occupied) - times(balls, a.integer(bins).ln());
    if occupied == balls {
        return certain(ln_placements.exp()); // every ball in a bin of its own
    }
    let bin = Conditioned::new(a, saddle_point(balls, occupied));
    let ln_scale =
        ln_placements - ln_factorial(occupied) + ln_factorial(balls) + times(occupied, bin.normalisation.ln())
            - times(balls, bin.rate.ln());
    let scale = ln_scale.exp();
    let point = point_probability(a, &bin, balls, occupied, bits);
    Bounded { value: scale.clone() * point.value, error_bound: scale * point.error_bound }
}

/// A Poisson variable of mean `rate` conditioned on being at least 1.
struct Conditioned<N> {
    rate: N,
    /// e^rate − 1.
    normalisation: N,
    approximate_rate: f64,
}

impl<N: Analytic> Conditioned<N> {
    fn new<A: AnalyticArithmetic<Number = N>>(a: &A, approximate_rate: f64) -> Self {
        let rate = dyadic(a, approximate_rate);
        let normalisation = rate.exp() - a.one();
        Self { rate, normalisation, approximate_rate }
    }

    /// Chernoff's bound on a tail at `sum` of the sum of `count` variables, from a distribution with the other rate `s`.
    fn tail<A: AnalyticArithmetic<Number = N>>(&self, a: &A, s: f64, count: u64, sum: u64) -> N {
        let other = Self::new(a, s);
        let ln = a.integer(count) * (other.normalisation.ln() - self.normalisation.ln())
            + a.integer(sum) * (self.rate.ln() - other.rate.ln());
        ln.exp()
    }

    /// A lower bound of Σ_i p_i p_(i+1): its terms as far as they count.
    fn neighbours<A: AnalyticArithmetic<Number = N>>(&self, a: &A) -> N {
        let last = (self.approximate_rate + 12.0 * self.approximate_rate.sqrt() + 12.0) as u64;
        let mut probability = self.rate.clone() / &self.normalisation;
        let mut sum = a.zero();
        for i in 1..=last {
            let next = probability.clone() * &self.rate / a.integer(i + 1);
            sum = sum + probability * &next;
            probability = next;
        }
        sum
    }
}

/// Pr[X = `sum`] for X a sum of `count` < `sum` conditioned Poisson variables.
fn point_probability<A: AnalyticArithmetic>(
    a: &A,
    bin: &Conditioned<A::Number>,
    sum: u64,
    count: u64,
    bits: u32,
) -> Bounded<A::Number> {
    let ln_2_bits = f64::from(bits + 10) * std::f64::consts::LN_2;
    let r = bin.approximate_rate;
    let variance = sum as f64 * (r - (sum - count) as f64 / count as f64).max(1e-3 * r);
    let angles = ((2.0 * ln_2_bits * variance).sqrt() + ln_2_bits) as u64 | 1;

    // Chernoff's best s: the saddle point of the tail's sum; close to r, where doubles do not distinguish the two,
    // ln(s/r) = ± angles/variance to first order
    let shift = angles as f64 / variance;
    let (up, down) = if shift < 1e-3 {
        (r * (1.0 + shift), r * (1.0 - shift))
    } else {
        (saddle_point(sum + angles, count), saddle_point(sum.saturating_sub(angles).max(count), count))
    };
    let above = bin.tail(a, up, count, sum + angles);
    let below = match sum.checked_sub(angles) {
        // every variable is 1: the best s of that tail is 0
        Some(below) if below == count => (a.integer(count) * (bin.rate.ln() - bin.normalisation.ln())).exp(),
        Some(below) if below > count => bin.tail(a, down, count, below),
        _ => a.zero(), // X ≥ count
    };

    let neighbours = bin.neighbours(a);
    let cut = (2.0 * ln_2_bits / (neighbours.to_f64() * count as f64)).sqrt();
    let all = (angles - 1) / 2;
    let used = ((cut * angles as f64 / std::f64::consts::TAU).ceil() as u64).min(all);
    let left_out = if used == all {
        a.zero()
    } else {
        let fall = a.one() - angle(a, used + 1, angles).cos();
        (a.one() - a.integer(2) * fall * neighbours).pow(count / 2)
    };

    let two = a.integer(2);
    let terms = (1..=used).map(|l| two.clone() * term(a, bin, sum, count, l, angles));
    let value = terms.fold(a.one(), |total, term| total + term) / a.integer(angles);
    Bounded { value, error_bound: above + below + left_out }
}

/// Re φ(θ)^count e^(−i·sum·θ) at θ = 2πl/angles.
fn term<A: AnalyticArithmetic>(
    a: &A,
    bin: &Conditioned<A::Number>,
    sum: u64,
    count: u64,
    l: u64,
    angles: u64,
) -> A::Number {
    let theta = angle(a, l, angles);
    let size = (bin.rate.clone() * theta.cos()).exp();
    let turn = bin.rate.clone() * theta.sin();
    let real = (size.clone() * turn.cos() - a.one()) / &bin.normalisation;
    let imaginary = size * turn.sin() / &bin.normalisation;
    let (real, imaginary) = complex_power(a, (real, imaginary), count);
    // sum·θ reduced exactly, in whole turns of 2π/angles
    let turns = (u128::from(sum) * u128::from(l) % u128::from(angles)) as u64;
    let back = angle(a, turns, angles);
    real * back.cos() + imaginary * back.sin()
}

/// 2πl/angles.
pub fn angle<A: AnalyticArithmetic>(a: &A, l: u64, angles: u64) -> A::Number {
    a.pi() * a.ratio(2 * l, angles)
}

fn complex_power<A: Arithmetic>(a: &A, base: (A::Number, A::Number), power: u64) -> (A::Number, A::Number) {
    let mut result = (a.one(), a.zero());
    for bit in (0..u64::BITS - power.leading_zeros()).rev() {
        let (x, y) = result;
        result = (x.pow(2) - y.pow(2), a.integer(2) * x * y);
        if power >> bit & 1 == 1 {
            let ((x, y), (u, v)) = (result, &base);
            result = (x.clone() * u - y.clone() * v, x * v + y * u);
        }
    }
    result
}

/// The rate r with r/(1 − e^−r) = sum/count, at which a sum of `count` conditioned variables has mean `sum`; near 0
/// where they are equal.
fn saddle_point(sum: u64, count: u64) -> f64 {
    let excess = (sum - count) as f64 / count as f64;
    if excess < 1e-7 {
        return 2.0 * excess;
    }
    // the left side less 1 is convex and increasing, and above `excess` at the start: Newton falls to the root
    let mut r = 1.0 + excess;
    for _ in 0..100 {
        let empty = libm::exp(-r);
        let hit = -libm::expm1(-r);
        let step = (r / hit - 1.0 - excess) / ((hit - r * empty) / (hit * hit));
        r -= step;
        if step.abs() <= 1e-14 * r {
            break;
        }
    }
    r
}

/// A positive dyadic number near `x`, the same in every arithmetic up to its rounding; domain 0 < `x` < 2^63.
fn dyadic<A: Arithmetic>(a: &A, x: f64) -> A::Number {
    let shift = (61 - libm::ilogb(x)).clamp(0, 62);
    let scaled = libm::scalbn(x, shift) as u64;
    a.ratio(scaled.max(1), 1 << shift)
}
