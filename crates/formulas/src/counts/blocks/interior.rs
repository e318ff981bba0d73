//! A block by its load j: the moments of f, the share of its queries that it reports given its bits, and what follows for the filter.

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, TooLarge};

use super::BlockMoments;
use crate::blocked::{BlockedLoad, Part};
use crate::counts::binomial;
use crate::counts::set_bits::push;

/// From this many blocks on, the limit of the variance for many blocks is nearer than the rounding of its sum.
const MANY_BLOCKS: u64 = 10_000_000;

/// Numbers for the powers or set bits from `first` on.
pub(super) struct Row {
    pub(super) first: usize,
    pub(super) weights: Vec<f64>,
}

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
        Cost {
            steps: loads * (states * (self.part.balls as f64 + powers + 10.0) + loads),
            numbers: loads * powers + states,
        }
    }

    /// f of each number of set bits that `loads` items can set, where a block is one part.
    pub(super) fn shares(&self, loads: u64) -> Option<Vec<f64>> {
        let share = |set: u64| libm::pow(set as f64 / self.part.bits as f64, self.part.power as f64);
        let most = self.part.bits.min(self.part.balls.saturating_mul(loads));
        (self.part.parts == 1).then(|| (0..=most).map(share).collect())
    }

    /// The probability of a load of a Poisson variable.
    fn poisson(&self, load: u64) -> f64 {
        libm::exp(load as f64 * libm::log(self.load) - self.load - libm::lgamma(load as f64 + 1.0))
    }

    /// The first load above the mean that is rarer than `never`/b².
    pub(super) fn most_poisson(&self, never: f64) -> u64 {
        let rare = never / (self.blocks as f64 * self.blocks as f64);
        let mut load = libm::ceil(self.load) as u64 + 1;
        while self.poisson(load) > rare {
            load += 1;
        }
        load
    }

    /// The probabilities of the numbers of set bits of a part for j = 0 … `loads`, without those that are rarer with their load than
    /// `never`/b².
    pub(super) fn probabilities(&self, loads: u64, never: f64) -> Vec<Row> {
        let mut masses = vec![1.0];
        let mut rows = Vec::with_capacity(loads as usize + 1);
        let rare = never / (self.blocks as f64 * self.blocks as f64);
        for load in 0..=loads {
            let weight = self.poisson(load);
            let counts = |mass: &f64| weight * *mass > rare;
            let first = masses.iter().position(counts).unwrap_or(0);
            let end = masses.iter().rposition(counts).map_or(first, |last| last + 1);
            rows.push(Row { first, weights: masses[first..end].to_vec() });
            if load < loads {
                self.one_more(&mut masses);
            }
        }
        rows
    }

    fn one_more(&self, masses: &mut Vec<f64>) {
        for _ in 0..self.part.balls {
            push(self.part.bits, 0, 0, masses);
            masses.truncate(self.part.bits as usize + 1);
        }
    }

    /// E\[f^r | j\] for r = 0 … `powers` and j = 0 … `loads`.
    pub(super) fn moments(&self, loads: u64, powers: u64) -> Vec<Vec<f64>> {
        let Part { bits, power, parts, .. } = self.part;
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
                self.one_more(&mut masses);
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
        let expected =
            |value: &dyn Fn(usize) -> f64| (0..).zip(&weights).map(|(j, weight)| weight * value(j)).sum::<f64>();
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
                (0..=most.min(left))
                    .map(|i| binomial::probability(left, i, other) * (moments[i as usize][1] - mean))
                    .sum()
            };
            let together = expected(&|j| (moments[j][1] - mean) * rest(j));
            (of_one_block - together) * share + together
        };
        Ok(BlockMoments { mean, variance: variance.max(0.0), of_one_block })
    }
}
