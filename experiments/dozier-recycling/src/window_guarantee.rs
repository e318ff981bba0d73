//! What one phase and two forget, how far back two phases never forget, and what they deny at once.

mod claims;
mod filter;
mod view;

use std::iter::zip;

use bloomlab_occupancy::Target;
use bloomlab_recycling::Forgetting;
use bloomlab_simulation::{CONFIDENCE, Estimate, ForgettingPoint, ForgettingTally, simulate_forgetting};
use bloomlab_workbench::figure::*;
pub(crate) use claims::claims;
use filter::{DROPPING, Filter, ONE_PHASE};
use itertools::iproduct;
pub(crate) use view::{draw, facts};

use crate::simulated::{design_of, simulate};
use crate::spread::Spread;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M in all; two filters share it equally.
    bits: u64,
    /// The average false-positive rate that is kept.
    target: f64,
    /// Of every filter.
    near: Distances,
    /// Of one phase, and of two that drop.
    far: Distances,
}

/// Reuse distances, with the seed of their random streams.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Distances {
    seed: u64,
    /// The largest.
    farthest: u64,
    /// The first that is simulated, and the steps from there.
    offset: u64,
    step: u64,
    epochs: u64,
    /// New messages counted in an epoch.
    counted: u64,
    /// New messages before that.
    warm_up: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    phases: u64,
    hashes: u64,
    /// Of each filter.
    sigma: u64,
    average_rate: f64,
    messages_per_cycle: f64,
    /// The largest distance without any false negative, whatever the positions.
    guaranteed_distance: Option<u64>,
    series: String,
    /// New messages between two arrivals of the message.
    distance: u64,
    false_negative_rate: f64,
    #[serde(rename = "lower,upper,standard_error,epochs")]
    spread: Option<Spread>,
    model: f64,
    /// The probability that no filter holds it any more.
    cleared: f64,
}

impl Row {
    fn simulated(&self) -> Option<Interval> {
        Some(self.spread?.around(self.false_negative_rate))
    }
}

const MODEL: &str = "model";
const SIMULATED: &str = "simulated";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let target = Target::new(p.target)?;
    let filters = context.rows(Filter::KINDS, |kind| {
        Filter::new(kind, p.bits, target, if is_far(kind.0) { p.far.farthest } else { p.near.farthest })
    })?;
    // both are simulated before either fails, so that a shard has its part of both
    let far = simulated(&p.far, filters.iter().filter(|filter| is_far(filter.name)), "forgetting", context);
    let near = simulated(&p.near, filters.iter(), "window-guarantee", context);
    let models = filters.iter().flat_map(|filter| filter.model.iter().map(move |model| row(filter, model, None)));
    Ok(models.chain(far?).chain(near?).collect())
}

/// Whether a filter is followed to far distances as well.
fn is_far(name: &str) -> bool {
    [ONE_PHASE, DROPPING].contains(&name)
}

/// Some filters at each distance. The random streams have a name.
fn simulated<'a>(
    p: &Distances,
    filters: impl Iterator<Item = &'a Filter>,
    stream: &str,
    context: &Context,
) -> Result<Vec<Row>> {
    let distances = (p.offset..=p.farthest).step_by(p.step as usize);
    let simulated: Vec<_> = iproduct!(filters, distances).collect();
    let point = |&(filter, distance): &(&Filter, u64)| {
        let (warm_up, distances) = (p.warm_up.max(distance), vec![distance]);
        let point = ForgettingPoint { filter: design_of(filter.variant), distances, warm_up, length: p.counted };
        (point, filter.average.messages_per_cycle)
    };
    let points: Vec<_> = simulated.iter().map(point).collect();
    let context = Context { seed: p.seed, ..context.clone() };
    let tallies = simulate(&context, stream, &points, p.epochs, simulate_forgetting)?;
    let rows = zip(simulated, tallies).map(|((filter, distance), tallies)| {
        Ok(row(filter, &filter.model[distance as usize], Some(estimate(&tallies)?)))
    });
    rows.collect()
}

fn estimate(tallies: &[Vec<ForgettingTally>]) -> Result<Estimate> {
    let rates: Option<Vec<f64>> = tallies.iter().flatten().map(ForgettingTally::false_negative_rate).collect();
    Ok(Estimate::of(&rates.ok_or("an epoch without messages")?, CONFIDENCE)?)
}

/// What the model says, or what a simulation found beside it.
fn row(filter: &Filter, model: &Forgetting<f64>, estimate: Option<Estimate>) -> Row {
    let each = filter.variant.each();
    Row {
        filter: filter.name.to_owned(),
        phases: if filter.variant.frozen().is_some() { 2 } else { 1 },
        hashes: each.shape().hashes(),
        sigma: each.bound().value(),
        average_rate: filter.average.rate,
        messages_per_cycle: filter.average.messages_per_cycle,
        guaranteed_distance: filter.variant.guaranteed_distance(),
        series: if estimate.is_some() { SIMULATED } else { MODEL }.to_owned(),
        distance: model.distance,
        false_negative_rate: estimate.map_or(model.false_negative_rate, |estimate| estimate.mean),
        spread: estimate.map(Spread::from),
        model: model.false_negative_rate,
        cleared: model.cleared,
    }
}
