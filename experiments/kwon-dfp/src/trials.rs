//! Trials of the filters, kept in the figure's store.

use bloomlab_deletable::Parameters;
use bloomlab_filters::{Scheme, Source};
use bloomlab_occupancy::Sampling;
use bloomlab_simulation::{
    CONFIDENCE, DeletablePoint, DeletableTrial, Estimate, SimulationError, StreamKey, Task, run, simulate_deletable,
};
use bloomlab_workbench::{AnyError, Context};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Part of the keys of all random streams: a point has the same trials in every figure with the same seed.
const EXPERIMENT: &str = "kwon-dfp";

/// `epochs` trials of each point. The store keeps all trials of a point in one file: fewer and larger files.
pub(crate) fn simulate(
    points: &[Parameters],
    epochs: u64,
    context: &Context,
) -> Result<Vec<Vec<DeletableTrial>>, AnyError> {
    let jobs: Vec<(DeletablePoint, u64)> = points.iter().map(|p| (point(p), epochs)).collect();
    let task = Task { experiment: EXPERIMENT, version: "1", seed: context.seed, points: &jobs, epochs: 1 };
    let all_trials = |&(point, epochs): &(DeletablePoint, u64), _: &StreamKey| {
        let trial = |epoch| simulate_deletable(&point, &StreamKey::new(EXPERIMENT, context.seed, &point, epoch)?);
        (0..epochs).map(trial).collect::<Result<Vec<_>, _>>()
    };
    Ok(run_stored(&task, context, all_trials)?.into_iter().flatten().collect())
}

/// `epochs` trials of each point, of the figure's own kind. `experiment` names them in the keys of their streams.
pub(crate) fn simulate_with<T: Serialize + DeserializeOwned + Send>(
    trial: impl Fn(&DeletablePoint, &StreamKey) -> Result<T, SimulationError> + Sync,
    experiment: &str,
    points: &[Parameters],
    epochs: u64,
    context: &Context,
) -> Result<Vec<Vec<T>>, AnyError> {
    let points: Vec<DeletablePoint> = points.iter().map(point).collect();
    run_stored(&Task { experiment, version: "1", seed: context.seed, points: &points, epochs }, context, trial)
}

fn run_stored<P: Serialize + Sync, T: Serialize + DeserializeOwned + Send>(
    task: &Task<P>,
    context: &Context,
    trial: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, AnyError> {
    let progress = context.steps(task.points.len() as u64 * task.epochs);
    Ok(run(task, Some(&context.store), &progress, trial)?)
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
pub(crate) fn estimate(measured: impl Iterator<Item = f64>) -> Result<Estimate, AnyError> {
    Ok(Estimate::of(&measured.collect::<Vec<_>>(), CONFIDENCE)?)
}
