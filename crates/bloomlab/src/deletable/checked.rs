//! Every route to the numbers of a filter, beside the certified value.

use std::time::Instant;

use bloomlab_crosscheck::{Outcome, SimulationFailure, crosscheck, deletable_routes, simulated_deletable};
use bloomlab_evaluation::{ArithmeticKind, DeletableMeasure, DeletableValue, reference};
use bloomlab_exact::Certified;
use bloomlab_occupancy::Budget;
use bloomlab_simulation::Estimate;

use super::StoredDeletable;

/// The seconds that all evaluations may take together, by estimate, for each second that one may take.
const TOGETHER: f64 = 7.0;

/// One number of a filter by every route: finite and exact, positive sums, Poisson, as published, simulation.
#[derive(Debug)]
#[non_exhaustive]
pub struct CheckedMeasure {
    /// The number.
    pub measure: DeletableMeasure,
    /// Its certified value, where there is time for it.
    pub truth: Option<Certified>,
    /// Every formula in every arithmetic.
    pub outcomes: Vec<Outcome>,
    /// What simulation says.
    pub simulated: Result<Estimate, SimulationFailure>,
    /// The time that the simulation took, in seconds.
    pub simulated_in: f64,
}

impl StoredDeletable {
    /// Every route to every number in every [usual](ArithmeticKind::USUAL) arithmetic, and a simulation from `seed`. Rates after
    /// deletions only where there are any.
    ///
    /// An evaluation may take `seconds` seconds, all of them seven times as long (of less than a second, seven seconds).
    pub fn crosscheck(&self, seconds: f64, digits: usize, seed: u64) -> Vec<CheckedMeasure> {
        let budget = Budget::of_seconds(TOGETHER * seconds.max(1.0)).by_parts(seconds);
        let mut measures = vec![DeletableMeasure::Deletability, DeletableMeasure::Rate];
        measures.extend((self.0.deleted() > 0).then_some(DeletableMeasure::RateAfterDeletions));
        let check = |measure| {
            let all = &ArithmeticKind::USUAL;
            let truth = reference(&DeletableValue(self.0, measure), all, digits, &budget).ok();
            let routes = deletable_routes(&self.0, measure);
            let outcomes = crosscheck(&routes, all, truth.as_ref(), digits, &budget);
            let start = Instant::now();
            let simulated = simulated_deletable(&self.0, measure, seconds, seed);
            CheckedMeasure { measure, truth, outcomes, simulated, simulated_in: start.elapsed().as_secs_f64() }
        };
        measures.into_iter().map(check).collect()
    }
}
