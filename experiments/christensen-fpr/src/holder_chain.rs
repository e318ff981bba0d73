//! The two proofs of the paper, step by step: Hölder's inequality (eq. 7), and the induction to eq. 10 (eq. 11–16).

mod chain;
mod induction;

use bloomlab_formulas::sizing::usual_hashes;
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

/// The subject of a row.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "lowercase")]
enum Part {
    /// One of a proof, over all its cases.
    #[default]
    Step,
    /// How much eq. 7 gives away.
    Chain,
    /// A summand of eq. 13.
    Summand,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    part: Part,
    /// The step, or the summand.
    step: String,
    /// Cases in which it was evaluated.
    cases: Option<u64>,
    /// Those in which the printed step is right; none if the print is not damaged.
    right_as_transcribed: Option<u64>,
    /// Those in which the step is right as it must be meant.
    right_as_meant: Option<u64>,
    bits: Option<u64>,
    items: Option<u64>,
    hashes: Option<u64>,
    /// K.
    occupied: Option<u64>,
    /// 1 − left side/right side of eq. 7; for a summand its size over P(N, M, K).
    value: Option<f64>,
    /// 1 − eq. 1/eq. 17, the loss after both sides are raised to the power k.
    after_power: Option<f64>,
}

impl Row {
    fn of(part: Part, step: impl Into<String>) -> Self {
        Self { part, step: step.into(), ..Self::default() }
    }
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let is_small = p.most_bits <= 8 && p.most_bins <= 12 && p.most_balls <= 16;
    let is_small = is_small && p.log2_bits_to <= 12 && p.summands[1] <= 64;
    ensure!(is_small, "needs most_bits ≤ 8, most_bins ≤ 12, most_balls ≤ 16, log2_bits_to ≤ 12, M ≤ 64");
    let mut rows = run.flat_rows([p], |p| chain::steps(p.most_bits, p.most_items, p.most_hashes))?;
    rows.extend(run.flat_rows([p], |p| induction::steps(p.most_balls, p.most_bins))?);
    let sizes = iproduct!(p.bits_per_item.iter().copied(), p.log2_bits_from..=p.log2_bits_to);
    rows.extend(run.rows(sizes, |(bits_per_item, exponent)| {
        let bits = 1 << exponent;
        chain::row(bits, bits / bits_per_item, usual_hashes(bits_per_item as f64))
    })?);
    rows.extend(run.flat_rows([p], |p| induction::summands(p.summands))?);
    Ok(rows)
}
