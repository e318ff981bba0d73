//! The transitions of a small filter, forwards and, if a message overflows, backwards: retaining and non-retaining.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Number, Sampling, Shape, distinct};
use bloomlab_recycling::{SigmaBounded, published_transition_matrix, transitions};
use bloomlab_tables::{Result, Run, ensure};
use serde::{Deserialize, Serialize};

use crate::enumerated::positions_name;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    hashes: u64,
    sigma: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// forward, which both variants have; retaining or non-retaining, backward.
    variant: &'static str,
    from: u64,
    to: u64,
    probability: f64,
    exact: String,
    /// The papers' probability: their column for state 0, and for the retaining filter their eq. 10.
    published: String,
    positions: &'static str,
}

pub(crate) fn compute(p: &Parameters, _: &Run) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for positions in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let filter = SigmaBounded::new(Shape::new(p.bits, p.hashes, positions)?, p.sigma)?;
        rows.extend(forward(filter)?);
        rows.extend(backward(filter)?);
    }
    Ok(rows)
}

fn row(variant: &'static str, filter: SigmaBounded, from: u64, to: u64, exact: &Rational, published: &Rational) -> Row {
    let (probability, positions) = (exact.to_f64(), positions_name(filter.shape().sampling()));
    Row { variant, from, to, probability, exact: exact.to_string(), published: published.to_string(), positions }
}

/// The transitions within the threshold, equal to those published.
fn forward(filter: SigmaBounded) -> Result<Vec<Row>> {
    let (a, sigma) = (Rationals, filter.sigma());
    let mut rows = Vec::new();
    for (from, published) in (0..).zip(published_transition_matrix(&a, filter)) {
        let forward = transitions(&a, filter.shape(), from);
        for (to, probability) in (from..=sigma).zip(&forward) {
            // no message leads from the empty filter back to state 0, so the matrix can be compared there as well
            let published = &published[to as usize];
            ensure!(published == probability, "the published matrix differs at ({from}, {to})");
            if *probability != a.zero() {
                rows.push(row("forward", filter, from, to, probability, published));
            }
        }
    }
    Ok(rows)
}

/// The transitions beyond the threshold, with those of the papers.
fn backward(filter: SigmaBounded) -> Result<Vec<Row>> {
    let (a, shape, sigma) = (Rationals, filter.shape(), filter.sigma());
    let published = published_transition_matrix(&a, filter);
    let distinct = distinct::positions(&a, shape);
    let mut rows = Vec::new();
    let mut push = |variant, (from, to), probability: Rational, published: Rational| {
        if probability != a.zero() || published != a.zero() {
            rows.push(row(variant, filter, from, to, &probability, &published));
        }
    };
    for from in (sigma + 1).saturating_sub(shape.hashes())..=sigma {
        let fitting = (sigma - from) as usize + 1;
        let beyond = |row: Vec<Rational>| a.sum(row.into_iter().skip(fitting));
        let overflow = beyond(transitions(&a, shape, from));
        push("non-retaining", (from, 0), overflow, published[from as usize][0].clone());
        for to in 1..=shape.hashes().min(sigma) {
            // of `to` distinct positions more hit clear bits than fit
            let distinct_message = Shape::new(shape.bits(), to, Sampling::WithoutReplacement)?;
            let overflow = beyond(transitions(&a, distinct_message, from));
            let product = published[from as usize][0].clone() * &published[0][to as usize];
            push("retaining", (from, to), distinct[to as usize].clone() * overflow, product);
        }
    }
    Ok(rows)
}
