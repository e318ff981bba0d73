//! P(N, M, K) where few of the K bins are likely to stay empty, by inclusion–exclusion cut off by Bonferroni's inequalities.
//!
//! P(N, M, K) = C(M, K) (K/M)^N · S, where S is the probability that N balls thrown into K bins leave none empty. By
//! inclusion–exclusion over the empty ones S = Σ_j (−1)^j C(K, j) (1 − j/K)^N (Christensen et al. (2010), eq. 10, from
//! its last term), and the sums cut off after an even and after an odd term lie on either side of S (Bonferroni 1936). A term is at
//! most λ^j/j!, λ = K e^(−N/K), the mean number of empty bins, about: with λ below some hundred, few terms suffice and few digits
//! cancel.

use crate::{Analytic, AnalyticArithmetic, BallsInBins, Number, combinatorics::binomial, contour::Bounded};

/// P(N, M, K), with as many terms as make the error bound about 2^−`bits` of the value.
///
/// An arithmetic needs [`lost_bits`] bits more than the result is to have.
pub fn probability<A: AnalyticArithmetic>(a: &A, shape: BallsInBins, occupied: u64, bits: u32) -> Bounded<A::Number> {
    let (balls, bins) = (shape.balls(), shape.bins());
    let certain = |value| Bounded { value, error_bound: a.zero() };
    if occupied > shape.most_occupied() || (occupied == 0 && balls > 0) {
        return certain(a.zero());
    }
    if occupied == 0 {
        return certain(a.one());
    }
    let terms = terms(shape, occupied, bits);
    let mut surjective = a.zero();
    let mut choose = a.one(); // C(K, j)
    let mut left_out = a.zero();
    for j in 0..=occupied {
        let term = choose.clone() * a.all_miss(j, occupied, balls);
        if j == terms {
            left_out = term;
            break;
        }
        surjective = if j % 2 == 0 { surjective + term } else { surjective - term };
        choose = choose * a.integer(occupied - j) / a.integer(j + 1);
    }
    if occupied == bins {
        return Bounded { value: surjective, error_bound: left_out };
    }
    let scale = choose_bins(a, bins, occupied) * a.ratio(occupied, bins).pow(balls);
    Bounded { value: scale.clone() * surjective, error_bound: scale * left_out }
}

/// The logarithm of λ = K e^(−N/K), the mean number of empty bins, about.
pub(crate) fn ln_empty(shape: BallsInBins, occupied: u64) -> f64 {
    libm::log(occupied as f64) - shape.balls() as f64 / occupied as f64
}

/// The least number of terms after which λ^j/j! is below 2^−`bits` of S, about e^−λ; at most all.
fn terms(shape: BallsInBins, occupied: u64, bits: u32) -> u64 {
    let ln_empty = ln_empty(shape, occupied);
    let least = -f64::from(bits + 10) * std::f64::consts::LN_2 - libm::exp(ln_empty);
    let most = MOST_TERMS.min(occupied + 1);
    let mut ln_term = 0.0;
    for j in 1..most {
        ln_term += ln_empty - libm::log(j as f64);
        if ln_term < least {
            return j;
        }
    }
    most
}

/// The most terms that are summed: with more the contour is faster.
const MOST_TERMS: u64 = 1 << 14;

/// The bits that cancel: the terms add up to at most e^λ, S is about e^−λ; a power loses the bits of N.
pub fn lost_bits(shape: BallsInBins, occupied: u64) -> f64 {
    let cancelled = 2.0 * libm::exp(ln_empty(shape, occupied.max(1))) * std::f64::consts::LOG2_E;
    cancelled + f64::from(u64::BITS - shape.balls().leading_zeros())
}

/// The factors of a binomial coefficient up to which they are multiplied one by one: the gamma function of a small number
/// takes seconds from 8,000 bits on.
const FEW_FACTORS: u64 = 1000;

fn choose_bins<A: AnalyticArithmetic>(a: &A, bins: u64, occupied: u64) -> A::Number {
    let few = occupied.min(bins - occupied);
    if few <= FEW_FACTORS {
        return binomial(a, bins, few);
    }
    let ln_factorial = |n: u64| a.integer(n + 1).ln_gamma();
    (ln_factorial(bins) - ln_factorial(occupied) - ln_factorial(bins - occupied)).exp()
}
