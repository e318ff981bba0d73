//! P(N, M, K): the probability that N balls thrown independently into M bins occupy exactly K of them.
//!
//! Source: Christensen, Roginsky, Jimeno, *A new analysis of the false-positive rate of a Bloom filter* (2010),
//! eq. 8, 9, 10. The closed forms are summed from j = 0 with 0^0 = 1, which also makes them right for N = 0; for
//! N ≥ 1 the added term is 0.

use crate::{
    Arithmetic, BallsInBins, Number,
    combinatorics::{add_signed, binomial, binomials, factorials, powers},
    filling::Position,
};

/// P(N, M, 0), …, P(N, M, min(N, M)) by the recursion, eq. 8, one ball after the other:
/// P(N, M, K) = P(N−1, M, K)·K/M + P(N−1, M, K−1)·(M−K+1)/M.
///
/// Cost: about N·min(N, M) steps, min(N, M) + 1 numbers of memory. All terms are positive: the relative error in f64
/// is at most [`accuracy::distribution_by_recursion`](crate::accuracy::distribution_by_recursion), and far less in practice.
pub fn by_recursion<A: Arithmetic>(a: &A, shape: BallsInBins) -> Vec<A::Number> {
    let throw = Position::new(a, shape.bins(), 0, shape.most_occupied());
    let mut row = vec![a.one()];
    for _ in 0..shape.balls() {
        throw.push(a, &mut row);
    }
    row
}

/// The multiplications of [`by_recursion`], exactly: two for each update of a number.
pub fn recursion_multiplications(shape: BallsInBins) -> u128 {
    let (balls, most) = (u128::from(shape.balls()), u128::from(shape.most_occupied()));
    // ball b updates min(b, most) numbers
    2 * (most * (most + 1) / 2 + (balls - most) * most)
}

/// P(N, M, K) in closed form, eq. 9:
/// (M−1)!/((M−K)! M^(N−1)) · Σ_j (−1)^(K−j) j^N/(j! (K−j)!).
///
/// An alternating sum: fixed-precision arithmetic loses digits as K grows.
pub fn by_eq_9<A: Arithmetic>(a: &A, shape: BallsInBins, occupied: u64) -> A::Number {
    let (balls, bins) = (shape.balls(), shape.bins());
    if occupied > bins {
        return a.zero();
    }
    let factorial = factorials(a, bins);
    let mut sum = a.zero();
    for (j, power) in (0..).zip(powers(a, occupied, balls)) {
        let term = power / (factorial[j as usize].clone() * &factorial[(occupied - j) as usize]);
        sum = add_signed(sum, occupied - j, term);
    }
    // written with M!/M^N, which is (M−1)!/M^(N−1) for N ≥ 1 and right for N = 0 as well
    let scale =
        factorial[bins as usize].clone() / (factorial[(bins - occupied) as usize].clone() * a.integer(bins).pow(balls));
    scale * sum
}

/// P(N, M, K) in closed form, eq. 10: C(M, K) Σ_j (−1)^(K−j) C(K, j) (j/M)^N.
///
/// An alternating sum: fixed-precision arithmetic loses digits as K grows.
pub fn by_eq_10<A: Arithmetic>(a: &A, shape: BallsInBins, occupied: u64) -> A::Number {
    let (balls, bins) = (shape.balls(), shape.bins());
    if occupied > bins {
        return a.zero();
    }
    let mut sum = a.zero();
    for (j, choose) in (0..).zip(binomials(a, occupied)) {
        sum = add_signed(sum, occupied - j, choose * a.ratio(j, bins).pow(balls));
    }
    binomial(a, bins, occupied) * sum
}

/// The mean number of occupied bins, M (1 − (1 − 1/M)^N).
pub fn mean<A: Arithmetic>(a: &A, shape: BallsInBins) -> A::Number {
    a.integer(shape.bins()) * a.some_hit(1, shape.bins(), shape.balls())
}

/// The variance of the number of occupied bins, M(M−1)(1−2/M)^N + M(1−1/M)^N − M²(1−1/M)^(2N).
///
/// The terms nearly cancel: in f64 about log10(M) digits are lost.
pub fn variance<A: Arithmetic>(a: &A, shape: BallsInBins) -> A::Number {
    let (balls, bins) = (shape.balls(), shape.bins());
    if bins == 1 {
        return a.zero(); // the formula would ask for (1 − 2/1)^N, times 0
    }
    let empty = a.integer(bins) * a.all_miss(1, bins, balls);
    let two_empty = a.integer(bins) * a.integer(bins - 1) * a.all_miss(2, bins, balls);
    two_empty + &empty - empty.pow(2)
}

/// The [`variance`] in double precision, without its cancellation.
///
/// With p = 1/M and q = (1 − p)^N it is M q (1 − q) − M (M − 1) q² (1 − e^(−Nβ)), β = −ln(1 − 1/(M − 1)²). Below N = M/8 the two
/// terms are close: there it is (1 − 2p)^N (M g(Nα) − M² g(Nβ) + N (Mα − M²β)) with α = −ln(1 − 1/(M − 1)) and g(t) = e^t − 1 − t, whose
/// terms do not cancel. Relative error: [`accuracy::VARIANCE`](crate::accuracy::VARIANCE), for a variance above 1e-290.
pub fn variance_in_double(shape: BallsInBins) -> f64 {
    let (balls, bins) = (shape.balls() as f64, shape.bins() as f64);
    if shape.balls() <= 1 || shape.bins() == 1 {
        return 0.0;
    }
    let all_miss = |targets: f64| libm::exp(balls * libm::log1p(-targets / bins));
    if shape.bins() == 2 {
        // one bin is occupied with probability 2^(1 − N)
        let one = libm::exp2(1.0 - balls);
        return one * (1.0 - one);
    }
    let others = 1.0 / (bins - 1.0);
    let (alpha, beta) = (-libm::log1p(-others), -libm::log1p(-others * others));
    if balls >= bins / 8.0 {
        let (clear, set) = (all_miss(1.0), -libm::expm1(balls * libm::log1p(-1.0 / bins)));
        return bins * clear * (set - (bins - 1.0) * clear * -libm::expm1(-balls * beta));
    }
    let of_balls = bins * exp_beyond(balls * alpha) - bins * bins * exp_beyond(balls * beta);
    // Mα − M²β = −M Σ_i (y^(2i) / 2i + y^(2i − 1) (i − 1) / (i (2i − 1))), y = 1/(M − 1) ≤ 1/16
    let (mut power, mut slopes) = (1.0, 0.0);
    for i in 1..10 {
        let i = f64::from(i);
        slopes += power * others * ((i - 1.0) / (i * (2.0 * i - 1.0)) + others / (2.0 * i));
        power *= others * others;
    }
    all_miss(2.0) * (of_balls - balls * bins * slopes)
}

/// e^t − 1 − t = t²/2 + t³/6 + … for t < 1/2.
fn exp_beyond(t: f64) -> f64 {
    let mut term = t * t / 2.0;
    let mut sum = 0.0;
    for i in 3..16 {
        sum += term;
        term *= t / f64::from(i);
    }
    sum
}
