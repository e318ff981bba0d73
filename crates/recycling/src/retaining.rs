//! A filter that keeps the overflowing message as the first of its next cycle.

use crate::one_phase::{normalised, one_phase};
use crate::transitions::{distinct_positions, false_positive_probability, hypergeometric, transitions};
use crate::visits::{Average, Visits};
use crate::{Positions, Retaining, Shape};
use bloomlab_numbers::Arithmetic;

/// Messages per cycle and average rate of a retaining filter, exact.
///
/// A cycle that begins with d bits makes h^(d)_i visits to state i and hands over to one that begins with d' bits with
/// probability R\[d, d'\] = Σ_i h^(d)_i Pr\[D = d'\] Pr\[d' distinct positions hit more than σ − i of the M − i clear bits\].
/// With s the stationary law of R, the visits are Σ_d s_d h^(d). Dozier, Salamatian, Rubenstein, eq. 10 take the
/// overflowing message for an average one; it has more distinct positions. Without replacement D = k always, and this
/// equals [`published_retaining`].
///
/// Work O(k³σ) with, O(kσ) without replacement; memory O(kσ).
pub fn retaining<A: Arithmetic>(a: &A, filter: Retaining) -> Average<A::Number> {
    let shape = filter.non_retaining().shape();
    let visits = visits_per_cycle(a, filter);
    let (mut messages, mut false_positives) = (a.zero(), a.zero());
    for (set, visits) in (0..).zip(visits) {
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
    let (filter, mut total) = (filter.non_retaining(), Vec::new());
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let distinct = distinct_positions(a, shape);
    let starts = starts(shape);
    let paths: Vec<Vec<A::Number>> = starts
        .iter()
        .map(|&start| Visits::from_start(a, shape, start).up_to(filter).map(|state| state.visits).collect())
        .collect();
    let mut handover = vec![vec![a.zero(); starts.len()]; starts.len()];
    for (to, &arriving) in starts.iter().enumerate() {
        for set in (sigma + 1).saturating_sub(arriving)..=sigma {
            let overflow = hypergeometric(a, shape.bits(), shape.bits() - set, arriving)
                .into_iter()
                .skip((sigma - set) as usize + 1)
                .fold(a.zero(), |sum, p| sum + p);
            let overflow = overflow * &distinct[arriving as usize];
            for (from, path) in paths.iter().enumerate() {
                handover[from][to] = handover[from][to].clone() + path[set as usize].clone() * &overflow;
            }
        }
    }
    let starts_law = stationary_of(a, handover);
    for set in 0..=sigma as usize {
        total.push(paths.iter().zip(&starts_law).fold(a.zero(), |sum, (path, s)| sum + path[set].clone() * s));
    }
    total
}

/// The numbers of bits that a retained message can set in the empty filter.
fn starts(shape: Shape) -> Vec<u64> {
    match shape.positions() {
        Positions::WithReplacement => (1..=shape.hashes()).collect(),
        Positions::WithoutReplacement => vec![shape.hashes()],
    }
}

/// Messages per cycle and average rate of a retaining filter by the papers' rule for the retained message.
///
/// f_ret = f_non L/(L − 1) and L − 1 messages per cycle: with eq. 10 and 14 of Dozier, Salamatian, Rubenstein
/// (completed for σ < 2k) the retaining filter's law is the non-retaining one's without state 0, because a cycle from
/// the empty filter makes exactly one visit there. Exact without replacement; with replacement up to 7 % off where
/// σ is near k, 3e-6 at M = 1000, k = 6, σ = 606.
pub fn published_retaining<A: Arithmetic>(a: &A, filter: Retaining) -> Average<A::Number> {
    let Average { messages_per_cycle: messages, rate } = one_phase(a, filter.non_retaining());
    let retained = messages.clone() - a.one();
    Average { rate: rate * messages / &retained, messages_per_cycle: retained }
}

/// π_i, i = 0 … σ, of a retaining filter by the linear system of the papers: what [`published_retaining`] has in
/// closed form.
///
/// Dozier, Salamatian, Rubenstein, eq. 15, 16 with the transitions of eq. 10, 14, read so that no term is counted
/// twice and none is lost when σ < 2k. The states that a reset does not lead to are eliminated by eq. 15 as
/// combinations of the others (1 … k with replacement, k without), which leaves at most k equations: O(k²σ) work,
/// O(kσ) memory.
pub fn published_retaining_by_linear_solve<A: Arithmetic>(a: &A, filter: Retaining) -> Vec<A::Number> {
    let filter = filter.non_retaining();
    let (shape, sigma, k) = (filter.shape(), filter.sigma() as usize, filter.shape().hashes() as usize);
    let rows: Vec<_> = (0..=filter.sigma()).map(|set| transitions(a, shape, set)).collect();
    let sum = |terms: &[A::Number]| terms.iter().fold(a.zero(), |sum, t| sum + t);
    let unknowns: Vec<usize> = starts(shape).into_iter().map(|start| start as usize).collect();
    // combination[i][u]: the coefficient of the u-th unknown in π_i
    let mut combination = vec![vec![a.zero(); unknowns.len()]; sigma + 1];
    for i in unknowns[0]..=sigma {
        if let Some(u) = unknowns.iter().position(|&unknown| unknown == i) {
            combination[i][u] = a.one();
            continue;
        }
        let leave = sum(&rows[i][1..]);
        let inflow = |u: usize| (i - k..i).fold(a.zero(), |sum, j| sum + combination[j][u].clone() * &rows[j][i - j]);
        combination[i] = (0..unknowns.len()).map(|u| inflow(u) / &leave).collect();
    }
    // how the unknowns lead to each other, directly or by way of the eliminated states and a reset
    let first = distinct_positions(a, shape);
    let mut chain = vec![vec![a.zero(); unknowns.len()]; unknowns.len()];
    for (from, row) in chain.iter_mut().enumerate() {
        let resets = (unknowns[0]..=sigma).fold(a.zero(), |resets, i| {
            resets + sum(rows[i].get(sigma - i + 1..).unwrap_or_default()) * &combination[i][from]
        });
        for (to, target) in row.iter_mut().enumerate() {
            let direct = unknowns[to].checked_sub(unknowns[from]).map_or(a.zero(), |d| rows[unknowns[from]][d].clone());
            *target = direct + resets.clone() * &first[unknowns[to]];
        }
    }
    let basis = stationary_of(a, chain);
    let law = combination.iter().map(|row| row.iter().zip(&basis).fold(a.zero(), |sum, (c, p)| sum + c.clone() * p));
    normalised(a, law.collect())
}

/// The stationary law of a small chain in which every state leads to a lower one, eliminated from the last state down
/// (Grassmann, Taksar, Heyman): only positive numbers are added, so that no digit is lost.
///
/// The diagonal is never read; rows need not be normalised beyond that.
fn stationary_of<A: Arithmetic>(a: &A, mut chain: Vec<Vec<A::Number>>) -> Vec<A::Number> {
    let size = chain.len();
    for last in (1..size).rev() {
        let (kept, eliminated) = chain.split_at_mut(last);
        let eliminated = &eliminated[0][..last];
        let leave = eliminated.iter().fold(a.zero(), |sum, p| sum + p);
        for row in kept {
            let ratio = row[last].clone() / &leave;
            for (p, by_way) in row.iter_mut().zip(eliminated) {
                *p = p.clone() + ratio.clone() * by_way;
            }
            row[last] = ratio;
        }
    }
    let mut law = vec![a.one()];
    for j in 1..size {
        law.push(law.iter().zip(&chain).fold(a.zero(), |sum, (p, row)| sum + p.clone() * &row[j]));
    }
    normalised(a, law)
}
