//! Equations of the main text as printed, against the enumerated chain.

use bloomlab_exact::Rational;
use bloomlab_numbers::{Arithmetic, Retention, Sampling, distinct};
use bloomlab_recycling::{
    SigmaBounded, one_hash_rate, published_messages_per_cycle, published_transition_matrix, stationary, transitions,
};
use bloomlab_tables::Result;

use super::cycles::{grid, name};
use super::{A, Check, Parameters, Row, Sign};
use crate::enumerated::Chain;

/// τ(i, j) without a reset for j ≤ σ, and the overflow of state i.
fn forward(filter: SigmaBounded, i: u64) -> (Vec<Rational>, Rational) {
    let mut row = transitions(&A, filter.shape(), i);
    let over = row.split_off(row.len().min((filter.sigma() - i) as usize + 1));
    (row, A.sum(over))
}

/// Σ_j τ(i, j) of the retaining filter as printed, i = 1 … σ: eq. 9 and 10 with replacement, eq. 14 without. A reset
/// starts only from i > k.
pub(super) fn retaining_row_sums(filter: SigmaBounded) -> Vec<Rational> {
    let sums = (1..=filter.sigma()).map(|i| {
        let (row, over) = forward(filter, i);
        let kept = A.sum(&row);
        if i > filter.shape().hashes() { kept + over } else { kept }
    });
    sums.collect()
}

/// The retaining filter's π_i for i ≤ k by eq. 16 from the distribution itself, and that distribution: the non-retaining one without state
/// 0, which is the distribution of the product rule completed for all i.
pub(super) fn balance(filter: SigmaBounded) -> Vec<(u64, Rational, Rational)> {
    let (shape, sigma) = (filter.shape(), filter.sigma());
    let k = shape.hashes();
    let law = stationary(&A, filter);
    let retained = distinct::positions(&A, shape);
    let rest = A.one() - &law[0];
    let pi = |i: u64| law[i as usize].clone() / &rest;
    let tau = |j: u64, i: u64| {
        let (row, over) = forward(filter, j);
        let stays = if i >= j { row.get((i - j) as usize).cloned() } else { None };
        stays.unwrap_or_else(|| A.zero()) + over * retained.get(i as usize).unwrap_or(&A.zero())
    };
    let right = |i: u64| {
        let terms = (1..i).chain((sigma + 1).saturating_sub(k).max(1)..=sigma);
        A.sum(terms.map(|j| pi(j) * tau(j, i))) / (A.one() - tau(i, i))
    };
    // a state that is never left has no equation
    let least = if shape.sampling() == Sampling::WithReplacement { 1 } else { k };
    (least..=k).filter(|&i| tau(i, i) < A.one()).map(|i| (i, pi(i), right(i))).collect()
}

/// Eq. 19 as the camera-ready and the preprint reach us: Σ_i i/(M(M − i)) · Σ_j 1/(M − j), a factor in place of a divisor.
pub(super) fn one_hash_as_transcribed(bits: u64, sigma: u64) -> Rational {
    let harmonic = A.sum((0..=sigma).map(|j| A.ratio(1, bits - j)));
    A.sum((0..=sigma).map(|i| A.ratio(i, bits * (bits - i)))) * harmonic
}

pub(super) fn rows(p: &Parameters) -> Result<Vec<Row>> {
    let check = Check::main_text;
    let mut by_8 = check("(4) to (8), (11) to (13)", "every row sums to 1", Sign::Equal);
    let mut by_9 = check("(9)", "a retaining filter never returns to 0, σ ≥ k", Sign::Equal);
    let mut by_10 = check("(10)", "every row sums to 1, σ ≥ k", Sign::Equal);
    let mut by_14 = check("(14)", "every row sums to 1, σ ≥ k", Sign::Equal);
    let mut by_16 = check("(16)", "the right side is π_i, σ ≥ k", Sign::Equal);
    let mut by_19 = check("(19), report", "the rate for k = 1", Sign::Equal);
    let mut by_19_before = check("(19), camera-ready", "the rate for k = 1", Sign::Equal);
    let mut by_21 = check("(21)", "1 − X(b, b) is never 0, b < σ", Sign::Equal);
    let mut by_23 = check("(20), (22), (23)", "E N_0 = the messages per cycle", Sign::Equal);
    for filter in grid(p.bits, p.hashes)? {
        let (shape, sigma) = (filter.shape(), filter.sigma());
        let at = |i: u64| format!("{}, i = {i}", name(filter));
        for (i, row) in (0..).zip(published_transition_matrix(&A, filter)) {
            by_8.exact(|| at(i), &A.sum(&row), &A.one());
        }
        let chain = Chain::new(shape, sigma, Retention::NonRetaining);
        for b in 0..sigma {
            by_21.exact(|| format!("{}, b = {b}", name(filter)), &chain.forward(b as usize, b as usize), &A.zero());
        }
        let law = chain.law();
        by_23.exact(|| name(filter), &published_messages_per_cycle(&A, filter), &(A.one() / &law[0]));
        if shape.hashes() == 1 {
            let rate = A.sum((0..).zip(&law).map(|(i, p)| p.clone() * A.ratio(i, shape.bits())));
            by_19.exact(|| name(filter), &one_hash_rate(&A, shape.bits(), sigma)?, &rate);
            by_19_before.exact(|| name(filter), &one_hash_as_transcribed(shape.bits(), sigma), &rate);
        }
        if sigma < shape.hashes() {
            continue;
        }
        let retaining = Chain::new(shape, sigma, Retention::Retaining);
        for i in 1..=sigma {
            let returns = u64::from(retaining.reset_targets(i as usize).contains(&0));
            by_9.exact(|| at(i), &A.integer(returns), &A.zero());
        }
        let rows = if shape.sampling() == Sampling::WithReplacement { &mut by_10 } else { &mut by_14 };
        for (i, sum) in (1..).zip(retaining_row_sums(filter)) {
            rows.exact(|| at(i), &sum, &A.one());
        }
        for (i, pi, right) in balance(filter) {
            by_16.exact(|| at(i), &right, &pi);
        }
    }
    Ok([by_8, by_9, by_10, by_14, by_16, by_19, by_19_before, by_21, by_23].map(Check::row).into())
}
