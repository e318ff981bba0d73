//! The rate that one filter has given its bits, and the count of its false positives, as mixtures.
//!
//! P(X ≥ x) = Σ weight · P(Bin(q, rate) ≥ x), over the rates that a filter may have given its bits.

use bloomlab_numbers::{Double, Sampling, distribution};

use super::binomial;
use super::set_bits::{by_recursion, variance};
use crate::{
    Load,
    blocked::{BlockMoments, BlockedLoad, moments},
    exact,
};

/// Filters of up to so many bits have the exact distribution of their set bits.
pub const MOST_EXACT_BITS: u64 = 1 << 15;

/// Masses below this are left out of it.
const NEGLIGIBLE: f64 = 1e-40;

/// The points of a normal variable: so many standard deviations on either side, and steps in each.
const REACH: i32 = 9;
const STEPS: i32 = 16;

/// The places of a grid of rates, and masses beyond whose rates it ends.
const GRID: usize = 1000;
const UNLIKELY: f64 = 1e-16;

/// The fills of a filter that is asked while it fills, at most.
const FILLS: u64 = 512;

/// Weights, which add up to 1, and rates.
#[derive(Clone, Debug, PartialEq)]
pub struct Mixture {
    points: Vec<(f64, f64)>,
    is_exact: bool,
}

impl Mixture {
    /// One rate.
    pub fn certain(rate: f64) -> Self {
        Self { points: vec![(1.0, rate)], is_exact: true }
    }

    /// A plain filter: (S/m)^k or C(S, k)/C(m, k) by its set bits S, exact up to [`MOST_EXACT_BITS`]; above, S is normal.
    pub fn plain(load: Load) -> Self {
        let is_exact = load.bits() <= MOST_EXACT_BITS;
        let points = if is_exact {
            // of a smooth distribution one value in some stands for all
            let stride = (libm::sqrt(variance(load)) / f64::from(STEPS)) as usize;
            let masses = by_recursion(load, NEGLIGIBLE).into_iter().step_by(stride.max(1));
            masses.map(|(set, mass)| (mass, rate_given(load, set as f64))).collect()
        } else {
            normal(|z| rate_at(load, z))
        };
        let total: f64 = points.iter().map(|(weight, _)| weight).sum();
        Self { points: points.into_iter().map(|(weight, rate)| (weight / total, rate)).collect(), is_exact }
    }

    /// Blocks: the mean over them is taken to have a shifted gamma distribution of the same mean, variance and skewness (Wilson and Hilferty's
    /// cubes).
    pub fn blocked(load: BlockedLoad) -> Self {
        let BlockMoments { mean, variance, skewness } = moments(load);
        if variance <= 0.0 || mean <= 0.0 {
            return Self { is_exact: false, ..Self::certain(mean) };
        }
        let deviation = |z: f64| match skewness > 1e-6 {
            true => ((1.0 + skewness * z / 6.0 - skewness * skewness / 36.0).max(0.0).powi(3) - 1.0) * 2.0 / skewness,
            false => z,
        };
        let rate = |z: f64| (mean + libm::sqrt(variance) * deviation(z)).clamp(0.0, 1.0);
        Self { points: normal(rate), is_exact: false }.with_mean(mean)
    }

    /// The mean rate of `filters` filters, each of which has these rates: on a grid of a thousand rates, whose mean is exact.
    #[must_use]
    pub fn averaged(&self, filters: u64) -> Self {
        let likely = self.points.iter().filter(|(weight, _)| *weight > UNLIKELY).map(|(_, rate)| *rate);
        let (low, high) = likely.fold((1.0_f64, 0.0_f64), |(low, high), rate| (low.min(rate), high.max(rate)));
        let step = (high - low).max(f64::MIN_POSITIVE) / GRID as f64;
        let mut one = vec![0.0; GRID + 1];
        for (weight, rate) in &self.points {
            put(&mut one, ((rate - low) / step).clamp(0.0, GRID as f64), *weight);
        }
        // from the highest binary digit down: as many again, and one more
        let mut all = one.clone();
        for bit in (0..filters.max(1).ilog2()).rev() {
            all = averaged(&all, &all, 0.5);
            let held = (filters >> bit) as f64;
            if filters >> bit & 1 == 1 {
                all = averaged(&all, &one, (held - 1.0) / held);
            }
        }
        let points = all.into_iter().enumerate().filter(|(_, weight)| *weight > 0.0);
        Self { points: points.map(|(at, weight)| (weight, low + at as f64 * step)).collect(), is_exact: false }
    }

    /// The same with every rate times the same factor, so that the mean is `mean`.
    #[must_use]
    pub fn with_mean(self, mean: f64) -> Self {
        let now = self.mean();
        if now <= 0.0 {
            return self;
        }
        let points = self.points.iter().map(|(weight, rate)| (*weight, (rate * mean / now).min(1.0)));
        Self { points: points.collect(), is_exact: false }
    }

    /// Returns true if nothing is approximated.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The mean rate.
    pub fn mean(&self) -> f64 {
        self.points.iter().map(|(weight, rate)| weight * rate).sum()
    }

    /// The count among `queries` queries.
    pub fn among(&self, queries: u64) -> MixedCounts {
        MixedCounts(self.points.iter().map(|(weight, rate)| (*weight, queries, *rate)).collect())
    }
}

/// A count of false positives: weights, which add up to 1, numbers of queries and rates.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedCounts(Vec<(f64, u64, f64)>);

impl MixedCounts {
    /// The items that a plain filter reports when they are inserted, each asked before: at every fill the rate of the same deviation of the
    /// set bits, and the count binomial of the mean and the variance that follow.
    pub fn while_filling(load: Load) -> Self {
        let fills = load.items().min(FILLS);
        let each = load.items() as f64 / fills.max(1) as f64;
        let held = |fill: u64| ((fill as f64 + 0.5) * each) as u64;
        let loads = (0..fills).filter_map(|fill| Load::holding(load.shape(), held(fill)).ok());
        let at_fill = |load: Load| -> Vec<f64> {
            let points = normal(|z| rate_at(load, z));
            let mean: f64 = points.iter().map(|(weight, rate)| weight * rate).sum();
            let factor = if mean > 0.0 { exact::rate(&Double, load).unwrap_or(1.0) / mean } else { 0.0 };
            points.into_iter().map(|(_, rate)| (rate * factor).min(1.0)).collect()
        };
        let now: Vec<Vec<f64>> = loads.map(at_fill).collect();
        let of_point = |(point, (weight, _)): (usize, (f64, f64))| {
            let rates = now.iter().map(|rates| rates[point]);
            let (sum, squares) = rates.fold((0.0, 0.0), |(sum, squares), rate| (sum + rate, squares + rate * rate));
            let trials = if squares > 0.0 { libm::round(each * sum * sum / squares).max(1.0) } else { 1.0 };
            (weight, trials.min(load.items() as f64) as u64, (each * sum / trials).min(1.0))
        };
        Self(normal(|_| 0.0).into_iter().enumerate().map(of_point).collect())
    }

    /// The same with every rate `ratio` times as high, at most 1.
    #[must_use]
    pub fn times(&self, ratio: f64) -> Self {
        Self(self.0.iter().map(|(weight, queries, rate)| (*weight, *queries, (rate * ratio).min(1.0))).collect())
    }

    /// The same with the mean rate for all, so that the count is binomial.
    #[must_use]
    pub fn binomial(&self) -> Self {
        let queries = self.most();
        Self(vec![(1.0, queries, if queries > 0 { (self.mean() / queries as f64).min(1.0) } else { 0.0 })])
    }

    /// The largest count.
    pub fn most(&self) -> u64 {
        self.0.iter().map(|(_, queries, _)| *queries).max().unwrap_or(0)
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.0.iter().map(|(weight, queries, rate)| weight * *queries as f64 * rate).sum()
    }

    /// The variance.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let of = |(weight, queries, rate): &(f64, u64, f64)| {
            let here = *queries as f64 * rate;
            weight * (here * (1.0 - rate) + (here - mean).powi(2))
        };
        self.0.iter().map(of).sum()
    }

    /// P(X ≥ `count`).
    pub fn at_least(&self, count: u64) -> f64 {
        self.sum(|queries, rate| binomial::at_least(queries, count, rate))
    }

    /// P(X ≤ `count`).
    pub fn at_most(&self, count: u64) -> f64 {
        self.sum(|queries, rate| binomial::at_most(queries, count, rate))
    }

    fn sum(&self, tail: impl Fn(u64, f64) -> f64) -> f64 {
        self.0.iter().map(|(weight, queries, rate)| weight * tail(*queries, *rate)).sum::<f64>().min(1.0)
    }
}

/// The rate of a filter whose set bits lie `z` standard deviations above their mean.
fn rate_at(load: Load, z: f64) -> f64 {
    let set = mean_set(load) + z * libm::sqrt(variance(load));
    rate_given(load, set.clamp(0.0, load.bits() as f64))
}

/// The rate of a filter with so many set bits.
fn rate_given(load: Load, set: f64) -> f64 {
    let (bits, hashes) = (load.bits() as f64, load.hashes());
    match load.sampling() {
        Sampling::WithReplacement => libm::pow(set / bits, hashes as f64),
        Sampling::WithoutReplacement => {
            (0..hashes).fold(1.0, |rate, own| rate * ((set - own as f64) / (bits - own as f64)).max(0.0))
        }
    }
}

/// The mean number of set bits.
fn mean_set(load: Load) -> f64 {
    match load.sampling() {
        Sampling::WithReplacement => distribution::mean(&Double, load.insertions()),
        Sampling::WithoutReplacement => {
            let (bits, share) = (load.bits() as f64, load.hashes() as f64 / load.bits() as f64);
            -bits * libm::expm1(load.items() as f64 * libm::log1p(-share))
        }
    }
}

/// The distribution of share · X + (1 − share) · Y on a grid.
fn averaged(x: &[f64], y: &[f64], share: f64) -> Vec<f64> {
    let mut found = vec![0.0; x.len()];
    for (i, one) in x.iter().enumerate().filter(|(_, mass)| **mass > NEGLIGIBLE) {
        for (j, other) in y.iter().enumerate().filter(|(_, mass)| **mass > NEGLIGIBLE) {
            put(&mut found, share * i as f64 + (1.0 - share) * j as f64, one * other);
        }
    }
    found
}

/// Shares a mass between the two places of a grid next to it, so that its mean stays.
fn put(grid: &mut [f64], at: f64, mass: f64) {
    let (below, share) = (at as usize, at - libm::floor(at));
    grid[below] += mass * (1.0 - share);
    if share > 0.0 {
        grid[below + 1] += mass * share;
    }
}

/// Values of a standard normal variable at equal distances, each with its weight.
fn normal(value: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let step = 1.0 / f64::from(STEPS);
    let weight = |z: f64| step * libm::exp(-0.5 * z * z) / libm::sqrt(std::f64::consts::TAU);
    (-REACH * STEPS..=REACH * STEPS).map(|i| f64::from(i) * step).map(|z| (weight(z), value(z))).collect()
}
