//! Distinct positions of many items in a large filter, between two numbers of independent positions.
//!
//! Whoever draws independent positions until an item has k distinct ones sets the bits of an item with distinct positions. So n items set at
//! least the bits of kn independent positions, and at most those of kn + x, unless more than x draws repeat a position of the same item.
//! These are a sum of geometric variables: with q_j = j/m and 1 < z < 1/q_(k−1)
//!
//! P(repeats > x) ≤ z^(−x) Π_(j<k) ((1 − q_j)/(1 − z q_j))^n.
//!
//! A few dozen more positions move S by far less than its standard deviation.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, Refused, Sampling, TooLarge};

use super::{PlainRates, RateDistribution};
use crate::{Load, exact};

/// −ln of the probability of more repeats than are allowed for: 3e-20, far below any level.
const FAR: f64 = 45.0;

/// The rates of a filter with distinct positions, from below and from above.
#[derive(Clone, Debug)]
pub struct DistinctRates {
    fewest: PlainRates,
    most: PlainRates,
    mean: f64,
}

impl DistinctRates {
    /// The rates of a filter that holds items, whose positions are distinct.
    ///
    /// # Errors
    /// [`Refused`] where the exact mean or the two bounds would take too long.
    pub fn new(load: Load) -> Result<Self, Refused> {
        let (bits, items, hashes) = (load.bits(), load.items(), load.hashes());
        let rates = |items: u64| -> Result<PlainRates, Refused> {
            Ok(PlainRates::new(Load::new(bits, items, hashes)?)?.queried(Sampling::WithoutReplacement))
        };
        Budget::of_seconds(ANSWER_SECONDS)
            .check(Cost::of_steps(500.0 * hashes as f64), Advice::smaller(&[Parameter::Hashes]))?;
        // whole items of k positions more
        let further = (repeats(load) / hashes as f64).ceil();
        let most = rates(items.saturating_add(further as u64))?;
        Ok(Self { fewest: rates(items)?, most, mean: exact::rate(&Double, load)? })
    }

    /// The rate given the bits between two weighted sums, as [`PlainRates::distribution`]. Its variance is that of the upper one.
    ///
    /// # Errors
    /// [`TooLarge`] as there.
    pub(super) fn distribution_over(&self, each: u64, filters: u64) -> Result<RateDistribution, TooLarge> {
        let (below, above) = (self.fewest.points_over(each, filters)?, self.most.points_over(each, filters)?);
        let spread = RateDistribution::new(above.clone()).variance();
        let above = above.into_iter().chain([(libm::exp(-FAR), 1.0)]).collect();
        Ok(RateDistribution::between(below, above, self.mean, spread).with_bounded_variance())
    }

    pub(super) fn stride(&self, each: u64, filters: u64) -> u64 {
        self.fewest.stride(each, filters)
    }
}

/// x with P(repeats > x) ≤ e^−[`FAR`], the least over some z.
fn repeats(load: Load) -> f64 {
    let (bits, items, last) =
        (load.bits() as f64, load.items() as f64, (load.hashes() - 1) as f64 / load.bits() as f64);
    let bound = |z: f64| {
        let own = |j: u64| {
            let q = j as f64 / bits;
            libm::log1p(-q) - libm::log1p(-z * q)
        };
        (FAR + items * (1..load.hashes()).map(own).sum::<f64>()) / libm::log(z)
    };
    if last == 0.0 {
        return 0.0;
    }
    // from 1 to 1/q_(k−1), in logarithms
    let reach = libm::log(1.0 / last);
    (1..40).map(|i| bound(libm::exp(reach * libm::exp2(-0.25 * f64::from(i))))).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distinct(bits: u64, items: u64, hashes: u64) -> Load {
        Load::new(bits, items, hashes).unwrap().without_replacement().unwrap()
    }

    /// Tails between those of the bounds, which are near each other where an item's positions rarely repeat.
    #[test]
    fn the_exact_tails_lie_between_the_bounds() {
        for (bits, items, hashes, near) in
            [(9586, 1000, 7, 3.0), (100_000, 10_000, 7, 1.3), (64, 8, 5, 1e6), (512, 3, 100, 1e12), (40, 1, 40, 1e30)]
        {
            let load = distinct(bits, items, hashes);
            let exact = PlainRates::new(load).unwrap().distribution(10_000).unwrap();
            let bound = DistinctRates::new(load).unwrap().distribution_over(10_000, 1).unwrap();
            assert!(!bound.is_exact() && (bound.mean() / exact.mean() - 1.0).abs() < 1e-9, "{bits}");
            for deviations in [-4.0, -1.0, 0.0, 1.0, 3.0, 5.0] {
                let far = deviations * libm::sqrt(exact.count_variance(10_000));
                let count = (10_000.0 * exact.mean() + far).clamp(0.0, 10_000.0) as u64;
                let (least, tail, most) = (
                    bound.surely_at_least(10_000, count),
                    exact.at_least(10_000, count),
                    bound.at_least(10_000, count),
                );
                assert!(least <= tail * (1.0 + 1e-9) && tail <= most * (1.0 + 1e-9), "{bits} {least} {tail} {most}");
                assert!(most <= near * least.max(1e-300) || near > 1e5, "{bits} {count}: {least} {most}");
                assert!(exact.at_most(10_000, count) <= bound.at_most(10_000, count) * (1.0 + 1e-9));
            }
        }
    }

    /// The exact distribution of the repeats of one item, by the chain of its draws.
    #[test]
    fn more_repeats_are_as_rare_as_promised() {
        for (bits, hashes) in [(10, 6), (100, 30), (7, 7)] {
            let most = repeats(distinct(bits, 1, hashes)) as usize;
            let mut repeated = vec![1.0];
            for j in 1..hashes {
                let q = j as f64 / bits as f64;
                let mut next = vec![0.0; most + 1];
                for (at, mass) in repeated.iter().enumerate() {
                    let mut rest = mass * (1.0 - q);
                    for place in next.iter_mut().skip(at) {
                        *place += rest;
                        rest *= q;
                    }
                }
                repeated = next;
            }
            let beyond = 1.0 - repeated.iter().sum::<f64>();
            assert!(beyond.abs() < 1e-13, "{bits} {hashes}: {beyond}");
        }
    }
}
