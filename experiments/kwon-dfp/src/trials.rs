//! Trials of the filters, kept in the figure's store.

use bloomlab_deletable::Parameters;
use bloomlab_filters::{Scheme, Source};
use bloomlab_occupancy::Sampling;
use bloomlab_simulation::{
    CONFIDENCE, DeletablePoint, DeletableTrial, Estimate, SimulationError, StreamKey, Task, run, run_by_point,
    simulate_deletable,
};
use bloomlab_workbench::figure::*;
use serde::de::DeserializeOwned;

/// Part of the keys of all random streams: a point has the same trials in every figure with the same seed.
const EXPERIMENT: &str = "kwon-dfp";

/// `epochs` trials of each point. The store keeps all trials of a point in one file: fewer and larger files.
pub(crate) fn simulate(
    points: &[Parameters],
    epochs: u64,
    context: &Context,
) -> Result<Vec<Vec<DeletableTrial>>, AnyError> {
    let points: Vec<DeletablePoint> = points.iter().map(point).collect();
    let task = Task { experiment: EXPERIMENT, version: "1", seed: context.seed, points: &points, epochs };
    Ok(run_by_point(&task, Some(&context.store), &context.steps(points.len() as u64), simulate_deletable)?)
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
    let task = Task { experiment, version: "1", seed: context.seed, points: &points, epochs };
    Ok(run(&task, Some(&context.store), &context.steps(points.len() as u64 * epochs), trial)?)
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
