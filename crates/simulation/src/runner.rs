//! Runs the epochs of many points in parallel.

use rayon::prelude::*;
use serde::Serialize;

use crate::{SimulationError, StreamKey};

/// Some epochs of each of some points.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a, P> {
    /// Name of the experiment: part of the streams' keys, so that experiments do not share streams.
    pub experiment: &'a str,
    /// The seed of the experiment.
    pub seed: u64,
    /// The points: everything that an epoch depends on, except its random stream, must be in them.
    pub points: &'a [P],
    /// Epochs of each point.
    pub epochs: u64,
}

/// Simulates all epochs of all points on the current rayon pool, and returns them by point and epoch. The result does not
/// depend on the number of threads.
pub fn run<P: Serialize + Sync, T: Send>(
    task: &Task<P>,
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, SimulationError> {
    let one = |point: &P, number| epoch(point, &StreamKey::new(task.experiment, task.seed, point, number)?);
    let of_point = |point| (0..task.epochs).into_par_iter().map(move |number| (point, number));
    let jobs: Vec<(&P, u64)> = task.points.par_iter().flat_map(of_point).collect();
    let mut results =
        jobs.into_par_iter().map(|(point, number)| one(point, number)).collect::<Result<Vec<_>, _>>()?.into_iter();
    Ok(task.points.iter().map(|_| results.by_ref().take(task.epochs as usize).collect()).collect())
}
