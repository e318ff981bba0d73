//! A filter that keeps the overflowing message as the first of its next cycle.

use bloomlab_numbers::{Arithmetic, distinct, hypergeometric};

use crate::elimination::{normalised, stationary_by_elimination};
use crate::one_phase::{Average, one_phase};
use crate::parameters::Retaining;
use crate::transitions::{false_positive_probability, rows, transitions};
use crate::variants::{Cycle, visits};

/// Messages per cycle and average rate of a retaining filter, exact.
///
/// A cycle that begins with d bits makes h^(d)_i visits to state i and hands over to one that begins with d' bits with probability R\[d,
/// d'\] = Σ_i h^(d)_i Pr\[D = d'\] Pr\[d' distinct positions hit more than σ − i of the M − i clear bits\]. With s the stationary
/// distribution of R, the visits are Σ_d s_d h^(d). Dozier, Salamatian, Rubenstein, eq. 10 take the overflowing message for an average one;
/// it has more distinct positions. Without replacement D = k always, and this equals [`published_retaining`]. The same number as
/// [`variant_average`](crate::variant_average) gives, rounded as tables print it.
///
/// Work O(k²σ) with, O(kσ) without replacement; memory O(kσ).
pub fn retaining<A: Arithmetic>(a: &A, filter: Retaining) -> Average<A::Number> {
    let shape = filter.0.shape();
    let (mut messages, mut false_positives) = (a.zero(), a.zero());
    for (set, visits) in (0..).zip(visits_per_cycle(a, filter)) {
        let rho = false_positive_probability(a, shape, set);
        false_positives = false_positives + visits.clone() * rho;
        messages = messages + visits;
    }
    Average { rate: false_positives / &messages, messages_per_cycle: messages }
}

/// π_i, i = 0 … σ, of a retaining filter, exact: the visits of [`retaining`], normalised (π_0 = 0).
pub fn retaining_stationary<A: Arithmetic>(a: &A, filter: Retaining) -> Vec<A::Number> {
    normalised(a, visits_per_cycle(a, filter))
}

fn visits_per_cycle<A: Arithmetic>(a: &A, filter: Retaining) -> Vec<A::Number> {
    let (cycle, sigma) = (Cycle::from(filter), filter.0.sigma());
    let (shape, starts) = (cycle.shape(), cycle.starts());
    let (rows, distinct) = (rows(a, shape, sigma), distinct::positions(a, shape));
    let paths: Vec<_> = starts.iter().map(|&start| visits(a, cycle, &rows, start).swap_remove(0)).collect();
    let mut handover = vec![vec![a.zero(); starts.len()]; starts.len()];
    for (to, &arriving) in starts.iter().enumerate() {
        for set in (sigma + 1).saturating_sub(arriving)..=sigma {
            let fresh = hypergeometric::distribution(a, shape.bits(), shape.bits() - set, arriving);
            let overflow = a.sum(fresh.into_iter().skip((sigma - set) as usize + 1)) * &distinct[arriving as usize];
            for (from, path) in paths.iter().enumerate() {
                handover[from][to] = handover[from][to].clone() + path[set as usize].clone() * &overflow;
            }
        }
    }
    let start_masses = stationary_by_elimination(a, handover);
    (0..=sigma as usize).map(|set| a.dot(paths.iter().map(|path| &path[set]), &start_masses)).collect()
}

/// Messages per cycle and average rate of a retaining filter by the papers' rule for the retained message.
///
/// f_ret = f_non L/(L − 1) and L − 1 messages per cycle: with eq. 10 and 14 of Dozier, Salamatian, Rubenstein (completed for σ < 2k) the
/// retaining filter's distribution is the non-retaining one's without state 0, because a cycle from the empty filter makes exactly one
/// visit there. Exact without replacement; with replacement up to 7 % off where σ is near k, 3e-6 at M = 1000, k = 6, σ = 606.
pub fn published_retaining<A: Arithmetic>(a: &A, filter: Retaining) -> Average<A::Number> {
    let Average { messages_per_cycle: messages, rate } = one_phase(a, filter.0);
    let retained = messages.clone() - a.one();
    Average { rate: rate * messages / &retained, messages_per_cycle: retained }
}

/// π_i, i = 0 … σ, of a retaining filter by the linear system of the papers: what [`published_retaining`] has in closed form.
///
/// Dozier, Salamatian, Rubenstein, eq. 15, 16 with the transitions of eq. 10, 14, read so that no term is counted twice and none is lost
/// when σ < 2k. The states that a reset does not lead to are eliminated by eq. 15 as combinations of the others (1 … k with replacement, k
/// without), which leaves at most k equations: O(k²σ) work, O(kσ) memory.
pub fn published_retaining_by_linear_solve<A: Arithmetic>(a: &A, retaining: Retaining) -> Vec<A::Number> {
    let filter = retaining.0;
    let (shape, sigma, k) = (filter.shape(), filter.sigma() as usize, filter.shape().hashes() as usize);
    let rows = rows(a, shape, filter.sigma());
    let unknowns: Vec<usize> = Cycle::from(retaining).starts().into_iter().map(|start| start as usize).collect();
    // combination[i][u]: the coefficient of the u-th unknown in π_i
    let mut combination = vec![vec![a.zero(); unknowns.len()]; sigma + 1];
    for i in unknowns[0]..=sigma {
        if let Some(u) = unknowns.iter().position(|&unknown| unknown == i) {
            combination[i][u] = a.one();
            continue;
        }
        let leave = a.sum(&rows[i][1..]);
        let inflow = |u: usize| a.sum((i - k..i).map(|j| combination[j][u].clone() * &rows[j][i - j]));
        combination[i] = (0..unknowns.len()).map(|u| inflow(u) / &leave).collect();
    }
    // how the unknowns lead to each other, directly or by way of the eliminated states and a reset
    let first = transitions(a, shape, 0);
    let mut chain = vec![vec![a.zero(); unknowns.len()]; unknowns.len()];
    for (from, row) in chain.iter_mut().enumerate() {
        let overflow = |i: usize| a.sum(rows[i].get(sigma - i + 1..).unwrap_or_default());
        let resets = a.sum((unknowns[0]..=sigma).map(|i| overflow(i) * &combination[i][from]));
        for (to, target) in row.iter_mut().enumerate() {
            let direct = unknowns[to].checked_sub(unknowns[from]).map_or(a.zero(), |d| rows[unknowns[from]][d].clone());
            *target = direct + resets.clone() * &first[unknowns[to]];
        }
    }
    let basis = stationary_by_elimination(a, chain);
    normalised(a, combination.iter().map(|row| a.dot(row, &basis)).collect())
}
