//! The rate of a scalable filter over the rate it promised, and its memory, as stages are added: as published, and as libraries build it.

use bloomlab_filters::StageSize;
use bloomlab_formulas::scalable::{FirstTarget, Growth, SliceRule, Stage, bits, promised, rate};
use bloomlab_numbers::Double;
use bloomlab_simulation::{ScalablePoint, simulate_scalable};
use bloomlab_tables::{Interval, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

/// The names of [`FirstTarget`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "FirstTarget", rename_all = "lowercase")]
enum First {
    Published,
    Tightened,
    Whole,
}

#[derive(Deserialize)]
pub(crate) struct Variant {
    #[serde(with = "First")]
    first_target: FirstTarget,
    tightening: f64,
    /// True if slices have n/ln 2 bits, so that they end half full.
    half_full: bool,
}

#[derive(Deserialize)]
pub(crate) struct Parameters {
    promises: Vec<f64>,
    first_items: u64,
    growth: u64,
    /// Stages, all full, up to this.
    most_stages: u64,
    variants: Vec<Variant>,
    simulated: Vec<u64>,
    epochs: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    promise: f64,
    #[serde(with = "First")]
    first_target: FirstTarget,
    tightening: f64,
    half_full: bool,
    stages: u64,
    items: u64,
    bits: u64,
    /// 1 − Π (1 − p_i): if every stage met its target.
    promised: f64,
    rate: f64,
    over_promise: f64,
    bits_per_item: f64,
    /// Bits over those of one filter, log2(1/P)/ln 2 an item.
    over_one_filter: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let points = iproduct!(p.promises.iter().copied(), &p.variants, 1..=p.most_stages);
    run.rows(points, |(promise, variant, stages)| row(p, promise, variant, stages, run))
}

#[expect(clippy::disallowed_methods, reason = "the committed table has the digits of this logarithm")]
fn row(p: &Parameters, promise: f64, variant: &Variant, stages: u64, run: &Run) -> Result<Row> {
    let plan = plan(p, promise, variant, stages)?;
    let is_simulated = promise == p.promises[0] && p.simulated.contains(&stages);
    let simulated = is_simulated.then(|| simulated(&plan, p.epochs, run)).transpose()?;
    let (rate, bits) = (rate(&Double, &plan)?, bits(&plan)?);
    let items: u64 = plan.iter().map(|stage| stage.items).sum();
    let bits_per_item = bits as f64 / items as f64;
    Ok(Row {
        promise,
        first_target: variant.first_target,
        tightening: variant.tightening,
        half_full: variant.half_full,
        stages,
        items,
        bits,
        promised: promised(&plan),
        rate,
        over_promise: rate / promise,
        bits_per_item,
        over_one_filter: -bits_per_item * std::f64::consts::LN_2.powi(2) / promise.ln(),
        simulated,
    })
}

/// The given number of stages, all full.
fn plan(p: &Parameters, promise: f64, variant: &Variant, stages: u64) -> Result<Vec<Stage>> {
    let Variant { first_target, tightening, .. } = *variant;
    let slices = if variant.half_full { SliceRule::HalfFull } else { SliceRule::Published };
    let Parameters { first_items, growth, .. } = *p;
    let items = (0..stages).map(|i| first_items * growth.pow(i as u32)).sum();
    let growth = Growth { first_items, growth, promise, tightening, first_target, slices };
    Ok(growth.stages(items)?)
}

fn simulated(plan: &[Stage], epochs: u64, run: &Run) -> Result<Interval> {
    let size =
        |stage: &Stage| StageSize { slices: stage.hashes, slice_bits: stage.slice_bits, capacity: stage.capacity };
    let items = plan.iter().map(|stage| stage.items).sum();
    let point = ScalablePoint { stages: plan.iter().map(size).collect(), refusing: false, items };
    run.mean(&point, epochs, |random| Ok(simulate_scalable(&point, &random.into())?))
}
