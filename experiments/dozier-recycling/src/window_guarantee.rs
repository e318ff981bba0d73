//! What one phase and two forget, how far back two phases never forget, and what they deny at once.

mod claims;
mod filter;
mod view;

use crate::prelude::*;
pub(crate) use claims::claims;
use filter::{DROPPING, Filter, ONE_PHASE};
pub(crate) use view::{draw, facts};

#[derive(Serialize, Deserialize)]
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
    let far: Vec<(&Filter, u64)> = p.far.of(filters.iter().filter(|filter| is_far(filter.name)));
    let near: Vec<(&Filter, u64)> = p.near.of(filters.iter());
    let streams = [p.far.streams("forgetting", &far), p.near.streams("window-guarantee", &near)];
    let tallies = simulate_all(context, &streams, simulate_forgetting)?;
    let models = filters.iter().flat_map(|filter| filter.model.iter().map(move |model| row(filter, model, None)));
    let mut rows: Vec<Row> = models.collect();
    for ((filter, distance), tallies) in zip(far.into_iter().chain(near), tallies.into_iter().flatten()) {
        rows.push(row(filter, &filter.model[distance as usize], Some(estimate(&tallies)?)));
    }
    Ok(rows)
}

/// Whether a filter is followed to far distances as well.
fn is_far(name: &str) -> bool {
    [ONE_PHASE, DROPPING].contains(&name)
}

impl Distances {
    /// Some filters at each distance that is simulated.
    fn of<'a>(&self, filters: impl Iterator<Item = &'a Filter>) -> Vec<(&'a Filter, u64)> {
        iproduct!(filters, (self.offset..=self.farthest).step_by(self.step as usize)).collect()
    }

    fn streams<'a>(&self, name: &'a str, simulated: &[(&Filter, u64)]) -> Streams<'a, ForgettingPoint> {
        let point = |&(filter, distance): &(&Filter, u64)| {
            let (warm_up, distances) = (self.warm_up.max(distance), vec![distance]);
            let point = ForgettingPoint { filter: design_of(filter.variant), distances, warm_up, length: self.counted };
            (point, filter.average.messages_per_cycle)
        };
        Streams { name, seed: self.seed, points: simulated.iter().map(point).collect(), epochs: self.epochs }
    }
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
