//! The rate of a partitioned filter given its bits: Π S_i/w_i over its slices, whose set bits S_i are independent.

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, BallsInBins, Budget, Cost, Parameter, Refused, distribution};

use super::{PlainRates, RateDistribution};
use crate::Load;
use crate::partitioned::PartitionedLoad;

/// The points of the grid of logarithms that the product of all slices reaches over.
const GRID: f64 = 16_384.0;

/// Between the sums of the logarithms of the fills, each rounded down and rounded up to a grid: two distributions between which the true
/// one lies. Mean and variance are exact: Var ρ/p² + 1 = Π (1 + Var S_i/(E S_i)²).
///
/// # Errors
/// [`Refused`] for too many slices, and for slices with too many bits.
pub fn between(load: &PartitionedLoad) -> Result<RateDistribution, Refused> {
    if load.items() == 0 {
        return Ok(RateDistribution::certain(0.0));
    }
    let advice = Advice::smaller(&[Parameter::Bits, Parameter::Items]);
    let budget = Budget::of_seconds(ANSWER_SECONDS);
    let (mut slices, mut ln_mean, mut ln_second) = (Vec::new(), 0.0, 0.0);
    for &(bits, count) in load.slices() {
        let set_bits = PlainRates::new(Load::new(bits, load.items(), 1)?)?.every(&budget)?;
        let ln = |set: u64| libm::log(set as f64 / bits as f64);
        let logarithms: Vec<(f64, f64)> = set_bits.into_iter().map(|(set, weight)| (weight, ln(set))).collect();
        let balls = BallsInBins::new(load.items(), bits)?;
        let mean = distribution::mean(&bloomlab_numbers::Double, balls);
        ln_mean += count as f64 * libm::log(mean / bits as f64);
        ln_second += count as f64 * libm::log1p(distribution::variance_in_double(balls) / (mean * mean));
        slices.push((logarithms, count));
    }
    let reach: f64 = slices
        .iter()
        .map(|(points, count)| (points_end(points, f64::max) - points_end(points, f64::min)) * *count as f64)
        .sum();
    let step = (reach / GRID).max(f64::EPSILON);
    let count: u64 = slices.iter().map(|(_, count)| count).sum();
    budget.check(Cost::of_steps(GRID * GRID + GRID * count as f64), advice)?;
    let [below, above] = [libm::floor, libm::ceil].map(|round| product(&slices, step, round));
    let rate = libm::exp(ln_mean);
    Ok(RateDistribution::between(below, above, rate, rate * rate * libm::expm1(ln_second)))
}

fn points_end(points: &[(f64, f64)], of: fn(f64, f64) -> f64) -> f64 {
    points.iter().map(|(_, ln)| *ln).reduce(of).unwrap_or(0.0)
}

/// The distribution of the product of all slices, the logarithm of each rounded to a multiple of `step`.
fn product(slices: &[(Vec<(f64, f64)>, u64)], step: f64, round: fn(f64) -> f64) -> Vec<(f64, f64)> {
    let (mut all, mut first) = (vec![1.0], 0_i64);
    for (points, count) in slices {
        let at = |ln: f64| round(ln / step) as i64;
        let least = at(points_end(points, f64::min));
        let mut masses = vec![0.0; (at(points_end(points, f64::max)) - least) as usize + 1];
        let total: f64 = points.iter().map(|(weight, _)| weight).sum();
        for (weight, ln) in points {
            masses[(at(*ln) - least) as usize] += weight / total;
        }
        for _ in 0..*count {
            all = sums(&all, &masses);
            first += least;
        }
    }
    let rate = |i: usize| libm::exp((first + i as i64) as f64 * step).min(1.0);
    all.into_iter().enumerate().filter(|(_, mass)| *mass > 0.0).map(|(i, mass)| (mass, rate(i))).collect()
}

/// The distribution of a sum, of positive terms.
fn sums(one: &[f64], other: &[f64]) -> Vec<f64> {
    let mut all = vec![0.0; one.len() + other.len() - 1];
    for (i, weight) in one.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        all[i..].iter_mut().zip(other).for_each(|(sum, mass)| *sum += weight * mass);
    }
    all
}
