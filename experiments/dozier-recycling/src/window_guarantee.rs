//! What one phase and two forget, how far back two phases never forget, and what they deny at once.

mod view;

use crate::kinds::{DROPPING, KEEPING, ONE_PHASE, RETAINING, look};
use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

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
        Some(around(self.false_negative_rate, self.spread?))
    }
}

const MODEL: &str = "model";
const SIMULATED: &str = "simulated";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let target = Target::new(p.target)?;
    let filters = context.rows(Filter::KINDS, |kind| {
        Filter::new(kind, p.bits, target, if is_far(kind.0) { p.far.farthest } else { p.near.farthest })
    })?;
    let far = p.far.of(filters.iter().filter(|filter| is_far(filter.name)));
    let near = p.near.of(filters.iter());
    let streams = [p.far.streams("forgetting", &far), p.near.streams("window-guarantee", &near)];
    let tallies = simulate_all(context, &streams, simulate_forgetting)?;
    let models = filters.iter().flat_map(|filter| filter.model.iter().map(move |model| row(filter, model, None)));
    let mut rows = models.collect_vec();
    for ((filter, distance), tallies) in zip(far.into_iter().chain(near), tallies.into_iter().flatten()) {
        let estimate = mean(&tallies.concat(), ForgettingTally::false_negative_rate)?;
        rows.push(row(filter, &filter.model[distance as usize], Some(estimate)));
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

/// What the model says, or what a simulation found beside it.
fn row(filter: &Filter, model: &Forgetting<f64>, estimate: Option<Estimate>) -> Row {
    let each = filter.variant.each();
    Row {
        filter: filter.name.to_owned(),
        phases: number_of(phases(filter.variant.frozen())),
        hashes: each.shape().hashes(),
        sigma: each.bound().value(),
        average_rate: filter.average.rate,
        messages_per_cycle: filter.average.messages_per_cycle,
        guaranteed_distance: filter.variant.guaranteed_distance(),
        series: if estimate.is_some() { SIMULATED } else { MODEL }.to_owned(),
        distance: model.distance,
        false_negative_rate: estimate.map_or(model.false_negative_rate, |estimate| estimate.mean),
        spread: estimate.map(spread),
        model: model.false_negative_rate,
        cleared: model.cleared,
    }
}

/// A filter with its model.
struct Filter {
    name: &'static str,
    variant: Variant,
    average: TwoPhaseAverage<f64>,
    /// At reuse distances 0, 1, ….
    model: Vec<Forgetting<f64>>,
}

/// What a frozen filter holds of the message that froze it, and what the next cycle starts with.
type Kind = (&'static str, Option<Ending>, Retention);

impl Filter {
    const KINDS: [Kind; 4] = [
        (ONE_PHASE, None, Retention::NonRetaining),
        (DROPPING, Some(Ending::Dropping), Retention::NonRetaining),
        (RETAINING, Some(Ending::Dropping), Retention::Retaining),
        (KEEPING, Some(Ending::Keeping), Retention::NonRetaining),
    ];

    /// The filter of the highest threshold whose average rate is at most the target, modelled up to a reuse distance.
    fn new((name, frozen, retention): Kind, memory: u64, target: Target, farthest: u64) -> Result<Self> {
        let plan = planned(memory, phases(frozen), target)?;
        let variant = |sigma| simulated::variant(memory, plan.hashes, frozen, Bound::Sigma(sigma), retention);
        let each = variant(plan.hashes)?.each().shape();
        let beyond = search::try_first(each.hashes(), each.bits() - 1, |sigma| {
            Ok::<_, OutOfDomain>(variant_average(&Double, variant(sigma)?).rate > target.rate())
        })?;
        let variant = variant(beyond - 1)?;
        let model = variant_forgetting(&Double, variant).take(farthest as usize + 1).collect();
        Ok(Self { name, variant, average: variant_average(&Double, variant), model })
    }
}
