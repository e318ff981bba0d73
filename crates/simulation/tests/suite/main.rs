//! All integration tests of the simulations, in one binary. Intervals have the confidence 1 − 1e-6.

mod deletable;
mod recycling;
mod runner;
mod trace;
mod window;

use bloomlab_simulation::{Estimate, SimulationError, StreamKey, run};

/// The epochs of one point.
fn epochs<P: serde::Serialize + Sync, T: Send>(
    (experiment, seed): (&str, u64),
    point: P,
    epochs: u64,
    epoch: impl Fn(&P, &StreamKey) -> Result<T, SimulationError> + Sync,
) -> Vec<T> {
    run(experiment, seed, &[point], epochs, epoch).unwrap().remove(0)
}

/// The mean of a number of each epoch.
fn estimate<T>(epochs: &[T], value: impl Fn(&T) -> f64) -> Estimate {
    Estimate::of(&epochs.iter().map(value).collect::<Vec<f64>>(), 1.0 - 1e-6).unwrap()
}
