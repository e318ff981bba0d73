//! One phase or two in the same memory, at the same average rate.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Bound, Budget, Phases, Sampling, Shape, Target};
use bloomlab_recycling::{
    Forgetting, SigmaBounded, TwoPhase, forgetting_one_phase, forgetting_two_phase, plan_sigma_bounded,
};
use bloomlab_simulation::RecyclingDesign;
use bloomlab_workbench::AnyError;

use crate::simulated::design;

/// A filter with its model.
pub(super) struct Filter {
    pub(super) phases: Phases,
    /// The filter, or each of the two.
    pub(super) each: SigmaBounded,
    pub(super) average_rate: f64,
    pub(super) messages_per_cycle: f64,
    /// At reuse distances 0, 1, ….
    pub(super) model: Vec<Forgetting<f64>>,
}

impl Filter {
    /// The filter with the most messages in `memory` bits at a rate of at most the target, modelled up to a reuse distance.
    pub(super) fn new(memory: u64, target: Target, phases: Phases, farthest: u64) -> Result<Self, AnyError> {
        let sampling = Sampling::WithReplacement;
        let plan = plan_sigma_bounded(memory, sampling, phases, target, None, &Budget::default())?;
        let (hashes, sigma) = (plan.hashes, plan.bound.value());
        let (each, model) = match phases {
            Phases::One => {
                let filter = SigmaBounded::new(Shape::new(memory, hashes, sampling)?, sigma)?;
                (filter, forgetting_one_phase(&Double, filter, farthest))
            }
            Phases::Two => {
                let filters = TwoPhase::new(memory, hashes, sampling, sigma)?;
                (filters.each(), forgetting_two_phase(&Double, filters, farthest))
            }
        };
        let (average_rate, messages_per_cycle) = (plan.rate, plan.messages_per_cycle);
        Ok(Self { phases, each, average_rate, messages_per_cycle, model })
    }

    /// The filter as it is simulated.
    pub(super) fn design(&self) -> RecyclingDesign {
        design(self.phases, self.each.shape(), Bound::Sigma(self.each.sigma()))
    }
}
