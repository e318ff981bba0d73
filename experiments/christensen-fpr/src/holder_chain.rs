//! The two proofs of the paper, step by step: Hölder's inequality (eq. 7), and the induction to eq. 10 (eq. 11–16).

mod induction;

use std::iter::zip;

use bloomlab_exact::{Enclosure, Enclosures};
use bloomlab_formulas::Load;
use bloomlab_formulas::sizing::usual_hashes;
use bloomlab_numbers::{Analytic, Arithmetic, Number, distribution};
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// The chain has m = 2^from … 2^to with m/n of these, k = (m/n) ln 2, rounded.
    log2_bits_from: u32,
    log2_bits_to: u32,
    bits_per_item: Vec<u64>,
    /// The chain is also evaluated for every m, n and k from 2 up to these.
    most_bits: u64,
    most_items: u64,
    most_hashes: u64,
    /// The induction is evaluated for every N, M, K up to these.
    most_balls: u64,
    most_bins: u64,
    /// N, M whose summands A, B, C, D are listed for every K.
    summands: [u64; 2],
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    /// A `step` of a proof, over all its cases; the `chain`, how much eq. 7 gives away; a `summand` of eq. 13.
    part: &'static str,
    step: String,
    /// Cases in which it was evaluated, those in which the printed step is right (none if the print is not damaged), and those in which
    /// the step is right as it must be meant.
    #[serde(rename = "cases,right_as_transcribed,right_as_meant")]
    cases: Option<(u64, Option<u64>, u64)>,
    bits: Option<u64>,
    items: Option<u64>,
    hashes: Option<u64>,
    occupied: Option<u64>,
    /// 1 − left side/right side of eq. 7; for a summand its size over P(N, M, K).
    value: Option<f64>,
    /// 1 − eq. 1/eq. 17, the loss after both sides are raised to the power k.
    after_power: Option<f64>,
}

impl Row {
    fn of(part: &'static str, step: impl Into<String>) -> Self {
        Self { part, step: step.into(), ..Self::default() }
    }
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let is_small = p.most_bits <= 8 && p.most_bins <= 12 && p.most_balls <= 16;
    let is_small = is_small && p.log2_bits_to <= 12 && p.summands[1] <= 64;
    ensure!(is_small, "needs most_bits ≤ 8, most_bins ≤ 12, most_balls ≤ 16, log2_bits_to ≤ 12, M ≤ 64");
    let mut rows = run.flat_rows([p], |p| steps(p.most_bits, p.most_items, p.most_hashes))?;
    rows.extend(run.flat_rows([p], |p| induction::steps(p.most_balls, p.most_bins))?);
    let sizes = iproduct!(p.bits_per_item.iter().copied(), p.log2_bits_from..=p.log2_bits_to);
    rows.extend(run.rows(sizes, |(bits_per_item, exponent)| {
        let bits = 1 << exponent;
        row(bits, bits / bits_per_item, usual_hashes(bits_per_item as f64))
    })?);
    rows.extend(run.flat_rows([p], |p| induction::summands(p.summands))?);
    Ok(rows)
}

/// The precision in which two expressions count as equal when their enclosures overlap.
const BITS: u32 = 512;

/// The expressions of eq. 7 from left to right, divided by m, with q = k/(k − 1):
/// Σs/N, (Σs^k)^(1/k) (N (1/N)^q)^(1/q), (Σs^k)^(1/k) N^(1/q − 1), (Σs^k)^(1/k) N^(−1/k), (Σs^k)^(1/k)/N^(1/k),
/// (Σs^k/N)^(1/k).
fn expressions(a: &Enclosures, load: Load) -> [Enclosure; 6] {
    let k = load.hashes();
    let outcomes = a.integer(load.bits()).pow(load.balls());
    let probabilities = distribution::by_recursion(a, load.insertions());
    let moment = |power: u64| {
        let terms = (0..).zip(&probabilities).map(|(set, p)| a.ratio(set, load.bits()).pow(power) * p);
        a.sum(terms) * &outcomes
    };
    let to = |base: &Enclosure, exponent: Enclosure| (base.ln() * exponent).exp();
    let q = a.ratio(k, k - 1);
    let (root, one_over_n) = (to(&moment(k), a.ratio(1, k)), a.one() / &outcomes);
    let weights = outcomes.clone() * to(&one_over_n, q.clone());
    [
        moment(1) / &outcomes,
        root.clone() * to(&weights, a.one() / &q),
        root.clone() * to(&outcomes, a.one() / &q - a.one()),
        root.clone() * to(&outcomes, a.zero() - a.ratio(1, k)),
        root / to(&outcomes, a.ratio(1, k)),
        to(&(moment(k) / &outcomes), a.ratio(1, k)),
    ]
}

/// For each sign of eq. 7, in how many filters it holds: the ≤, in how many of them strictly, and the four =.
fn steps(most_bits: u64, most_items: u64, most_hashes: u64) -> Result<Vec<Row>> {
    let a = Enclosures::new(BITS);
    let (mut cases, mut at_most, mut equal) = (0, 0, [0; 4]);
    for (bits, items, hashes) in iproduct!(1..=most_bits, 1..=most_items, 2..=most_hashes) {
        let all = expressions(&a, Load::new(bits, items, hashes)?);
        cases += 1;
        // one item in one bit, say, leaves nothing to chance: both sides are equal
        at_most += u64::from(all[0].is_below(&all[1]) || (bits == 1 && all[0].overlaps(&all[1])));
        for (equal, pair) in equal.iter_mut().zip(all[1..].windows(2)) {
            *equal += u64::from(pair[0].overlaps(&pair[1]) && pair[0].is_narrower_than(100));
        }
    }
    let row = |sign: &str, right| Row { cases: Some((cases, Some(right), right)), ..Row::of("step", sign) };
    let equalities = zip(1.., equal).map(|(i, right)| row(&format!("eq. 7, = {i}"), right));
    Ok([row("eq. 7, ≤", at_most)].into_iter().chain(equalities).collect())
}

/// The loss of the inequality.
fn row(bits: u64, items: u64, hashes: u64) -> Result<Row> {
    let all = expressions(&Enclosures::new(BITS), Load::new(bits, items, hashes)?);
    let ratio = all[0].clone() / &all[5];
    let one = Enclosures::new(BITS).one();
    Ok(Row {
        bits: Some(bits),
        items: Some(items),
        hashes: Some(hashes),
        value: Some((one.clone() - &ratio).to_f64()),
        after_power: Some((one - ratio.pow(hashes)).to_f64()),
        ..Row::of("chain", format!("m/n = {}", bits / items))
    })
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::Rationals;
    use bloomlab_formulas::{approximation, christensen};

    use super::*;

    /// Raised to the power k, both ends are what the proof is about: eq. 1 and eq. 17.
    #[test]
    fn the_ends_are_the_classic_and_the_exact_rate() {
        for (bits, items, hashes) in [(2, 1, 2), (5, 2, 3), (32, 4, 5)] {
            let load = Load::new(bits, items, hashes).unwrap();
            let ends = expressions(&Enclosures::new(BITS), load);
            assert!(ends[0].pow(hashes).contains(&approximation::classic(&Rationals, load)));
            assert!(ends[5].pow(hashes).contains(&christensen::by_recursion(&Rationals, load)));
        }
    }
}
