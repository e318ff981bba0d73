//! One phase, and two with each fate of the message that ends a cycle, in the same memory at the same average rate.

use crate::prelude::*;
/// A filter with its model.
pub(super) struct Filter {
    pub(super) name: &'static str,
    pub(super) variant: Variant,
    pub(super) average: TwoPhaseAverage<f64>,
    /// At reuse distances 0, 1, ….
    pub(super) model: Vec<Forgetting<f64>>,
}

/// What a frozen filter holds of the message that froze it, and what the next cycle starts with.
type Kind = (&'static str, Option<Ending>, Retention);

pub(super) const ONE_PHASE: &str = "one phase";
pub(super) const DROPPING: &str = "two phases, dropping";
pub(super) const RETAINING: &str = "two phases, retaining";
pub(super) const KEEPING: &str = "two phases, keeping";

impl Filter {
    pub(super) const KINDS: [Kind; 4] = [
        (ONE_PHASE, None, Retention::NonRetaining),
        (DROPPING, Some(Ending::Dropping), Retention::NonRetaining),
        (RETAINING, Some(Ending::Dropping), Retention::Retaining),
        (KEEPING, Some(Ending::Keeping), Retention::NonRetaining),
    ];

    /// The filter of the highest threshold whose average rate is at most the target, modelled up to a reuse distance.
    pub(super) fn new(kind: Kind, memory: u64, target: Target, farthest: u64) -> Result<Self, AnyError> {
        let (name, frozen, retention) = kind;
        let (sampling, phases) = (Sampling::WithReplacement, if frozen.is_some() { Phases::Two } else { Phases::One });
        let plan = plan_sigma_bounded(memory, sampling, phases, target, None, &Budget::default())?;
        let shape = match frozen {
            None => Shape::new(memory, plan.hashes, sampling)?,
            Some(_) => TwoPhase::shape_of_each(memory, plan.hashes, sampling)?,
        };
        let variant = |sigma: u64| -> Result<Variant, AnyError> {
            let cycle = Cycle::new(shape, Bound::Sigma(sigma), retention)?;
            Ok(frozen.map_or(Variant::one_phase(cycle), |ending| Variant::two_phases(cycle, ending)))
        };
        let rate = |sigma| Ok::<f64, AnyError>(variant_average(&Double, variant(sigma)?).rate);
        let beyond = search::try_first(shape.hashes(), shape.bits() - 1, |sigma| {
            Ok::<_, AnyError>(rate(sigma)? > target.rate())
        })?;
        let variant = variant(beyond - 1)?;
        let model = variant_forgetting(&Double, variant).take(farthest as usize + 1).collect();
        Ok(Self { name, variant, average: variant_average(&Double, variant), model })
    }
}
