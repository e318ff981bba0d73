//! Messages that fit at a target rate by each of the models, against the filter's size and against the rate.

use std::iter::once;

use bloomlab_numbers::{Double, Phases, Refused, Sampling, Shape, Target};
use bloomlab_recycling::{
    NBounded, Plan, n_bounded_rate, plan_n_bounded, plan_sigma_bounded, published_bound_capacities,
    worst_case_capacity, worst_case_rate,
};
use bloomlab_tables::{Result, Run, ensure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::simulated::between;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// The rate where M varies.
    target: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// M where the rate varies.
    bits: u64,
    targets: Vec<f64>,
    /// Numbers of hash functions that are tried next to the best one.
    hashes: Vec<u64>,
    lines_per_decade: u32,
}

#[derive(Clone, Serialize)]
pub(crate) struct Row {
    /// The size that varies: M, or the rate.
    along: &'static str,
    bits: u64,
    target: f64,
    /// The best number of hash functions for each model, or one for all.
    choice: String,
    model: &'static str,
    hashes: u64,
    /// σ, or N.
    limit: u64,
    /// Messages per cycle as the model counts them: L and N + R in expectation, N for f_a, f_o and f_w.
    capacity: f64,
    /// capacity / that of f_σ¹ for the same choice of k.
    relative_capacity: f64,
    /// Those of the filter itself.
    #[serde(rename = "average_rate,messages_per_cycle")]
    real: Option<(f64, f64)>,
}

const RATES: &str = "rate";

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    ensure!(p.log2_bits_to <= 24, "log2_bits_to = {} is out of range: needs at most 24", p.log2_bits_to);
    let sizes = (p.log2_bits_from..=p.log2_bits_to).map(|log2| ("M", 1 << log2, p.target));
    let rates = p.targets.iter().map(|&target| (RATES, p.bits, target));
    let choices = once(None).chain(p.hashes.iter().copied().map(Some));
    let asked = iproduct!(sizes.chain(rates), choices);
    let mut rows =
        run.flat_rows(asked, |((along, bits, target), hashes)| capacities(along, bits, Target::new(target)?, hashes))?;
    rows.extend(run.flat_rows(between(&p.targets, p.lines_per_decade), |target| {
        let rows = capacities(RATES, p.bits, Target::new(target)?, None)?.into_iter();
        Ok(rows.map(|row| Row { choice: "best k, between".to_owned(), ..row }))
    })?);
    Ok(rows)
}

/// The messages that a formula allows at a target.
type Formula = fn(Shape, Target) -> Result<u64, Refused>;

fn capacities(along: &'static str, bits: u64, target: Target, hashes: Option<u64>) -> Result<Vec<Row>> {
    let sampling = Sampling::WithReplacement;
    let choice = hashes.map_or("best k".to_owned(), |hashes| format!("k = {hashes}"));
    let sigma = plan_sigma_bounded(bits, sampling, Phases::One, target, hashes)?;
    let row = |model, plan: Plan| Row {
        along,
        bits,
        target: target.rate(),
        choice: choice.clone(),
        model,
        hashes: plan.hashes,
        limit: plan.bound.value(),
        capacity: plan.messages_per_cycle,
        relative_capacity: plan.messages_per_cycle / sigma.messages_per_cycle,
        real: Some((plan.rate, plan.messages_per_cycle)),
    };
    let mut rows = vec![row("σ-bounded", sigma)];
    // above 65,536 bits messages are not followed one by one
    rows.extend(plan_n_bounded(bits, sampling, target, hashes).ok().map(|exact| row("N-bounded, exact", exact)));
    let by_formula: [(&str, Formula); 3] = [
        ("f_a", |shape, target| Ok(published_bound_capacities(shape, target)?.1)),
        ("f_o", |shape, target| Ok(published_bound_capacities(shape, target)?.0)),
        ("f_w", |shape, target| Ok(worst_case_capacity(shape, target))),
    ];
    for (model, formula) in by_formula {
        let (shape, messages) = best(bits, hashes, |shape| formula(shape, target))?;
        // beyond the bound the filter can fill up, and a cycle may never end
        let filter = NBounded::new(shape, messages).ok();
        let real = filter.and_then(|filter| n_bounded_rate(filter).ok());
        rows.push(Row {
            model,
            hashes: shape.hashes(),
            limit: messages,
            capacity: messages as f64,
            relative_capacity: messages as f64 / sigma.messages_per_cycle,
            real: real.map(|rates| (rates.exact, rates.messages_per_cycle)),
            ..rows[0].clone()
        });
    }
    Ok(rows)
}

/// The number of hash functions with the largest capacity; among equals the one with the lowest worst case.
fn best(bits: u64, hashes: Option<u64>, capacity: impl Fn(Shape) -> Result<u64, Refused>) -> Result<(Shape, u64)> {
    const PATIENCE: u64 = 4;
    let shape = |hashes| Shape::new(bits, hashes, Sampling::WithReplacement);
    let first = shape(hashes.unwrap_or(1))?;
    let mut found = (first, capacity(first)?);
    let mut next = 2;
    while hashes.is_none() && next <= found.0.hashes() + PATIENCE && next <= bits {
        let other = shape(next)?;
        let messages = capacity(other)?;
        let lower = worst_case_rate(&Double, other, messages) < worst_case_rate(&Double, found.0, found.1);
        if messages > found.1 || (messages == found.1 && lower) {
            found = (other, messages);
        }
        next += 1;
    }
    Ok(found)
}
