//! Capacity per bit and rate of filters up to 2^40 bits: direct sweep, and extrapolation.

mod extrapolated;
mod routes;
mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// k.
    hashes: u64,
    /// σ/M.
    fill: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// The largest filter that is also swept.
    log2_swept_to: u32,
    /// The smallest filter that is also extrapolated.
    log2_extrapolated_from: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    sigma: u64,
    route: String,
    messages_per_bit: f64,
    rate: f64,
    /// The extrapolation's estimate of its own relative error.
    estimated_error: Option<f64>,
    /// Its relative difference to the sweep, the larger of rate and messages.
    difference_to_sweep: Option<f64>,
    /// Of infinitely many bits.
    limit_messages_per_bit: f64,
    limit_rate: f64,
}

const SWEEP: &str = "sweep";
const EXTRAPOLATION: &str = "extrapolation";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if !(p.fill > 0.0 && p.fill < 1.0) || p.log2_bits_to > 40 || p.log2_swept_to > 28 {
        let Parameters { fill, log2_bits_to, log2_swept_to, .. } = p;
        let given = format!("fill = {fill}, log2_bits_to = {log2_bits_to}, log2_swept_to = {log2_swept_to}");
        return Err(format!("{given}: needs 0 < fill < 1, at most 2^40 bits, at most 2^28 swept").into());
    }
    let rows = context.rows(p.log2_bits_from..=p.log2_bits_to, |log2| routes::rows(p, log2))?;
    Ok(rows.into_iter().flatten().collect())
}
