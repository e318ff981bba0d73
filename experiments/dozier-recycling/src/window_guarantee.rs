//! The messages that one phase and two forget, how far back two phases never forget, and the messages that they deny at once.

use bloomlab_numbers::{Bound, Double, Ending, Refused, Retention, Target, search};
use bloomlab_recycling::{Forgetting, TwoPhaseAverage, Variant, variant_average, variant_forgetting};
use bloomlab_simulation::{ForgettingPoint, ForgettingTally, simulate_forgetting};
use bloomlab_tables::{Estimate, Result, Run, Streams};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::simulated::{
    self, DROPPING, KEEPING, ONE_PHASE, RETAINING, Spread, design_of, epochs, mean, number_of, phases, planned, spread,
};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    /// The average false-positive rate that is kept.
    target: f64,
    /// The distances of every filter.
    near: Distances,
    /// The farther distances of one phase, and of two that drop.
    far: Distances,
}

/// Reuse distances, with the seed of their random streams.
#[derive(Deserialize)]
pub(crate) struct Distances {
    seed: u64,
    /// The largest.
    farthest: u64,
    /// The first that is simulated, and the steps from there.
    offset: u64,
    step: u64,
    epochs: u64,
    counted: u64,
    warm_up: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    filter: &'static str,
    phases: u64,
    hashes: u64,
    sigma: u64,
    average_rate: f64,
    messages_per_cycle: f64,
    /// The largest distance without any false negative, whatever the positions.
    guaranteed_distance: Option<u64>,
    series: &'static str,
    /// New messages between two arrivals of the message.
    distance: u64,
    false_negative_rate: f64,
    #[serde(rename = "lower,upper")]
    spread: Option<Spread>,
    model: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let target = Target::new(p.target)?;
    let filters = run.map(Filter::KINDS, |kind| {
        Filter::new(kind, p.bits, target, if is_far(kind.0) { p.far.farthest } else { p.near.farthest })
    })?;
    let models = filters.iter().flat_map(|filter| filter.model.iter().map(move |model| row(filter, model, None)));
    let mut rows: Vec<Row> = models.collect();
    let far = p.far.of("forgetting", filters.iter().filter(|filter| is_far(filter.name)));
    let near = p.near.of("window-guarantee", filters.iter());
    rows.extend(run.rows(far.chain(near), |(distances, name, filter, distance)| {
        let tallies = distances.simulate(run, name, filter, distance)?;
        let estimate = mean(&tallies.concat(), ForgettingTally::false_negative_rate)?;
        Ok(row(filter, &filter.model[distance as usize], Some(estimate)))
    })?);
    Ok(rows)
}

/// True if a filter is followed to far distances as well.
fn is_far(name: &str) -> bool {
    [ONE_PHASE, DROPPING].contains(&name)
}

impl Distances {
    /// Some filters at each distance that is simulated, with the name of their random streams.
    fn of<'a>(
        &'a self,
        name: &'a str,
        filters: impl Iterator<Item = &'a Filter>,
    ) -> impl Iterator<Item = (&'a Self, &'a str, &'a Filter, u64)> {
        let distances = (self.offset..=self.farthest).step_by(self.step as usize);
        iproduct!(filters, distances).map(move |(filter, distance)| (self, name, filter, distance))
    }

    fn simulate(&self, run: &Run, name: &str, filter: &Filter, distance: u64) -> Result<Vec<Vec<ForgettingTally>>> {
        let point = |later| ForgettingPoint {
            filter: design_of(filter.variant),
            distances: vec![distance],
            warm_up: self.warm_up.max(distance) + later,
            length: self.counted,
        };
        let cycle = filter.average.messages_per_cycle;
        epochs(run, Streams::new(name, self.seed), point, cycle, self.epochs, simulate_forgetting)
    }
}

/// The rate of the model, or the simulated one next to it.
fn row(filter: &Filter, model: &Forgetting<f64>, estimate: Option<Estimate>) -> Row {
    let each = filter.variant.each();
    Row {
        filter: filter.name,
        phases: number_of(phases(filter.variant.frozen())),
        hashes: each.shape().hashes(),
        sigma: each.bound().value(),
        average_rate: filter.average.rate,
        messages_per_cycle: filter.average.messages_per_cycle,
        guaranteed_distance: filter.variant.guaranteed_distance(),
        series: if estimate.is_some() { "simulated" } else { "model" },
        distance: model.distance,
        false_negative_rate: estimate.map_or(model.false_negative_rate, |estimate| estimate.mean),
        spread: estimate.map(spread),
        model: model.false_negative_rate,
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

/// Name, the end of a cycle (one phase has none), and the beginning of the next.
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
        let last = each.bits() - 1;
        let beyond = search::try_least(plan.bound.value(), each.hashes() + 1..=last, |sigma| {
            Ok::<_, Refused>(variant_average(&Double, variant(sigma)?).rate > target.rate())
        })?;
        let variant = variant(beyond.unwrap_or(last) - 1)?;
        let model = variant_forgetting(&Double, variant).take(farthest as usize + 1).collect();
        Ok(Self { name, variant, average: variant_average(&Double, variant), model })
    }
}
