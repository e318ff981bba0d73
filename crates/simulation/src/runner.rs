//! Runs the epochs of many points in parallel, and goes on where an earlier run stopped.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use bloomlab_occupancy::{OutOfDomain, Parameter};
use bloomlab_tallies::{digest, on_all_cores};
use serde::{Serialize, de::DeserializeOwned};

use crate::{CONFIDENCE, Estimate, Origin, SimulationError, Store, StreamKey};

/// What is to be simulated: some epochs of each of some points.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, P> {
    /// Name of the experiment: part of the streams' keys, so that experiments do not share streams.
    pub experiment: &'a str,
    /// Version of the code that computes an epoch: part of the stored epochs' keys, not of the streams'. Change it
    /// whenever the code gives other results, so that no epoch of the old code is taken for one of the new.
    pub version: &'a str,
    /// The seed of the experiment.
    pub seed: u64,
    /// The points: all that an epoch depends on besides its random stream must be in them.
    pub points: &'a [P],
    /// Epochs of each point.
    pub epochs: u64,
}

/// What the runner reports after every epoch.
#[derive(Clone, Debug)]
pub struct FinishedEpoch {
    /// Epochs finished so far, this one included, in whatever order they finish.
    pub finished: u64,
    /// Epochs asked for, of all points together; in a shard its own.
    pub total: u64,
    /// Where this epoch came from.
    pub origin: Origin,
}

/// Simulates all epochs of all points on the current rayon pool, and returns them by point and epoch. The result does not
/// depend on the number of threads, nor on what an interrupted run had already stored.
///
/// `progress` is called after every epoch, from any thread; if it breaks, no further epoch is started.
///
/// With the store of a shard only its part is simulated, and the result is the error that says so; with that of a merge nothing
/// is, and all tallies must be in the store.
///
/// # Errors
/// [`SimulationError::Interrupted`] if `progress` broke; [`SimulationError::Store`] at the end of a shard; otherwise the first
/// error met, of an epoch or of the store.
pub fn run<P, T>(
    task: &Task<P>,
    store: Option<&Store>,
    progress: &(dyn Fn(&FinishedEpoch) -> ControlFlow<()> + Sync),
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, SimulationError>
where
    P: Serialize + Sync,
    T: Serialize + DeserializeOwned + Send,
{
    let epochs = usize::try_from(task.epochs).ok();
    let total = epochs.and_then(|epochs| epochs.checked_mul(task.points.len())).ok_or_else(|| {
        OutOfDomain::new(Parameter::Epochs, task.epochs, format!("epochs · {} points < 2^64", task.points.len()))
    })?;
    let key = |job: usize| {
        let (point, number) = (job / task.epochs as usize, job as u64 % task.epochs);
        StreamKey::new(task.experiment, task.seed, &task.points[point], number).map(|key| (point, key))
    };
    let name = |key: &StreamKey| digest(&[b"epoch", task.version.as_bytes(), key.bytes()]);
    let jobs = match store {
        Some(store) => {
            let names = (0..total).map(|job| Ok(name(&key(job)?.1))).collect::<Result<Vec<_>, SimulationError>>()?;
            store.check(&names)?;
            store.jobs(total)
        }
        None => (0..total).collect(),
    };
    let (finished, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let total_epochs = jobs.len() as u64;
    let one = |job: usize| {
        if stopped.load(Ordering::Relaxed) {
            let finished = finished.load(Ordering::Relaxed);
            return Err(SimulationError::Interrupted { finished, total: total_epochs });
        }
        let (point, key) = key(job)?;
        let compute = || epoch(&task.points[point], &key);
        let (result, origin) = match store {
            Some(store) => store.recall(&name(&key), compute)?,
            None => (compute()?, Origin::Computed),
        };
        let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
        if progress(&FinishedEpoch { finished, total: total_epochs, origin }).is_break() && finished < total_epochs {
            stopped.store(true, Ordering::Relaxed);
        }
        Ok(result)
    };
    let results = on_all_cores(jobs.len(), |at| one(jobs[at]))?;
    store.map_or(Ok(()), |store| store.finish(total))?;
    let mut results = results.into_iter();
    Ok(task.points.iter().map(|_| results.by_ref().take(task.epochs as usize).collect()).collect())
}

/// The mean over the epochs of each point of a number that an epoch gives, with its 99 % interval.
///
/// # Errors
/// As [`run`]; fewer than two epochs.
pub fn estimates<P: Serialize + Sync>(
    task: &Task<P>,
    store: Option<&Store>,
    progress: &(dyn Fn(&FinishedEpoch) -> ControlFlow<()> + Sync),
    epoch: impl Fn(&P, &StreamKey) -> Result<f64, SimulationError> + Sync,
) -> Result<Vec<Estimate>, SimulationError> {
    let estimate = |values: Vec<f64>| Ok(Estimate::of(&values, CONFIDENCE)?);
    run(task, store, progress, epoch)?.into_iter().map(estimate).collect()
}

/// The same with one tally for all epochs of a point, for short epochs: fewer and larger files. Progress is reported after every point.
///
/// # Errors
/// As [`run`].
pub fn run_by_point<P, T>(
    task: &Task<P>,
    store: Option<&Store>,
    progress: &(dyn Fn(&FinishedEpoch) -> ControlFlow<()> + Sync),
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, SimulationError>
where
    P: Serialize + Sync,
    T: Serialize + DeserializeOwned + Send,
{
    let Task { experiment, seed, epochs, .. } = *task;
    let points: Vec<(&P, u64)> = task.points.iter().map(|point| (point, epochs)).collect();
    let by_point = Task { experiment, version: task.version, seed, points: &points, epochs: 1 };
    let all = |&(point, epochs): &(&P, u64), _: &StreamKey| {
        on_all_cores(epochs as usize, |number| epoch(point, &StreamKey::new(experiment, seed, point, number as u64)?))
    };
    Ok(run(&by_point, store, progress, all)?.into_iter().flatten().collect())
}
