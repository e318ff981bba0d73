//! The recycling filter to build for a target rate.

use std::str::FromStr;

use bloomlab_numbers::{Phases, Refused, Sampling, Shape, Target, within};
use bloomlab_recycling::{MAX_HASHES, Plan, plan_n_bounded, plan_sigma_bounded, plan_worst_case, shape_of_each};
use strum::VariantArray;

use crate::error::Error;

/// When the filter of a plan recycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
#[non_exhaustive]
pub enum RecyclingPolicy {
    /// When a message would raise the set bits above σ: the most messages per cycle.
    SigmaBounded,
    /// After N bit-setting messages, N from the exact average rate.
    NBounded,
    /// After N bit-setting messages, N from the classic rate of the full filter. The true average is far below the target; above a
    /// target of about one half it may exceed it, since bit-setting messages set more bits than others.
    WorstCase,
}

impl RecyclingPolicy {
    /// Every policy, the best first.
    pub const ALL: &[Self] = Self::VARIANTS;
}

impl FromStr for RecyclingPolicy {
    type Err = UnknownPolicy;

    fn from_str(text: &str) -> Result<Self, UnknownPolicy> {
        Self::ALL.iter().copied().find(|policy| policy.to_string() == text).ok_or(UnknownPolicy)
    }
}

/// The text is not a [`RecyclingPolicy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("needs sigma-bounded, n-bounded or worst-case")]
pub struct UnknownPolicy;

/// The question for the best recycling filter at a target rate: its memory, the target, and the parts that are fixed.
///
/// ```
/// let plan = bloomlab::RecyclingPlan::new(1000, 0.01)?.best()?;
/// assert_eq!(plan.hashes, 6);
/// # Ok::<(), bloomlab::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use]
pub struct RecyclingPlan {
    bits: u64,
    target: Target,
    hashes: Option<u64>,
    phases: Phases,
    sampling: Sampling,
}

/// The plan of one policy next to the others.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Planned {
    /// The policy.
    pub policy: RecyclingPolicy,
    /// The filter, or why there is none.
    pub plan: Result<Plan, Error>,
    /// The share of the messages per cycle of the σ-bounded plan that is given away: all of them, 1, without a plan. 0 below 1e-10,
    /// which the models do not resolve; below 0 in a few small filters, in which whole numbers of bits and messages decide.
    pub loss: f64,
}

/// Below it, two numbers of messages per cycle are not distinguished: the relative error of the models.
const RESOLVED: f64 = 1e-10;

impl RecyclingPlan {
    /// One filter of `bits` bits (m) whose average rate is at most `target`, with replacement and as many hash functions as are best.
    /// Domain: 1 ≤ m ≤ 2^63 − 1 and 0 < target < 1.
    pub fn new(bits: u64, target: f64) -> Result<Self, Refused> {
        let sampling = Sampling::WithReplacement;
        Shape::new(bits, 1, sampling)?;
        let (target, hashes, phases) = (Target::new(target)?, None, Phases::One);
        Ok(Self { bits, target, hashes, phases, sampling })
    }

    /// Two filters of half the bits each; only the policy [`RecyclingPolicy::SigmaBounded`] is modelled for them.
    /// Domain: the bits are even.
    pub fn two_phases(self) -> Result<Self, Refused> {
        shape_of_each(self.bits, 1, self.sampling)?;
        Ok(Self { phases: Phases::Two, ..self })
    }

    /// The k positions of a message are distinct.
    pub fn without_replacement(self) -> Self {
        Self { sampling: Sampling::WithoutReplacement, ..self }
    }

    /// `hashes` hash functions (k), and not the best number.
    /// Domain: 1 ≤ k ≤ 512.
    pub fn under(self, hashes: u64) -> Result<Self, Refused> {
        within("hashes", hashes, 1..=MAX_HASHES)?;
        Ok(Self { hashes: Some(hashes), ..self })
    }

    /// The plan with the most messages per cycle: its hash functions and its threshold σ.
    ///
    /// Dozier, Salamatian, Rubenstein, section V-B.
    pub fn best(&self) -> Result<Plan, Error> {
        self.plan(RecyclingPolicy::SigmaBounded)
    }

    /// The plan of a policy.
    pub fn plan(&self, policy: RecyclingPolicy) -> Result<Plan, Error> {
        let Self { bits, target, hashes, phases, sampling } = *self;
        if !self.policies().contains(&policy) {
            let domain = format!("one phase for a plan that is {policy}");
            return Err(Refused::new("phases", 2, domain).into());
        }
        let plan = match policy {
            RecyclingPolicy::SigmaBounded => plan_sigma_bounded(bits, sampling, phases, target, hashes),
            RecyclingPolicy::NBounded => plan_n_bounded(bits, sampling, target, hashes),
            RecyclingPolicy::WorstCase => plan_worst_case(bits, sampling, target, hashes).and_then(|plan| {
                let domain = "a target that a single message keeps";
                plan.ok_or_else(|| Refused::new("target", target.rate(), domain))
            }),
        };
        Ok(plan?)
    }

    /// The policies that are modelled: with two phases the first alone.
    pub fn policies(&self) -> &'static [RecyclingPolicy] {
        match self.phases {
            Phases::One => RecyclingPolicy::ALL,
            Phases::Two => &[RecyclingPolicy::SigmaBounded],
        }
    }

    /// The plans of all [`RecyclingPlan::policies`] and what each loses; another policy than the best may have a refusal in place of its plan.
    pub fn plans(&self) -> Result<Vec<Planned>, Error> {
        let best = self.best()?;
        let planned = |&policy: &RecyclingPolicy| {
            let is_best = policy == RecyclingPolicy::SigmaBounded;
            let plan = if is_best { Ok(best) } else { self.plan(policy) };
            let Ok(mut found) = plan else { return Planned { policy, plan, loss: 1.0 } };
            let mut loss = 1.0 - found.messages_per_cycle / best.messages_per_cycle;
            if loss.abs() < RESOLVED {
                loss = 0.0;
                found.messages_per_cycle = found.messages_per_cycle.min(best.messages_per_cycle);
            }
            Planned { policy, plan: Ok(found), loss }
        };
        Ok(self.policies().iter().map(planned).collect())
    }
}
