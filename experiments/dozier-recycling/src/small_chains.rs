//! What the papers say of their chain, in every small filter: hash outcomes enumerated, chains solved in rationals.

mod claims;
mod one_filter;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
pub(crate) use view::{draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// Every M up to this, and every σ ≤ M.
    bits: u64,
    /// Every k up to this.
    hashes: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    sigma: u64,
    positions: String,
    retention: String,
    /// States 0 … σ that an empty filter never reaches.
    never_entered: u64,
    /// Of the states that it returns to for ever.
    period: u64,
    /// Whether a cycle ends.
    ends: bool,
    /// π_0, and Σ π_i over 0 < i < k.
    empty_probability: f64,
    below_k_probability: f64,
    /// The largest error of the papers' recipe for distinct positions: π_i = 0 below k, eq. 15 above.
    recipe_error: Option<f64>,
    /// States outside σ − k + 1 … σ where a message can cause a reset, and states among those where none can.
    resets_elsewhere: u64,
    resets_missing: u64,
    /// States i at which (i/M)^k is not the share of messages that set no bit.
    power_differs: u64,
    /// The fewest and the most bits with which a cycle begins.
    #[serde(rename = "lowest_restart,highest_restart")]
    restarts: Option<(u64, u64)>,
    /// States from which the largest one reached without a reset is not min(i + k, σ).
    farthest_differs: u64,
    /// The fewest and the most bits of a filter at the moment it is frozen, before the overflowing message.
    #[serde(rename = "fewest_frozen,most_frozen")]
    frozen: Option<(u64, u64)>,
    /// E\[N_0\]: from the dense solve, by eq. 23 with 0 beyond σ, and as printed with 0 from σ on.
    #[serde(rename = "messages,messages_by_recursion,messages_printed")]
    messages: Option<(f64, f64, f64)>,
    /// Steps of C(i+1, k) = C(i, k)(i + 1)/(i + 1 − k), i < σ: those that are right, those that divide by zero, all.
    #[serde(rename = "recurrence_right,recurrence_undefined,recurrence_steps")]
    recurrence: Option<(u64, u64, u64)>,
}

impl Row {
    fn has(&self, positions: Sampling, reset: Reset) -> bool {
        self.positions == positions_name(positions) && self.retention == reset.name()
    }
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.bits > 10 || p.hashes > 4 {
        let (bits, hashes) = (p.bits, p.hashes);
        return Err(format!("bits = {bits}, hashes = {hashes}: needs at most 10 bits, 4 hash functions").into());
    }
    let filters = filters(p.bits, p.hashes)?;
    context.rows(filters, |(shape, sigma, reset)| one_filter::row(shape, sigma, reset, one_filter::by_recursion))
}

/// Every filter of up to `bits` bits and `hashes` hash functions, with every threshold.
fn filters(bits: u64, hashes: u64) -> Result<Vec<(Shape, u64, Reset)>, OutOfDomain> {
    let mut filters = Vec::new();
    for (shape, reset) in iproduct!(shapes(bits, hashes)?, Reset::ALL) {
        // the retained message must fit
        let from = if reset == Reset::Retain { shape.hashes() } else { 0 };
        filters.extend((from..=shape.bits()).map(|sigma| (shape, sigma, reset)));
    }
    Ok(filters)
}
