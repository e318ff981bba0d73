//! Messages that fit at a target rate, by each of the models.

mod cases;
mod view;

use std::iter::once;

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Budget, Phases, Refused, Sampling, Shape, Target};
use bloomlab_recycling::{
    NBounded, Plan, n_bounded_rate, plan_n_bounded, plan_sigma_bounded, published_bound_capacities,
    worst_case_capacity, worst_case_rate,
};
use bloomlab_workbench::{AnyError, Context};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

pub(crate) use cases::{Case, cases};
pub(crate) use view::{Drawn, draw};

#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    target: f64,
    /// The best number of hash functions for each model, or one for all.
    choice: String,
    model: String,
    hashes: u64,
    /// σ, or N.
    limit: u64,
    /// Messages per cycle as the model counts them: L and N + R in expectation, N for f_a, f_o and f_w.
    capacity: f64,
    /// capacity / that of f_σ¹ for the same choice of k.
    relative_capacity: f64,
    /// The average rate that the filter really has.
    average_rate: Option<f64>,
    /// The expected messages per cycle that it really has.
    messages_per_cycle: Option<f64>,
}

const BEST: &str = "best k";
/// The same between the points, for the lines only.
const BETWEEN: &str = "best k, between";
pub(crate) const SIGMA: &str = "σ-bounded";
pub(crate) const EXACT: &str = "N-bounded, exact";
pub(crate) const F_O: &str = "f_o";
pub(crate) const F_A: &str = "f_a";
pub(crate) const F_W: &str = "f_w";

/// The rows of each (bits, target), with the best k and with each of `hashes` for all models; behind them those of the
/// (bits, target) `between`, with the best k.
pub(crate) fn compute(
    cases: &[(u64, f64)],
    hashes: &[u64],
    between: &[(u64, f64)],
    context: &Context,
) -> Result<Vec<Row>, AnyError> {
    let choices = once(None).chain(hashes.iter().copied().map(Some));
    let points = iproduct!(cases.iter().copied(), choices);
    let rows = context.rows(points, |((bits, target), hashes)| capacities(bits, Target::new(target)?, hashes))?;
    let lines = context.rows(between.iter().copied(), |(bits, target)| {
        let rows = capacities(bits, Target::new(target)?, None)?.into_iter();
        Ok(rows.map(|row| Row { choice: BETWEEN.to_owned(), ..row }).collect())
    })?;
    Ok(rows.into_iter().chain(lines).flatten().collect())
}

/// The messages that a formula allows at a target.
type Formula = fn(Shape, Target) -> Result<u64, Refused>;

fn capacities(bits: u64, target: Target, hashes: Option<u64>) -> Result<Vec<Row>, AnyError> {
    let sampling = Sampling::WithReplacement;
    let choice = hashes.map_or(BEST.to_owned(), |hashes| format!("k = {hashes}"));
    let sigma = plan_sigma_bounded(bits, sampling, Phases::One, target, hashes, &Budget::default())?;
    let row = |model: &str, plan: Plan| Row {
        bits,
        target: target.rate(),
        choice: choice.clone(),
        model: model.to_owned(),
        hashes: plan.hashes,
        limit: plan.bound.value(),
        capacity: plan.messages_per_cycle,
        relative_capacity: plan.messages_per_cycle / sigma.messages_per_cycle,
        average_rate: Some(plan.rate),
        messages_per_cycle: Some(plan.messages_per_cycle),
    };
    let exact = plan_n_bounded(bits, sampling, target, hashes, &Budget::default())?;
    let mut rows = vec![row(SIGMA, sigma), row(EXACT, exact)];
    let by_formula: [(&str, Formula); 3] = [
        (F_A, |shape, target| Ok(published_bound_capacities(shape, target)?.1)),
        (F_O, |shape, target| Ok(published_bound_capacities(shape, target)?.0)),
        (F_W, |shape, target| Ok(worst_case_capacity(shape, target))),
    ];
    for (model, formula) in by_formula {
        let (shape, messages) = best(bits, hashes, |shape| formula(shape, target))?;
        // beyond the bound the filter can fill up, and a cycle may never end
        let real = match NBounded::new(shape, messages) {
            Ok(filter) => Some(n_bounded_rate(filter, &Budget::default())?.0),
            Err(_) => None,
        };
        rows.push(Row {
            model: model.to_owned(),
            hashes: shape.hashes(),
            limit: messages,
            capacity: messages as f64,
            relative_capacity: messages as f64 / sigma.messages_per_cycle,
            average_rate: real.as_ref().map(|rates| rates.exact),
            messages_per_cycle: real.map(|rates| rates.messages_per_cycle),
            ..rows[0].clone()
        });
    }
    Ok(rows)
}

/// The number of hash functions with the largest capacity; among equals the one with the lowest worst case.
fn best(
    bits: u64,
    hashes: Option<u64>,
    capacity: impl Fn(Shape) -> Result<u64, Refused>,
) -> Result<(Shape, u64), AnyError> {
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

impl Row {
    pub(crate) fn bits(&self) -> f64 {
        self.bits as f64
    }

    pub(crate) fn target(&self) -> f64 {
        self.target
    }
}
