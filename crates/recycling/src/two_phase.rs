//! Two filters over the same memory, one active and one frozen.

use bloomlab_numbers::Arithmetic;
use bloomlab_occupancy::distinct;
use bloomlab_occupancy::hypergeometric::all_hit;

use crate::TwoPhase;
use crate::visits::Visits;

/// The average of a two-phase filter, exact and as published.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoPhaseAverage<N> {
    /// Expected number of new messages per cycle of the active filter, the overflowing one counted.
    pub messages_per_cycle: N,
    /// The average rate, both filters asked with the same positions.
    pub rate: N,
    /// The papers' rate, which multiplies the two filters' chances as if they were independent.
    pub published_rate: N,
}

/// The average rate f_σ² of a two-phase filter.
///
/// Published: 1 − (1 − E_π\[ρ\])(1 − E_F\[ρ\]) with π the distribution of the active and F that of the frozen filter's set bits
/// (Dozier, Salamatian, Rubenstein, eq. 26, 24, 25). Exact: E_π\[ρ\] + E_F\[ρ\] − Σ_d Pr\[D = d\] E_π\[C(a,d)\]
/// E_F\[C(b,d)\] / C(M',d)², since both filters are asked with the same positions, of which D are distinct. The two agree
/// exactly without replacement. The frozen filter does not hold the overflowing message, which is forgotten.
///
/// Work O(k²σ); memory O(k²).
pub fn two_phase<A: Arithmetic>(a: &A, filters: TwoPhase) -> TwoPhaseAverage<A::Number> {
    let each = filters.each();
    let (shape, sigma) = (each.shape(), each.sigma());
    let draws = shape.hashes() as usize;
    let zeros = vec![a.zero(); draws + 1];
    // E over the active and over the frozen filter of C(·, d)/C(M', d)
    let (mut active, mut frozen) = (zeros.clone(), zeros);
    let mut messages = a.zero();
    for state in Visits::new(a, shape).up_to(each) {
        let hits = all_hit(a, shape.bits(), state.set, shape.hashes());
        let last = (sigma - state.set < shape.hashes()).then(|| state.overflow(a, sigma) * &state.visits);
        for d in 0..=draws {
            active[d] = active[d].clone() + state.visits.clone() * &hits[d];
            if let Some(last) = &last {
                frozen[d] = frozen[d].clone() + last.clone() * &hits[d];
            }
        }
        messages = messages + state.visits;
    }
    let (mut f_active, mut f_frozen, mut both) = (a.zero(), a.zero(), a.zero());
    for (d, probability) in distinct::positions(a, shape).into_iter().enumerate() {
        let in_active = active[d].clone() / &messages;
        f_active = f_active + probability.clone() * &in_active;
        f_frozen = f_frozen + probability.clone() * &frozen[d];
        both = both + probability * in_active * &frozen[d];
    }
    let published_rate = f_active.clone() + f_frozen.clone() * (a.one() - &f_active);
    TwoPhaseAverage { messages_per_cycle: messages, rate: f_active + (f_frozen - both), published_rate }
}
