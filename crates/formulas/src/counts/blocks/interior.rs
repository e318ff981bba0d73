//! A block by its load j: the moments of f, the share of its queries that it reports given its bits, and what follows for the filter.

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, TooLarge};

use super::BlockMoments;
use crate::blocked::{BlockedLoad, Part};
use crate::counts::binomial;
use crate::counts::set_bits::push;

/// From so many blocks on the limit of the variance for many blocks is nearer than the rounding of its sum.
const MANY_BLOCKS: u64 = 10_000_000;

/// A block: f = Π over its parts of (s/w)^r, where the parts are independent given the load.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interior {
    pub(super) blocks: u64,
    pub(super) items: u64,
    pub(super) load: f64,
    part: Part,
}

impl Interior {
    pub(super) fn new(load: BlockedLoad) -> Self {
        Self { blocks: load.blocks(), items: load.items(), load: load.mean_load(), part: load.part() }
    }

    /// The largest load that counts: beyond it lies less than 1e-40.
    pub(super) fn most_load(&self) -> u64 {
        let most = self.load + 16.0 * libm::sqrt(self.load) + 60.0;
        (most as u64).min(self.items)
    }

    /// f/b is a multiple of this.
    pub(super) fn least_difference(&self) -> f64 {
        libm::pow(self.part.bits as f64, -((self.part.power * self.part.parts) as f64)) / self.blocks as f64
    }

    /// The cost of [`moments`](Self::moments).
    pub(super) fn cost(&self, loads: u64, powers: u64) -> Cost {
        let loads = loads as f64 + 1.0;
        let states = (self.part.bits as f64).min(self.part.balls as f64 * loads) + 1.0;
        let powers = powers as f64 + 1.0;
        Cost { steps: loads * (states * (self.part.balls as f64 + powers + 10.0) + loads), numbers: loads * powers + states }
    }

    /// E\[f^r | j\] for r = 0 … `powers` and j = 0 … `loads`.
    pub(super) fn moments(&self, loads: u64, powers: u64) -> Vec<Vec<f64>> {
        let Part { bits, balls, power, parts } = self.part;
        let mut masses = vec![1.0];
        let mut of_loads = Vec::with_capacity(loads as usize + 1);
        for load in 0..=loads {
            let share = |set: usize| libm::pow(set as f64 / bits as f64, power as f64);
            let shares: Vec<f64> = (0..masses.len()).map(share).collect();
            let mut weights = masses.clone();
            let mut moments = vec![1.0];
            for _ in 0..powers {
                weights.iter_mut().zip(&shares).for_each(|(weight, share)| *weight *= share);
                moments.push(libm::pow(weights.iter().sum(), parts as f64));
            }
            of_loads.push(moments);
            if load < loads {
                for _ in 0..balls {
                    push(bits, 0, 0, &mut masses);
                    masses.truncate(bits as usize + 1);
                }
            }
        }
        of_loads
    }

    /// E ρ and Var ρ = (E f² − E f f′)/b + (E f f′ − p²), f and f′ of two blocks, by sums over their loads.
    pub(super) fn rate_moments(&self) -> Result<BlockMoments, TooLarge> {
        let most = self.most_load();
        let advice = Advice::Change { smaller: &[Parameter::Items, Parameter::BlockBits], larger: &[Parameter::Bits] };
        let pairs = 30.0 * (most as f64 + 1.0) * (most as f64 + 1.0);
        let cost = self.cost(most, 2);
        Budget::of_seconds(ANSWER_SECONDS).check(Cost { steps: cost.steps + pairs, ..cost }, advice)?;
        let moments = self.moments(most, 2);
        let share = 1.0 / self.blocks as f64;
        let weights: Vec<f64> = (0..=most).map(|j| binomial::probability(self.items, j, share)).collect();
        let expected = |value: &dyn Fn(usize) -> f64| (0..).zip(&weights).map(|(j, weight)| weight * value(j)).sum::<f64>();
        let mean = expected(&|j| moments[j][1]);
        let of_one_block = expected(&|j| moments[j][2] - 2.0 * mean * moments[j][1] + mean * mean).max(0.0);
        let variance = if self.blocks == 1 {
            of_one_block
        } else if self.blocks >= MANY_BLOCKS {
            // the loads are Poisson variables of a given sum
            let with_load = expected(&|j| (moments[j][1] - mean) * (j as f64 - self.load));
            (of_one_block - with_load * with_load / self.load.max(f64::MIN_POSITIVE)) * share
        } else {
            let other = 1.0 / (self.blocks - 1) as f64;
            let rest = |j: usize| -> f64 {
                let left = self.items - j as u64;
                (0..=most.min(left)).map(|i| binomial::probability(left, i, other) * (moments[i as usize][1] - mean)).sum()
            };
            let together = expected(&|j| (moments[j][1] - mean) * rest(j));
            (of_one_block - together) * share + together
        };
        Ok(BlockMoments { mean, variance: variance.max(0.0), of_one_block })
    }
}
