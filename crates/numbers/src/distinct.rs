//! D, the number of distinct ones among the k positions of one item.

use crate::{
    Arithmetic, BallsInBins, Number, Sampling, Shape,
    combinatorics::{alternating_sum, binomials},
    distribution,
};

/// Pr\[D = d\] for d = 0 … min(k, m).
///
/// With replacement the occupancy probability P(k, m, d) = S(k, d) m(m−1)…(m−d+1)/m^k, by the recursion of
/// [`distribution::by_recursion`]; without, D = k. Work O(k²), positive terms only.
pub fn positions<A: Arithmetic>(a: &A, shape: Shape) -> Vec<A::Number> {
    match shape.sampling() {
        Sampling::WithReplacement => distribution::by_recursion(a, BallsInBins::one_item(shape)),
        Sampling::WithoutReplacement => {
            let mut masses = vec![a.zero(); shape.hashes() as usize];
            masses.push(a.one());
            masses
        }
    }
}

/// `E[C(D, t)]` for t = 0 … min(k, m), without the distribution of D.
///
/// With replacement one position more makes D = d a D = d + 1 with probability 1 − d/m, so that E\[C(D, t)\] becomes
/// ((m − t) E\[C(D, t)\] + (m − t + 1) E\[C(D, t − 1)\])/m. Positive terms only, two products with integers a step: O(k²) work,
/// which many digits make little more expensive. Without replacement C(k, t).
pub fn moments<A: Arithmetic>(a: &A, shape: Shape) -> Vec<A::Number> {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    if shape.sampling() == Sampling::WithoutReplacement {
        return binomials(a, hashes);
    }
    // m^j E[C(D, t)] after j positions
    let mut scaled = vec![a.one()];
    for _ in 0..hashes {
        if (scaled.len() as u64) <= bits {
            scaled.push(a.zero());
        }
        for t in (1..scaled.len()).rev() {
            let left = bits - t as u64;
            let [fewer, as_many] = [t - 1, t].map(|t| scaled[t].clone());
            scaled[t] = a.times(as_many, left) + a.times(fewer, left + 1);
        }
        scaled[0] = a.times(scaled[0].clone(), bits);
    }
    let all = a.integer(bits).pow(hashes);
    scaled.into_iter().map(|moment| moment / &all).collect()
}

/// `E[C(D, t)]` for t = 0 … the largest D, from the distribution of D.
pub fn binomial_moments<A: Arithmetic>(a: &A, distinct: &[A::Number]) -> Vec<A::Number> {
    let largest = distinct.len() as u64 - 1;
    let moment = |t: u64| {
        let mut choose = a.one(); // C(d, t), from d = t on
        let mut sum = a.zero();
        for d in t..=largest {
            sum = sum + choose.clone() * &distinct[d as usize];
            choose = a.over(a.times(choose, d + 1), d + 1 - t);
        }
        sum
    };
    (0..=largest).map(moment).collect()
}

/// Σ_t (−1)^t E\[C(D, t)\] q_t: the probability that all D positions of an item have a property, from `moments` and the probabilities
/// q_t = `lacking(t)` that t given positions all lack it. An alternating sum.
pub fn all_have<A: Arithmetic>(
    a: &A,
    moments: impl IntoIterator<Item = A::Number>,
    mut lacking: impl FnMut(u64) -> A::Number,
) -> A::Number {
    alternating_sum(a, (0..).zip(moments).map(|(t, moment)| moment * lacking(t)))
}
