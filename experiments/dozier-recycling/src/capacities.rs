//! Messages that fit at a target rate, by each of the models.

mod cases;

use std::iter::once;

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Phases, Refused, Sampling, Shape};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{
    Budget, NBounded, Plan, Target, n_bounded_rate, plan_n_bounded, plan_sigma_bounded, published_bound_capacities,
    worst_case_capacity, worst_case_rate,
};
use bloomlab_workbench::{AnyError, Context};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

pub(crate) use cases::{Case, cases};

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
pub(crate) const SIGMA: &str = "σ-bounded";
pub(crate) const EXACT: &str = "N-bounded, exact";
pub(crate) const F_O: &str = "f_o";
pub(crate) const F_A: &str = "f_a";
pub(crate) const F_W: &str = "f_w";

/// The rows of each (bits, target), with the best k and with each of `hashes` for all models.
pub(crate) fn compute(cases: &[(u64, f64)], hashes: &[u64], context: &Context) -> Result<Vec<Row>, AnyError> {
    let choices = once(None).chain(hashes.iter().copied().map(Some));
    let points = iproduct!(cases.iter().copied(), choices);
    let rows = context.rows(points, |((bits, target), hashes)| capacities(bits, Target::new(target)?, hashes))?;
    Ok(rows.into_iter().flatten().collect())
}

/// The messages that a formula allows at a target.
type Formula = fn(Shape, Target) -> Result<u64, Refused>;

fn capacities(bits: u64, target: Target, hashes: Option<u64>) -> Result<Vec<Row>, AnyError> {
    let sampling = Sampling::WithReplacement;
    let choice = hashes.map_or(BEST.to_owned(), |hashes| format!("k = {hashes}"));
    let sigma = plan_sigma_bounded(bits, sampling, Phases::One, target, hashes, &mut Budget::default())?;
    let row = |model: &str, plan: Plan| Row {
        bits,
        target: target.rate(),
        choice: choice.clone(),
        model: model.to_owned(),
        hashes: plan.hashes,
        limit: plan.limit.value(),
        capacity: plan.messages_per_cycle,
        relative_capacity: plan.messages_per_cycle / sigma.messages_per_cycle,
        average_rate: Some(plan.rate),
        messages_per_cycle: Some(plan.messages_per_cycle),
    };
    let exact = plan_n_bounded(bits, sampling, target, hashes, &mut Budget::default())?;
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
            Ok(filter) => Some(n_bounded_rate(filter)?.0),
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

/// Relative capacities with the best k. A second panel leaves out the worst case, which would hide how the others differ.
pub(crate) fn draw(rows: &[Row], x: &Axis, along: impl Fn(&Row) -> f64) -> Result<Picture, AnyError> {
    let curve = |model: &&str| {
        let chosen = rows.iter().filter(|row| row.choice == BEST && row.model == *model);
        let points = chosen.map(|row| Point::new(along(row), row.relative_capacity));
        Series::new(*model, Mark::Line, points)
    };
    let panel = |title: &str, models: &[&str]| {
        Panel::new(
            x.clone(),
            Axis::new("expected message capacity / that of f_σ¹", Scale::Linear),
            models.iter().map(curve),
        )
        .titled(title)
    };
    let panels = vec![
        panel("(a) With the worst case", &[SIGMA, EXACT, F_A, F_O, F_W]),
        panel("(b) Without it", &[SIGMA, EXACT, F_A, F_O]),
    ];
    Ok(LineFigure::new(panels).draw()?)
}

impl Row {
    pub(crate) fn bits(&self) -> f64 {
        self.bits as f64
    }

    pub(crate) fn target(&self) -> f64 {
        self.target
    }
}
