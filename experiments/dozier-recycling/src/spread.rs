//! What a table says beside a simulated mean.

use bloomlab_simulation::Estimate;
use bloomlab_workbench::Interval;
use serde::{Deserialize, Serialize};

/// How far a simulated mean may be off: the columns `lower,upper,standard_error,epochs`.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(from = "(f64, f64, f64, u64)", into = "(f64, f64, f64, u64)")]
pub(crate) struct Spread {
    lower: f64,
    upper: f64,
    standard_error: f64,
    epochs: u64,
}

impl Spread {
    /// The mean with its interval.
    pub(crate) fn around(self, mean: f64) -> Interval {
        Interval { value: mean, lower: self.lower, upper: self.upper }
    }
}

impl From<Estimate> for Spread {
    fn from(estimate: Estimate) -> Self {
        let Estimate { standard_error, epochs, .. } = estimate;
        Self { lower: estimate.lower(), upper: estimate.upper(), standard_error, epochs }
    }
}

impl From<(f64, f64, f64, u64)> for Spread {
    fn from((lower, upper, standard_error, epochs): (f64, f64, f64, u64)) -> Self {
        Self { lower, upper, standard_error, epochs }
    }
}

impl From<Spread> for (f64, f64, f64, u64) {
    fn from(spread: Spread) -> Self {
        (spread.lower, spread.upper, spread.standard_error, spread.epochs)
    }
}
