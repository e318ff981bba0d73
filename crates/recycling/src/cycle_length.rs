//! How long a cycle runs on: the claim of the technical report that its authors leave unproved.

use bloomlab_numbers::{Arithmetic, Sampling};

use crate::parameters::SigmaBounded;
use crate::transitions::{false_positive_probability, rows};

/// E\[γ_i\], i = 2, 3, …: the probability that the i-th interval of a cycle happens if the one before it did.
///
/// Pr\[i − 1 messages fit\] / Pr\[i − 2 messages fit\]; the products are Pr\[L > 1\], Pr\[L > 2\], … of the length L of a cycle. Dozier,
/// Salamatian, Rubenstein, technical report, Claim 1, which they leave unproved: it does not increase with i. It is true with either
/// sampling. One hash function acts on the number of set bits as a non-negative bidiagonal matrix, which is totally positive; products of
/// such matrices and their restrictions to 0 … σ have only non-negative 2 × 2 minors; kernels with that property preserve the
/// likelihood-ratio order, so starting from the lowest state the distribution of the set bits, given that nothing has overflowed, rises
/// with every message; and the more bits are set, the likelier is an overflow.
///
/// Ends where the ratio would be 0/0: once no further message can fit. O(kσ) work a step, O(kσ) memory.
pub fn continuation<A: Arithmetic>(a: &A, filter: SigmaBounded) -> impl Iterator<Item = A::Number> {
    let rows = rows(a, filter.shape(), filter.sigma());
    // the set bits of the cycles that have not overflowed
    let mut masses = vec![a.zero(); rows.len()];
    masses[0] = a.one();
    let mut before = a.one();
    let can_continue = filter.sigma() >= smallest_reachable(filter);
    let step = move || {
        let mut next = vec![a.zero(); masses.len()];
        for (set, (mass, row)) in masses.iter().zip(&rows).enumerate() {
            for (target, t) in next[set..].iter_mut().zip(row) {
                *target = target.clone() + mass.clone() * t;
            }
        }
        masses = next;
        let runs_on = a.sum(&masses);
        let ratio = runs_on.clone() / &before;
        before = runs_on;
        ratio
    };
    std::iter::repeat_with(step).take(if can_continue { usize::MAX } else { 1 })
}

fn smallest_reachable(filter: SigmaBounded) -> u64 {
    match filter.shape().sampling() {
        Sampling::WithReplacement => 1,
        Sampling::WithoutReplacement => filter.shape().hashes(),
    }
}

/// The limit of E\[γ_i\] as i grows: ρ(σ), the largest eigenvalue of the chain below the threshold.
///
/// Its inverse is the H of Dozier, Salamatian, Rubenstein, technical report, Theorem 1: (M/σ)^k with, C(M,k)/C(σ,k) without replacement,
/// which is not a small constant. `None` if no message fits: E\[γ_i\] is not defined for i > 2.
pub fn continuation_limit<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Option<A::Number> {
    (filter.sigma() >= smallest_reachable(filter))
        .then(|| false_positive_probability(a, filter.shape(), filter.sigma()))
}

/// H = 1/ρ(σ), the factor of Theorem 1 of the technical report; `None` as for [`continuation_limit`].
pub fn theorem_1_factor<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Option<A::Number> {
    continuation_limit(a, filter).map(|limit| a.one() / limit)
}
