//! Trials of the filters, kept in the figure's store.

use crate::prelude::*;
use serde::de::DeserializeOwned;

/// Part of the keys of all random streams: a point has the same trials in every figure with the same seed.
const EXPERIMENT: &str = "kwon-dfp";

/// By point and epoch.
type Trials<T> = Vec<Vec<T>>;

/// `epochs` trials of each point. The store keeps all trials of a point in one file: fewer and larger files.
pub(crate) fn simulate(points: &[Parameters], epochs: u64, context: &Context) -> Result<Trials<DeletableTrial>> {
    let points: Vec<DeletablePoint> = points.iter().map(point).collect();
    let task = Task { experiment: EXPERIMENT, version: "1", seed: context.seed, points: &points, epochs };
    Ok(run_by_point(&task, Some(&context.store), &context.steps(points.len() as u64), simulate_deletable)?)
}

/// Points whose trials are of a figure's own kind, and what the keys of their random streams have.
pub(crate) struct Own<'a> {
    pub experiment: &'a str,
    pub seed: u64,
    pub points: &'a [Parameters],
}

/// `epochs` trials of each point, and of each point of the figure's own: all at once, so that shards can share them.
pub(crate) fn simulate_beside<T: Serialize + DeserializeOwned + Send>(
    points: &[Parameters],
    own: Own,
    epochs: u64,
    context: &Context,
    trial: impl Fn(&DeletablePoint, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<(Trials<DeletableTrial>, Trials<T>)> {
    let named = |name, seed| move |p: &Parameters| (name, seed, point(p), epochs);
    let of_filters = points.iter().map(named(EXPERIMENT, context.seed));
    let all: Vec<_> = of_filters.chain(own.points.iter().map(named(own.experiment, own.seed))).collect();
    let task = Task { experiment: "streams", version: "1", seed: context.seed, points: &all, epochs: 1 };
    let of_point = |(name, seed, point, epochs): &(&str, u64, DeletablePoint, u64), _: &StreamKey| {
        let key = |number| StreamKey::new(name, *seed, point, number);
        Ok(match *name {
            EXPERIMENT => (collect(*epochs, |number| simulate_deletable(point, &key(number)?))?, Vec::new()),
            _ => (Vec::new(), collect(*epochs, |number| trial(point, &key(number)?))?),
        })
    };
    let trials = run(&task, Some(&context.store), &context.steps(all.len() as u64), of_point)?;
    let (mut of_filters, mut of_own): (Trials<_>, Trials<_>) = trials.into_iter().flatten().unzip();
    of_filters.truncate(points.len());
    Ok((of_filters, of_own.split_off(points.len())))
}

fn collect<T>(epochs: u64, trial: impl Fn(u64) -> Result<T, SimulationError>) -> Result<Vec<T>, SimulationError> {
    (0..epochs).map(trial).collect()
}

/// Ideal positions, independent and with replacement, as the models assume.
pub(crate) fn point(p: &Parameters) -> DeletablePoint {
    DeletablePoint {
        kind: p.kind(),
        bits: p.bits(),
        hashes: p.hashes(),
        source: Source::Ideal,
        scheme: Scheme::Independent,
        sampling: Sampling::WithReplacement,
        items: p.items(),
        deleted: p.deleted(),
        queries: 0,
    }
}

/// The mean of what each trial measured, with its 99 % interval.
pub(crate) fn estimate(measured: impl Iterator<Item = f64>) -> Result<Estimate> {
    Ok(Estimate::of(&measured.collect::<Vec<_>>(), CONFIDENCE)?)
}
