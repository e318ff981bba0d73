//! The transitions of a small filter, forwards and, if a message overflows, backwards: retaining and non-retaining.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{Arithmetic, Number, Sampling, Shape, distinct};
use bloomlab_recycling::{SigmaBounded, published_transition_matrix, transitions};
use bloomlab_tables::{Result, Run, ensure};
use serde::{Deserialize, Serialize};

use crate::enumerated::positions_name;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// M.
    bits: u64,
    /// k.
    hashes: u64,
    /// σ.
    sigma: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// forward, which both variants have; retaining or non-retaining, backward.
    variant: String,
    from: u64,
    to: u64,
    probability: f64,
    /// The probability as a fraction.
    exact: String,
    /// The papers' probability: their column for state 0, and for the retaining filter their eq. 10.
    published: String,
    positions: String,
}

const FORWARD: &str = "forward";
const RETAINING: &str = "retaining";
const NON_RETAINING: &str = "non-retaining";

pub(crate) fn compute(p: &Parameters, _: &Run) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for positions in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
        let filter = SigmaBounded::new(Shape::new(p.bits, p.hashes, positions)?, p.sigma)?;
        rows.extend(forward(filter)?);
        rows.extend(backward(filter)?);
    }
    Ok(rows)
}

fn row(filter: SigmaBounded, variant: &str, (from, to): (u64, u64), exact: &Rational, published: &Rational) -> Row {
    Row {
        variant: variant.to_owned(),
        from,
        to,
        probability: exact.to_f64(),
        exact: exact.to_string(),
        published: published.to_string(),
        positions: positions_name(filter.shape().sampling()).to_owned(),
    }
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
                rows.push(row(filter, FORWARD, (from, to), probability, published));
            }
        }
    }
    Ok(rows)
}

/// The transitions beyond the threshold, with the papers' beside them.
fn backward(filter: SigmaBounded) -> Result<Vec<Row>> {
    let (a, shape, sigma) = (Rationals, filter.shape(), filter.sigma());
    let published = published_transition_matrix(&a, filter);
    let distinct = distinct::positions(&a, shape);
    let mut rows = Vec::new();
    let mut push = |variant: &str, ends, probability: Rational, published: Rational| {
        if probability != a.zero() || published != a.zero() {
            rows.push(row(filter, variant, ends, &probability, &published));
        }
    };
    for from in (sigma + 1).saturating_sub(shape.hashes())..=sigma {
        let fitting = (sigma - from) as usize + 1;
        let beyond = |row: Vec<Rational>| a.sum(row.into_iter().skip(fitting));
        let overflow = beyond(transitions(&a, shape, from));
        push(NON_RETAINING, (from, 0), overflow, published[from as usize][0].clone());
        for to in 1..=shape.hashes().min(sigma) {
            // of `to` distinct positions more hit clear bits than fit
            let distinct_message = Shape::new(shape.bits(), to, Sampling::WithoutReplacement)?;
            let overflow = beyond(transitions(&a, distinct_message, from));
            let product = published[from as usize][0].clone() * &published[0][to as usize];
            push(RETAINING, (from, to), distinct[to as usize].clone() * overflow, product);
        }
    }
    Ok(rows)
}
