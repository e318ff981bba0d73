//! What a cross-check may take, and what it says.

use std::time::Instant;

use bloomlab_crosscheck::{Estimate, Outcome, SimulationFailure};
use bloomlab_exact::Certified;
use bloomlab_numbers::{Budget, OutOfDomain, Parameter};

/// The time that each evaluation of a cross-check may take, by estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[must_use]
pub struct Effort {
    seconds: f64,
}

impl Effort {
    /// The longest limit that can be asked for: a day.
    pub const MAX_SECONDS: f64 = 86_400.0;

    /// At most `seconds` seconds for each evaluation.
    ///
    /// # Errors
    /// [`OutOfDomain`] unless 0 < seconds ≤ 86400.
    pub fn seconds(seconds: f64) -> Result<Self, OutOfDomain> {
        if seconds > 0.0 && seconds <= Self::MAX_SECONDS {
            return Ok(Self { seconds });
        }
        Err(OutOfDomain::new(Parameter::Seconds, seconds, "a number of seconds above 0, at most 86400"))
    }

    pub(crate) fn of_one(self) -> f64 {
        self.seconds
    }

    /// All evaluations together may take `parts` times as long as one.
    pub(crate) fn budget(self, parts: f64) -> Budget {
        Budget::of_seconds(parts * self.seconds).by_parts(self.seconds)
    }

    /// The same, and `parts` seconds at least.
    pub(crate) fn budget_of_seconds(self, parts: f64) -> Budget {
        Budget::of_seconds(parts * self.seconds.max(1.0)).by_parts(self.seconds)
    }
}

/// One number by every route: every formula in every [usual](bloomlab_evaluation::ArithmeticKind::USUAL) arithmetic, and simulation.
#[derive(Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Checks {
    /// Its certified value, where there is time for it.
    pub truth: Option<Certified>,
    /// Every formula in every arithmetic.
    pub outcomes: Vec<Outcome>,
    /// What simulation says, which shares no formula with the others.
    pub simulated: Result<Estimate, SimulationFailure>,
    /// The time that the simulation took, in seconds.
    pub simulated_in: f64,
}

impl Checks {
    pub(crate) fn new(
        (truth, outcomes): (Option<Certified>, Vec<Outcome>),
        simulate: impl FnOnce() -> Result<Estimate, SimulationFailure>,
    ) -> Self {
        let start = Instant::now();
        let simulated = simulate();
        Self { truth, outcomes, simulated, simulated_in: start.elapsed().as_secs_f64() }
    }
}
