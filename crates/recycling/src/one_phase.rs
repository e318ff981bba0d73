//! One filter, cleared when a message would set more than σ bits, that message forgotten.

use bloomlab_numbers::{Arithmetic, Refused, Sampling, Shape};

use crate::elimination::normalised;
use crate::parameters::SigmaBounded;
use crate::visits::Visits;

/// Messages per cycle and rate of a recycling filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Average<N> {
    /// Expected number of new messages per cycle, the overflowing one counted once.
    pub messages_per_cycle: N,
    /// The average false-positive rate over new messages.
    pub rate: N,
}

/// The expected messages per cycle L = Σ_{i≤σ} v_i and the average rate f_σ¹ = Σ v_i ρ(i) / L.
///
/// Dozier, Salamatian, Rubenstein, eq. 15, 17, 18; L as in eq. 20–23 with the boundary of the reset rule (a cycle ends when b > σ, where
/// they print b ≥ σ), which alone makes L·π_0 = 1. Exact with either sampling and for every σ < M. Work O(k²σ) with, O(kσ) without
/// replacement; memory O(k).
pub fn one_phase<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Average<A::Number> {
    let (mut messages, mut false_positives) = (a.zero(), a.zero());
    for state in Visits::new(a, filter.shape()).up_to(filter) {
        false_positives = false_positives + state.visits.clone() * state.false_positive();
        messages = messages + state.visits;
    }
    Average { rate: false_positives / &messages, messages_per_cycle: messages }
}

/// π_i, i = 0 … σ: the probability that a new message finds i bits set.
///
/// π_i = v_i / Σ v. Dozier, Salamatian, Rubenstein, eq. 15, started at state 0 with either sampling (their recipe for distinct positions
/// starts at state k and gives the retaining filter's distribution instead). Memory O(σ).
pub fn stationary<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Vec<A::Number> {
    let visits: Vec<_> = Visits::new(a, filter.shape()).up_to(filter).map(|state| state.visits).collect();
    normalised(a, visits)
}

/// f_σ¹ for one hash function, in closed form.
///
/// 1 − (σ+1) / (M Σ_{j≤σ} 1/(M−j)), which is Σ_{i≤σ} i/(M(M−i)) / Σ_{j≤σ} 1/(M−j). Dozier, Salamatian, Rubenstein, eq. 19. The second form
/// is evaluated, because it does not cancel. With one hash function both samplings are the same.
pub fn one_hash_rate<A: Arithmetic>(a: &A, bits: u64, sigma: u64) -> Result<A::Number, Refused> {
    SigmaBounded::new(Shape::new(bits, 1, Sampling::WithReplacement)?, sigma)?;
    let (mut above, mut below) = (a.zero(), a.zero());
    for i in 0..=sigma {
        above = above + a.ratio(i, bits - i);
        below = below + a.ratio(1, bits - i);
    }
    Ok(above / (below * a.integer(bits)))
}
