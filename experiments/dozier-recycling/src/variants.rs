//! What becomes of the message that ends a cycle, and how positions are drawn: how much each variant changes one phase and two.

mod claims;
mod one_phase;
mod two_phases;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    one_phase: one_phase::Parameters,
    two_phases: two_phases::Parameters,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    phases: u64,
    /// M, of both filters.
    bits: u64,
    hashes: u64,
    /// σ/M of one phase, but for rounding.
    fill: Option<f64>,
    /// σ or N, of each filter.
    sigma: Option<u64>,
    messages: Option<u64>,
    positions: String,
    retention: String,
    /// Of the frozen filter.
    ending: Option<String>,
    rate: f64,
    messages_per_cycle: f64,
    /// rate / that of the filter of the formulas − 1: non-retaining with replacement, dropping and forgetting.
    relative_difference: f64,
    /// The same of the messages per cycle.
    messages_relative_difference: Option<f64>,
    /// The papers' rule for a retaining filter: rate / exact rate − 1.
    published_error: Option<f64>,
    /// f_A + f_F − f_A f_F, as eq. 26 multiplies.
    product_form: Option<f64>,
    /// Reuse distances up to this one have no false negative at all.
    guaranteed_distance: Option<u64>,
    /// The false-negative rate at reuse distance 0.
    denied_at_once: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let one_phase = one_phase::rows(&p.one_phase, context)?;
    Ok(one_phase.into_iter().chain(two_phases::rows(&p.two_phases, context)?).collect())
}
