//! Trials of Bitcoin Core's rolling filter.

use bloomlab_filters::{Hashing, Probe, RollingFilter};
use serde::{Deserialize, Serialize};

use crate::{SimulationError, StreamKey};

/// A rolling filter. Plain parameters, validated when a trial starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RollingPoint {
    /// Positions of two bits, M.
    pub positions: u64,
    /// Hash functions, k.
    pub hashes: u64,
    /// Items of a generation, g.
    pub generation: u64,
}

/// The rate of one filter in the course of a generation, given its labels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RollingTrial {
    /// After the first item, s = 1.
    pub first: f64,
    /// The mean over s = 1 … g.
    pub mean: f64,
    /// After the last item, s = g.
    pub last: f64,
}

/// Generations before the one that is looked at: the first of them has been cleared when that begins.
const BEFORE: u64 = 3;

/// One filter in its fourth generation, with ideal positions.
///
/// # Errors
/// [`SimulationError::Filter`] if the filter cannot be.
pub fn simulate_rolling(point: &RollingPoint, key: &StreamKey) -> Result<RollingTrial, SimulationError> {
    let mut random = key.words();
    let mut filter = RollingFilter::new(point.positions, point.generation, Hashing::ideal(point.hashes, 0))?;
    let locator = *filter.locator();
    let mut item = Probe::default();
    let mut insert = |filter: &mut RollingFilter| {
        locator.draw_into(&mut item, || random.next_word());
        filter.insert_at(&item)
    };
    for _ in 0..BEFORE.saturating_mul(point.generation) {
        insert(&mut filter)?;
    }
    let mut trial = RollingTrial { first: 0.0, mean: 0.0, last: 0.0 };
    for into in 1..=point.generation {
        insert(&mut filter)?;
        trial.last = filter.false_positive_rate();
        trial.mean += trial.last / point.generation as f64;
        if into == 1 {
            trial.first = trial.last;
        }
    }
    Ok(trial)
}
