//! A filter at one load: its models, and trials of the filter itself.

use std::ops::ControlFlow;

use bloomlab_deletable::{Parameters, double, poisson, published};
use bloomlab_filters::{Scheme, Source};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{DeletableKind, Sampling};
use bloomlab_simulation::{
    CONFIDENCE, DeletablePoint, DeletableTrial, Estimate, FinishedEpoch, SimulationError, Store, StreamKey, Task, run,
    simulate_deletable,
};
use bloomlab_workbench::{AnyError, Context};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Part of the keys of all random streams: the same point has the same trials in every figure with the same seed.
const EXPERIMENT: &str = "kwon-dfp";

/// One row of a table.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    pub filter: String,
    pub bits: u64,
    pub hashes: u64,
    /// n, the items that stay.
    pub items: u64,
    /// r, the items inserted and then deleted.
    pub deleted: u64,
    pub cells: u64,
    pub items_per_bit: f64,
    pub exact_deletability: f64,
    pub poisson_deletability: f64,
    /// As printed (D-FP), or as rebuilt from the description (DlBF); the others have none.
    pub published_deletability: Option<f64>,
    pub simulated_deletability: f64,
    pub deletability_lower: f64,
    pub deletability_upper: f64,
    /// How many of the r items could be deleted, in all epochs together.
    pub removed_in_all_epochs: u64,
    pub exact_rate: f64,
    /// For D-FP and DlBF with r = 0 also the published rate.
    pub poisson_rate: f64,
    pub simulated_rate: f64,
    pub rate_lower: f64,
    pub rate_upper: f64,
    pub epochs: u64,
}

/// The rows of some points, `epochs` independent filters each.
pub(crate) fn measure(points: &[Parameters], epochs: u64, context: &Context) -> Result<Vec<Row>, AnyError> {
    let trials = simulate(points, epochs, context)?;
    points.iter().zip(&trials).map(|(point, trials)| row(point, trials)).collect()
}

fn row(p: &Parameters, trials: &[DeletableTrial]) -> Result<Row, AnyError> {
    let deletability = Estimate::of(&deletabilities(trials), CONFIDENCE)?;
    let rate = Estimate::of(&rates(trials), CONFIDENCE)?;
    Ok(Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        deleted: p.deleted(),
        cells: p.cells(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        exact_deletability: double::deletability(p)?,
        poisson_deletability: poisson::deletability(&Double, p),
        published_deletability: published_deletability(p),
        simulated_deletability: deletability.mean,
        deletability_lower: deletability.lower(),
        deletability_upper: deletability.upper(),
        removed_in_all_epochs: trials.iter().map(|trial| trial.removed).sum(),
        exact_rate: double::rate_after_deletions(p)?,
        poisson_rate: poisson::rate_after_deletions(&Double, p),
        simulated_rate: rate.mean,
        rate_lower: rate.lower(),
        rate_upper: rate.upper(),
        epochs: rate.epochs,
    })
}

/// What the literature prints for a filter's deletability, where it prints anything.
pub(crate) fn published_deletability(p: &Parameters) -> Option<f64> {
    match p.kind() {
        DeletableKind::Dfp => Some(published::published_deletability(&Double, p)),
        _ => published::published_dlbf_deletability(&Double, p),
    }
}

/// Share of the items that stayed which could be deleted, by trial.
pub(crate) fn deletabilities(trials: &[DeletableTrial]) -> Vec<f64> {
    trials.iter().filter_map(DeletableTrial::deletability).collect()
}

/// False-positive rate given the final state, by trial.
pub(crate) fn rates(trials: &[DeletableTrial]) -> Vec<f64> {
    trials.iter().map(|trial| trial.false_positive_rate).collect()
}

/// The trials of some points. What the store keeps is all trials of a point together: fewer and larger files.
pub(crate) fn simulate(
    points: &[Parameters],
    epochs: u64,
    context: &Context,
) -> Result<Vec<Vec<DeletableTrial>>, AnyError> {
    let jobs: Vec<(DeletablePoint, u64)> = points.iter().map(|p| (point(p), epochs)).collect();
    context.progress.expect(jobs.len() as u64);
    let store = Store::open(&context.store)?;
    let task = Task { experiment: EXPERIMENT, version: "1", seed: context.seed, points: &jobs, epochs: 1 };
    let advance = |_: &FinishedEpoch| {
        context.progress.advance();
        ControlFlow::Continue(())
    };
    let all_trials = |&(point, epochs): &(DeletablePoint, u64), _: &StreamKey| {
        let trial = |epoch| simulate_deletable(&point, &StreamKey::new(EXPERIMENT, context.seed, &point, epoch)?);
        (0..epochs).map(trial).collect::<Result<Vec<_>, _>>()
    };
    Ok(run(&task, Some(&store), &advance, all_trials)?.into_iter().flatten().collect())
}

/// `epochs` trials of each point, of a kind of their own: `experiment` names them in the keys of their streams.
pub(crate) fn trials_of<T: Serialize + DeserializeOwned + Send>(
    experiment: &str,
    points: &[Parameters],
    epochs: u64,
    context: &Context,
    trial: impl Fn(&DeletablePoint, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, AnyError> {
    let points: Vec<_> = points.iter().map(point).collect();
    context.progress.expect(points.len() as u64 * epochs);
    let store = Store::open(&context.store)?;
    let task = Task { experiment, version: "1", seed: context.seed, points: &points, epochs };
    let advance = |_: &FinishedEpoch| {
        context.progress.advance();
        ControlFlow::Continue(())
    };
    Ok(run(&task, Some(&store), &advance, trial)?)
}

/// Ideal positions, independent and with replacement, as the models have them.
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
