//! How far the papers' bounds lie below the exact N-bounded rate.

mod view;

use std::iter::once;

use bloomlab_occupancy::{Sampling, Shape};
use bloomlab_recycling::{NBoundedRates, NBoundedSweep};
use bloomlab_workbench::figure::*;
use itertools::iproduct;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// k.
    hashes: Vec<u64>,
    /// M where N varies.
    bits: u64,
    /// kN/M where M varies.
    load: f64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Sizes between M and 2M that are computed for the lines.
    between: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    /// N.
    messages: u64,
    exact: f64,
    f_o: f64,
    f_a: f64,
    /// 1 − f_o/exact.
    f_o_shortfall: f64,
    /// 1 − f_a/exact.
    f_a_shortfall: f64,
    /// Whether this is a point of the panel over N, or of that over M, or between its points.
    along: String,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if !(p.load > 0.0 && p.load <= 1.0) || p.log2_bits_to > 20 {
        let (load, log2) = (p.load, p.log2_bits_to);
        return Err(format!("load = {load}, log2_bits_to = {log2}: needs 0 < load ≤ 1, at most 2^20 bits").into());
    }
    // the filter over whose N the bounds are drawn, then those over whose M
    let sizes = once(None).chain((p.log2_bits_from..=p.log2_bits_to).map(|log2| Some(1 << log2)));
    let filters = iproduct!(p.hashes.iter().copied(), sizes);
    let rows = context.rows(filters, |(hashes, size)| match size {
        None => along_n(p.bits, hashes),
        Some(bits) => along_m(bits, hashes, p.load, "M"),
    })?;
    let octaves = (p.log2_bits_to - p.log2_bits_from) * (p.between + 1);
    let is_between = |i: &u32| !i.is_multiple_of(p.between + 1);
    let exponent = |i: u32| f64::from(p.log2_bits_from) + f64::from(i) / f64::from(p.between + 1);
    let sizes = (0..octaves).filter(is_between).map(|i| libm::round(libm::exp2(exponent(i))) as u64);
    let filters = iproduct!(p.hashes.iter().copied(), sizes);
    let lines = context.rows(filters, |(hashes, bits)| along_m(bits, hashes, p.load, "between"))?;
    Ok(rows.into_iter().chain(lines).flatten().collect())
}

/// Every N but the first: nothing is falsely recognised among single messages.
fn along_n(bits: u64, hashes: u64) -> Result<Vec<Row>> {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
    Ok(NBoundedSweep::new(shape).skip(1).map(|rates| row(shape, &rates, "N")).collect())
}

/// The largest N that keeps kN/M within the load.
fn along_m(bits: u64, hashes: u64, load: f64, along: &str) -> Result<Vec<Row>> {
    let shape = Shape::new(bits, hashes, Sampling::WithReplacement)?;
    let messages = ((load * bits as f64 / hashes as f64) as u64).max(2);
    let last = NBoundedSweep::new(shape).take_while(|rates| rates.messages <= messages).last();
    Ok(last.iter().map(|rates| row(shape, rates, along)).collect())
}

fn row(shape: Shape, rates: &NBoundedRates<f64>, along: &str) -> Row {
    let shortfall = |bound: f64| (rates.exact - bound) / rates.exact;
    Row {
        bits: shape.bits(),
        hashes: shape.hashes(),
        messages: rates.messages,
        exact: rates.exact,
        f_o: rates.f_o,
        f_a: rates.f_a,
        f_o_shortfall: shortfall(rates.f_o),
        f_a_shortfall: shortfall(rates.f_a),
        along: along.to_owned(),
    }
}
