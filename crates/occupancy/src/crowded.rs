//! P(N, M, K) where the balls far outnumber the bins they occupy, with a bound on what is left out.
//!
//! P(N, M, K) = C(M, K) (K/M)^N · S, where S is the probability that N balls thrown into K bins leave none empty. By
//! inclusion–exclusion over the empty ones S = Σ_j (−1)^j C(K, j) (1 − j/K)^N (Christensen et al. (2010), eq. 10, from
//! its last term), and the sums cut off after an even and after an odd term lie on either side of S (Bonferroni). With
//! N ≥ 1000 K the terms fall faster than any precision asks for.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Cost, Number};

use crate::BallsInBins;
use crate::combinatorics::binomial;
use crate::contour::Bounded;

/// P(N, M, K), the terms from j = `terms` on left out and bounded by the first of them.
///
/// Domain: any K; the bound is small for N ≫ K ln K.
pub fn probability<A: AnalyticArithmetic>(a: &A, shape: BallsInBins, occupied: u64, terms: u64) -> Bounded<A::Number> {
    let (balls, bins) = (shape.balls(), shape.bins());
    let certain = |value| Bounded { value, error_bound: a.zero() };
    if occupied > shape.most_occupied() || (occupied == 0 && balls > 0) {
        return certain(a.zero());
    }
    if occupied == 0 {
        return certain(a.one());
    }
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

/// The factors of a binomial coefficient up to which they are multiplied one by one: the gamma function of a small number
/// takes seconds from 8,000 bits on.
const FEW_FACTORS: u64 = 1000;

/// C(M, K).
fn choose_bins<A: AnalyticArithmetic>(a: &A, bins: u64, occupied: u64) -> A::Number {
    let few = occupied.min(bins - occupied);
    if few <= FEW_FACTORS {
        return binomial(a, bins, few);
    }
    let ln_factorial = |n: u64| a.integer(n + 1).ln_gamma();
    (ln_factorial(bins) - ln_factorial(occupied) - ln_factorial(bins - occupied)).exp()
}

/// The cost of [`probability`]: a power and a few products for each of `terms` terms, and three logarithms of factorials or up to
/// 1000 products.
pub fn cost(terms: u64) -> Cost {
    Cost { steps: 80.0 * terms as f64 + 500.0, numbers: 8.0 }
}
