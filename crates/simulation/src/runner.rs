//! Runs the epochs of many points in parallel.

use rayon::prelude::*;
use serde::Serialize;

use crate::{SimulationError, StreamKey};

/// Simulates `epochs` epochs of each point on the current rayon pool, and returns them by point and epoch. The result does not depend on the
/// number of threads.
///
/// The name of the experiment and its seed are part of the streams' keys. Everything that an epoch depends on, except its random stream, must
/// be in its point.
pub fn run<P: Serialize + Sync, T: Send>(
    experiment: &str,
    seed: u64,
    points: &[P],
    epochs: u64,
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Result<Vec<Vec<T>>, SimulationError> {
    let one = |point: &P, number| epoch(point, &StreamKey::new(experiment, seed, point, number)?);
    let of_point = |point| (0..epochs).into_par_iter().map(move |number| (point, number));
    let jobs: Vec<(&P, u64)> = points.par_iter().flat_map(of_point).collect();
    let mut results =
        jobs.into_par_iter().map(|(point, number)| one(point, number)).collect::<Result<Vec<_>, _>>()?.into_iter();
    Ok(points.iter().map(|_| results.by_ref().take(epochs as usize).collect()).collect())
}
