//! Runs the epochs of many points in parallel, and goes on where an earlier run stopped.

use std::{
    ops::ControlFlow,
    path::PathBuf,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

use bloomlab_occupancy::{OutOfDomain, Parameter};
use rayon::prelude::*;
use serde::{Serialize, de::DeserializeOwned};

use crate::{DamagedFile, SimulationError, Store, StreamKey, store::Entry, stream::digest};

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
    /// Epochs asked for, of all points together.
    pub total: u64,
    /// Where this epoch came from.
    pub origin: Origin,
}

/// Where a finished epoch came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was computed.
    Computed,
    /// An earlier run had computed it.
    Stored,
    /// An earlier run had computed it, but its file was damaged; it was computed again and the file replaced.
    Recomputed {
        /// The damaged file.
        path: PathBuf,
        /// What was wrong with it.
        reason: DamagedFile,
    },
}

/// Simulates all epochs of all points on the current rayon pool, and returns them by point and epoch. The result does not
/// depend on the number of threads, nor on what an interrupted run had already stored.
///
/// `progress` is called after every epoch, from any thread; if it breaks, no further epoch is started.
///
/// # Errors
/// [`SimulationError::Interrupted`] if `progress` broke; otherwise the first error met, of an epoch or of the store.
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
    let (finished, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
    let total_epochs = total as u64;
    let one = |job: usize| {
        if stopped.load(Ordering::Relaxed) {
            let finished = finished.load(Ordering::Relaxed);
            return Err(SimulationError::Interrupted { finished, total: total_epochs });
        }
        let (point, number) = (&task.points[job / task.epochs as usize], job as u64 % task.epochs);
        let key = StreamKey::new(task.experiment, task.seed, point, number)?;
        let (result, origin) = recall_or_compute(task.version, store, &key, || epoch(point, &key))?;
        let finished = finished.fetch_add(1, Ordering::Relaxed) + 1;
        if progress(&FinishedEpoch { finished, total: total_epochs, origin }).is_break() && finished < total_epochs {
            stopped.store(true, Ordering::Relaxed);
        }
        Ok(result)
    };
    let results = (0..total).into_par_iter().with_max_len(1).map(one).collect::<Result<Vec<T>, SimulationError>>()?;
    let mut results = results.into_iter();
    Ok(task.points.iter().map(|_| results.by_ref().take(task.epochs as usize).collect()).collect())
}

fn recall_or_compute<T: Serialize + DeserializeOwned>(
    version: &str,
    store: Option<&Store>,
    key: &StreamKey,
    compute: impl FnOnce() -> Result<T, SimulationError>,
) -> Result<(T, Origin), SimulationError> {
    let Some(store) = store else {
        return Ok((compute()?, Origin::Computed));
    };
    let name = digest(&[b"epoch", version.as_bytes(), key.bytes()]);
    let origin = match store.read(&name)? {
        Entry::Found(result) => return Ok((result, Origin::Stored)),
        Entry::Missing => Origin::Computed,
        Entry::Damaged { path, reason } => Origin::Recomputed { path, reason },
    };
    let result = compute()?;
    store.write(&name, &result)?;
    Ok((result, origin))
}
