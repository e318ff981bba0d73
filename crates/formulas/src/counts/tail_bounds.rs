//! Distributions that bracket the rate given the bits, from inequalities for its tails.

use super::RateDistribution;

/// From a level of a tail to the next, in logarithms: 2 % of its probability.
const LEVEL: f64 = 0.02;

/// The last level: 1e-39.
const LEVELS: u64 = 4500;

/// P(ρ ≥ p + t) ≤ exp(−`above`(t)) and P(ρ ≤ p − t) ≤ exp(−`below`(t)), both of which rise in t: the largest and the least distribution
/// with these tails, rounded outwards to levels.
pub(super) fn bracket(
    mean: f64,
    variance: f64,
    above: impl Fn(f64) -> f64,
    below: impl Fn(f64) -> f64,
) -> RateDistribution {
    let highest = outwards(1.0 - mean, above).into_iter().map(|(weight, t)| (weight, (mean + t).min(1.0)));
    let lowest = outwards(mean, below).into_iter().map(|(weight, t)| (weight, (mean - t).max(0.0)));
    RateDistribution::between(lowest.collect(), highest.collect(), mean, variance)
}

/// Weights and distances t ≤ `most` from the mean.
fn outwards(most: f64, exponent: impl Fn(f64) -> f64) -> Vec<(f64, f64)> {
    let mut points = Vec::new();
    let mut last = 0.0;
    let mut from = 1.0;
    for level in 1..=LEVELS {
        let target = LEVEL * level as f64;
        if exponent(most) < target {
            break;
        }
        // the distance at which the bound has reached this level
        let (mut near, mut far) = (last, most);
        while far - near > 1e-12 * far {
            let middle = 0.5 * (near + far);
            if exponent(middle) < target { near = middle } else { far = middle }
        }
        let to = libm::exp(-target);
        points.push((from - to, far));
        (last, from) = (far, to);
    }
    points.push((from, most));
    points
}

/// The rate of any scheme whose positions are uniform, each by itself, with mean `rate`: ρ m/k² is (k, 0)-self-bounding, since an item
/// carries at most k²/m of all queries and a reported query needs at most k items. So (Boucheron, Lugosi, Massart 2009)
///
/// P(ρ ≥ p + t) ≤ exp(−t²/(2 (k²/m)(k p + (3k − 1) t/6))), P(ρ ≤ p − t) ≤ exp(−t²/(2 (k²/m) k p)), Var ρ ≤ (k²/m) k p.
pub fn of_marginally_uniform(bits: u64, hashes: u64, rate: f64) -> RateDistribution {
    let hashes = hashes as f64;
    let unit = hashes * hashes / bits as f64;
    let above = move |t: f64| t * t / (2.0 * unit * (hashes * rate + (3.0 * hashes - 1.0) * t / 6.0));
    let below = move |t: f64| t * t / (2.0 * unit * hashes * rate);
    bracket(rate, (unit * hashes * rate).min(rate * (1.0 - rate)), above, below).with_bounded_variance()
}
