//! The whole distribution of a cycle's length, and the authors' unproved claim about it.

use bloomlab_numbers::{Arithmetic, Sampling};

use crate::SigmaBounded;
use crate::transitions::{false_positive_probability, transitions};

/// One more new message in a cycle that is still running.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<N> {
    /// ℓ, the number of new messages since the filter was cleared, this one counted.
    pub length: u64,
    /// Pr\[the ℓ-th message overflows\] = Pr\[length = ℓ\].
    pub ends: N,
    /// Pr\[length > ℓ\].
    pub runs_on: N,
}

/// Pr\[length = ℓ\] for ℓ = 1, 2, …: the mass that overflows at each step when the distribution of the number of set bits is
/// pushed forward.
///
/// An endless iterator; O(kσ) work a step, O(kσ) memory. Σ ℓ Pr\[length = ℓ\] is the messages per cycle.
#[derive(Debug)]
pub struct CycleLengths<'a, A: Arithmetic> {
    chain: RunningCycle<'a, A>,
    masses: Vec<A::Number>,
    length: u64,
}

impl<'a, A: Arithmetic> CycleLengths<'a, A> {
    /// Cycles of `filter`, non-retaining.
    pub fn new(arithmetic: &'a A, filter: SigmaBounded) -> Self {
        let chain = RunningCycle::new(arithmetic, filter);
        let masses = chain.empty();
        Self { chain, masses, length: 0 }
    }
}

impl<A: Arithmetic> Iterator for CycleLengths<'_, A> {
    type Item = Step<A::Number>;

    fn next(&mut self) -> Option<Self::Item> {
        let a = self.chain.arithmetic;
        let ends = a.dot(&self.chain.overflow, &self.masses);
        self.masses = self.chain.push(&self.masses);
        self.length += 1;
        let runs_on = a.sum(&self.masses);
        Some(Step { length: self.length, ends, runs_on })
    }
}

/// The transitions among 0 … σ of a cycle that has not overflowed.
#[derive(Debug)]
pub(crate) struct RunningCycle<'a, A: Arithmetic> {
    pub(crate) arithmetic: &'a A,
    rows: Vec<Vec<A::Number>>,
    pub(crate) overflow: Vec<A::Number>,
}

impl<'a, A: Arithmetic> RunningCycle<'a, A> {
    pub(crate) fn new(a: &'a A, filter: SigmaBounded) -> Self {
        let sigma = filter.sigma() as usize;
        let (mut rows, mut overflow) = (Vec::with_capacity(sigma + 1), Vec::with_capacity(sigma + 1));
        for set in 0..=sigma {
            let mut row = transitions(a, filter.shape(), set as u64);
            let overflowing = row.split_off(row.len().min(sigma - set + 1));
            overflow.push(a.sum(overflowing));
            rows.push(row);
        }
        Self { arithmetic: a, rows, overflow }
    }

    pub(crate) fn empty(&self) -> Vec<A::Number> {
        let mut masses = vec![self.arithmetic.zero(); self.rows.len()];
        masses[0] = self.arithmetic.one();
        masses
    }

    /// One new message: the (defective) distribution of the set bits where it does not overflow.
    pub(crate) fn push(&self, masses: &[A::Number]) -> Vec<A::Number> {
        let mut next = vec![self.arithmetic.zero(); masses.len()];
        for (set, (mass, row)) in masses.iter().zip(&self.rows).enumerate() {
            for (target, t) in next[set..].iter_mut().zip(row) {
                *target = target.clone() + mass.clone() * t;
            }
        }
        next
    }
}

/// E\[γ_i\], i = 2, 3, …: the probability that the i-th interval of a cycle happens if the one before it did.
///
/// Pr\[i − 1 messages fit\] / Pr\[i − 2 messages fit\]. Dozier, Salamatian, Rubenstein, technical report, Claim 1, which
/// they leave unproved: it does not increase with i. It is true with either sampling. One hash function acts
/// on the number of set bits as a non-negative bidiagonal matrix, which is totally positive; products of such
/// matrices and their restrictions to 0 … σ have only non-negative 2 × 2 minors; kernels with that property preserve
/// the likelihood-ratio order, so starting from the lowest state the distribution of the set bits, given that nothing has
/// overflowed, rises with every message; and the more bits are set, the likelier is an overflow.
///
/// Ends where the ratio would be 0/0: once no further message can fit.
pub fn continuation<A: Arithmetic>(a: &A, filter: SigmaBounded) -> impl Iterator<Item = A::Number> {
    let mut before = a.one();
    let can_continue = filter.sigma() >= smallest_reachable(filter);
    let limit = if can_continue { usize::MAX } else { 1 };
    CycleLengths::new(a, filter).take(limit).map(move |step| {
        let ratio = step.runs_on.clone() / &before;
        before = step.runs_on;
        ratio
    })
}

fn smallest_reachable(filter: SigmaBounded) -> u64 {
    match filter.shape().sampling() {
        Sampling::WithReplacement => 1,
        Sampling::WithoutReplacement => filter.shape().hashes(),
    }
}

/// The limit of E\[γ_i\] as i grows: ρ(σ), the largest eigenvalue of the chain below the threshold.
///
/// Its inverse is the H of Dozier, Salamatian, Rubenstein, technical report, Theorem 1: (M/σ)^k with, C(M,k)/C(σ,k)
/// without replacement, which is no small constant. `None` where no message fits and E\[γ_i\] is not defined for
/// i > 2.
pub fn continuation_limit<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Option<A::Number> {
    (filter.sigma() >= smallest_reachable(filter))
        .then(|| false_positive_probability(a, filter.shape(), filter.sigma()))
}

/// H = 1/ρ(σ), the factor of Theorem 1 of the technical report; `None` as for [`continuation_limit`].
pub fn theorem_1_factor<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Option<A::Number> {
    continuation_limit(a, filter).map(|limit| a.one() / limit)
}
