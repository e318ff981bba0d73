//! The papers' own route where it differs from ours: the equations as printed, with their column for state 0, and one computation per σ. It
//! serves comparison and timing.

use bloomlab_numbers::Arithmetic;

use crate::one_phase::Average;
use crate::parameters::SigmaBounded;
use crate::transitions::{false_positive_probability, published_recursion, rows, transitions};

/// τ(i, j), 0 ≤ i, j ≤ σ, of the non-retaining filter as printed.
///
/// Dozier, Salamatian, Rubenstein, eq. 4–8 (with replacement) and eq. 11–13 (without): the recursion over the hash functions, in which
/// column 0 accumulates what has passed σ (eq. 5, 12), and row 0 returns nothing to state 0 (eq. 7, 13). Right for σ ≥ k. For σ < k row 0
/// loses what overflows from the empty filter.
///
/// Memory O(σ²).
pub fn published_transition_matrix<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Vec<Vec<A::Number>> {
    let sigma = filter.sigma() as usize;
    let row = |set: usize| {
        let mut moves = published_recursion(a, filter.shape(), set as u64);
        let overflow = moves.split_off(moves.len().min(sigma - set + 1));
        let mut row = vec![a.zero(); set];
        row.extend(moves);
        row.resize(sigma + 1, a.zero());
        if set > 0 {
            row[0] = a.sum(overflow);
        }
        row
    };
    (0..=sigma).map(row).collect()
}

/// The average rate and messages per cycle by the papers' route: transitions, stationary distribution and messages of this one σ, one pass
/// for each, with the whole band of transitions held in memory.
///
/// Dozier, Salamatian, Rubenstein, eq. 4 or 11, 15, 17, 18, and eq. 22, 23 with the boundary b > σ. The same numbers as
/// [`one_phase`](crate::one_phase), for one σ at the cost that the sweep has for all.
pub fn published_one_phase<A: Arithmetic>(a: &A, filter: SigmaBounded) -> Average<A::Number> {
    let (shape, sigma, k) = (filter.shape(), filter.sigma() as usize, filter.shape().hashes() as usize);
    let band = rows(a, shape, filter.sigma());
    let mut guess: Vec<A::Number> = vec![a.one()];
    for i in 1..=sigma {
        let inflow = a.sum((i.saturating_sub(k)..i).map(|j| guess[j].clone() * &band[j][i - j]));
        guess.push(inflow / (a.one() - &band[i][0]));
    }
    let total = a.sum(&guess);
    let rate = a.sum((0..).zip(guess).map(|(set, g)| g / &total * false_positive_probability(a, shape, set)));
    Average { rate, messages_per_cycle: backward(a, &band, sigma + 1) }
}

/// E\[N_0\], the expected messages per cycle, with the boundary as printed: 0 for b ≥ σ.
///
/// Dozier, Salamatian, Rubenstein, eq. 22, 23. The reset rule is b > σ, so this is too low by the visits to state σ, about 1/(k(1 − σ/M))
/// messages; it is what a filter of threshold σ − 1 has. 0 for σ = 0.
pub fn published_messages_per_cycle<A: Arithmetic>(a: &A, filter: SigmaBounded) -> A::Number {
    let band: Vec<_> = (0..filter.sigma()).map(|set| transitions(a, filter.shape(), set)).collect();
    backward(a, &band, filter.sigma() as usize)
}

/// E\[N_0\] by the backward recursion E\[N_b\] = (1 + Σ_d τ(b, b+d) E\[N_(b+d)\]) / (1 − τ(b, b)), 0 for b ≥ `end`.
fn backward<A: Arithmetic>(a: &A, band: &[Vec<A::Number>], end: usize) -> A::Number {
    let mut expected = vec![a.zero(); end];
    for b in (0..end).rev() {
        let row = &band[b];
        let later = (1..row.len().min(end - b)).fold(a.one(), |sum, d| sum + expected[b + d].clone() * &row[d]);
        expected[b] = later / (a.one() - &row[0]);
    }
    expected.into_iter().next().unwrap_or_else(|| a.zero())
}
