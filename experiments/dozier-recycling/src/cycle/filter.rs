//! One phase or two at the same memory and average rate: traced, and the distribution of the set bits.

use super::Parameters;
use crate::prelude::*;

pub(super) struct Filter {
    pub(super) phases: Phases,
    /// The filter, or each of the two.
    pub(super) each: SigmaBounded,
    pub(super) average_rate: f64,
    pub(super) messages_per_cycle: f64,
}

/// Numbers of set bits that are counted together.
#[derive(Clone, Copy)]
pub(super) struct Bin {
    pub(super) from: u64,
    pub(super) to: u64,
}

impl Filter {
    /// The filter with the most messages in `memory` bits at a rate of at most the target.
    pub(super) fn new(memory: u64, target: Target, phases: Phases) -> Result<Self, AnyError> {
        let sampling = Sampling::WithReplacement;
        let plan = plan_sigma_bounded(memory, sampling, phases, target, None, &Budget::default())?;
        let (hashes, sigma) = (plan.hashes, plan.bound.value());
        let each = match phases {
            Phases::One => SigmaBounded::new(Shape::new(memory, hashes, sampling)?, sigma)?,
            Phases::Two => TwoPhase::new(memory, hashes, sampling, sigma)?.each(),
        };
        Ok(Self { phases, each, average_rate: plan.rate, messages_per_cycle: plan.messages_per_cycle })
    }

    /// What the first messages of a whole cycle after the warm-up find.
    pub(super) fn whole_cycles(&self, p: &Parameters, seed: u64) -> Result<Vec<Found>, AnyError> {
        let found = self.trace(p.warm_up + p.drawn + 10 * self.messages_per_cycle as u64, seed, 0)?;
        let warm = found.into_iter().skip(p.warm_up as usize).skip_while(|found| !found.recycles);
        let trace: Vec<Found> = warm.skip(1).take(p.drawn as usize).collect();
        if trace.len() < p.drawn as usize {
            return Err("a cycle of ten times the usual length".into());
        }
        Ok(trace)
    }

    /// π: the probability that a new message finds 0, 1, … σ bits set.
    pub(super) fn law(&self) -> Vec<f64> {
        stationary(&Double, self.each)
    }

    /// The same simulated, in the mean over each bin. Epochs end evenly spread over a cycle.
    pub(super) fn simulated_law(&self, p: &Parameters, context: &Context) -> Result<Vec<(Bin, Estimate)>, AnyError> {
        let bins: Vec<Bin> = (0..=self.each.sigma())
            .step_by(p.bin as usize)
            .map(|from| Bin { from, to: (from + p.bin - 1).min(self.each.sigma()) })
            .collect();
        let epochs = context.rows(1..=p.epochs, |epoch| {
            let later = (self.messages_per_cycle * epoch as f64 / p.epochs as f64) as u64;
            let found = self.trace(p.warm_up + later + p.messages, context.seed, epoch)?;
            let mut counts = vec![0_u64; bins.len()];
            for found in &found[(p.warm_up + later) as usize..] {
                counts[(found.set / p.bin) as usize] += 1;
            }
            Ok(counts)
        })?;
        let share = |i: usize| {
            let states = (bins[i].to - bins[i].from + 1) * p.messages;
            let shares: Vec<f64> = epochs.iter().map(|counts| counts[i] as f64 / states as f64).collect();
            Ok((bins[i], Estimate::of(&shares, CONFIDENCE)?))
        };
        (0..bins.len()).map(share).collect()
    }

    fn trace(&self, messages: u64, seed: u64, epoch: u64) -> Result<Vec<Found>, AnyError> {
        let design = design(self.phases, self.each.shape(), Bound::Sigma(self.each.sigma()));
        let key = StreamKey::new("cycle", seed, &design, epoch)?;
        Ok(trace_recycling(&design, messages, &key)?)
    }
}
