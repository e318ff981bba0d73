//! Every route to the numbers of a filter, beside the certified value.

use bloomlab_crosscheck::{crosscheck, deletable_routes, simulated_deletable};
use bloomlab_evaluation::{ArithmeticKind, DeletableMeasure, DeletableValue, reference};

use super::StoredDeletable;
use crate::{Checks, Effort};

/// The seconds that all evaluations may take together, by estimate, for each second that one may take.
const TOGETHER: f64 = 7.0;

impl StoredDeletable {
    /// Every number by every route (finite and exact, positive sums, Poisson, as published), and by a simulation from `seed`. Rates after
    /// deletions only where there are any.
    ///
    /// All evaluations may take seven times as long as one, and seven seconds at least.
    pub fn crosscheck(&self, effort: Effort, digits: usize, seed: u64) -> Vec<(DeletableMeasure, Checks)> {
        let (filter, all, budget) = (&self.parameters, &ArithmeticKind::USUAL, effort.budget_of_seconds(TOGETHER));
        let mut measures = vec![DeletableMeasure::Deletability, DeletableMeasure::Rate];
        measures.extend((filter.deleted() > 0).then_some(DeletableMeasure::RateAfterDeletions));
        let check = |measure| {
            let truth = reference(&DeletableValue(*filter, measure), all, digits, &budget).ok();
            let outcomes = crosscheck(&deletable_routes(filter, measure), all, truth.as_ref(), digits, &budget);
            let simulate = || simulated_deletable(filter, measure, effort.of_one(), seed);
            (measure, Checks::new((truth, outcomes), simulate))
        };
        measures.into_iter().map(check).collect()
    }
}
