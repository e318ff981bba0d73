//! The distribution of the number of set bits S, with weights for a sum over it.

use bloomlab_occupancy::{ANSWER_SECONDS, Advice, Budget, Cost, Parameter, Sampling, TooLarge, distribution};

use super::RateDistribution;
use super::saddle::Saddle;
use crate::Load;

/// Up to this number of steps the distribution is computed position by position, whose error nobody needs to estimate.
const RECURSION_STEPS: f64 = 5e6;

/// The standard deviations on either side of the mean that are kept: beyond them lies less than 1e-31.
const REACH: f64 = 12.0;

/// The steps that a number of set bits takes: its probability by the [saddle point](Saddle), then some hundred binomial tails.
const SADDLE_STEPS: f64 = 5000.0;

/// A plain filter, from which rates given the bits are drawn.
#[derive(Clone, Debug)]
pub struct PlainRates {
    load: Load,
    /// The mean and the standard deviation of S; for distinct positions about.
    mean: f64,
    deviation: f64,
    /// How far from the mean, in standard deviations: further for many hash functions, whose moments weigh the far end.
    reach: f64,
    /// How the positions of a query are drawn.
    query: Sampling,
    set_bits: SetBits,
}

#[derive(Clone, Debug)]
enum SetBits {
    /// Every number of set bits that counts, and its probability.
    Whole(Vec<(u64, f64)>),
    /// At any size.
    AtAny(Saddle),
}

impl PlainRates {
    /// The rates of a filter that holds items.
    ///
    /// # Errors
    /// [`TooLarge`] where distinct positions of many items in a large filter would take too long.
    pub fn new(load: Load) -> Result<Self, TooLarge> {
        let shape = load.insertions();
        let mean = distribution::mean(&bloomlab_numbers::Double, shape);
        let deviation = libm::sqrt(distribution::variance_in_double(shape));
        let tilt = if mean > 0.0 { 2.0 * load.hashes() as f64 * deviation / mean } else { 0.0 };
        let reach = (REACH + tilt).min(37.0);
        let is_full = load.balls() as f64 / load.bits() as f64 - libm::log(load.bits() as f64) > 92.0;
        let states = (2.0 * reach * deviation + 64.0).min(shape.most_occupied() as f64 + 1.0);
        let steps = load.balls() as f64 * states;
        let set_bits = if is_full {
            SetBits::Whole(vec![(load.bits(), 1.0)])
        } else if load.sampling() == Sampling::WithReplacement && steps > RECURSION_STEPS {
            SetBits::AtAny(Saddle::new(shape))
        } else {
            let advice = Advice::smaller(&[Parameter::Items, Parameter::Bits]);
            Budget::of_seconds(ANSWER_SECONDS).check(Cost { steps, numbers: states }, advice)?;
            SetBits::Whole(by_recursion(load, libm::exp(-0.5 * reach * reach)))
        };
        Ok(Self { load, mean, deviation, reach, query: load.sampling(), set_bits })
    }

    /// The same set bits with the positions of a query drawn in this way.
    pub(super) fn queried(self, query: Sampling) -> Self {
        Self { query, ..self }
    }

    /// The mean and the variance of a smooth function of the number of set bits, given that not all bits are set.
    ///
    /// # Errors
    /// [`TooLarge`] never for less than 2^63 bits.
    pub fn moments(&self, value: impl Fn(u64) -> f64) -> Result<(f64, f64), TooLarge> {
        let points = self.points(self.stride(1, 1))?;
        let points: Vec<_> = points.into_iter().filter(|(set, _)| *set < self.load.bits()).collect();
        let total: f64 = points.iter().map(|(_, weight)| weight).sum();
        let expected =
            |value: &dyn Fn(u64) -> f64| points.iter().map(|(set, weight)| weight * value(*set)).sum::<f64>() / total;
        let mean = expected(&value);
        Ok((mean, expected(&|set| (value(set) - mean).powi(2))))
    }

    /// The rate given the bits as a weighted sum that is exact for counts among `queries` queries: where the binomial tail moves slowly
    /// over S, one in h values of S stands for all; a sum over a smooth function errs by e^(−2π²(σ/h)²) then, h ≤ σ/6.
    ///
    /// # Errors
    /// [`TooLarge`] where the queries distinguish more numbers of set bits than can be summed in time.
    pub fn distribution(&self, queries: u64) -> Result<RateDistribution, TooLarge> {
        self.distribution_over(queries, 1)
    }

    /// The same for counts over `filters` filters, each of which is asked `each` queries.
    pub(super) fn distribution_over(&self, each: u64, filters: u64) -> Result<RateDistribution, TooLarge> {
        Ok(RateDistribution::new(self.points_over(each, filters)?))
    }

    /// Its weights and rates.
    pub(super) fn points_over(&self, each: u64, filters: u64) -> Result<Vec<(f64, f64)>, TooLarge> {
        let stride = self.stride(each, filters);
        let points = match &self.set_bits {
            SetBits::Whole(masses) if filters > 1 => masses.iter().copied().step_by(stride as usize).collect(),
            _ => self.points(stride)?,
        };
        let total: f64 = points.iter().map(|(_, weight)| weight).sum();
        Ok(points.into_iter().map(|(set, weight)| (weight / total, self.rate(set))).collect())
    }

    /// Every number of set bits that counts, and its probability.
    pub(super) fn every(&self, budget: &Budget) -> Result<Vec<(u64, f64)>, TooLarge> {
        match &self.set_bits {
            SetBits::Whole(masses) => Ok(masses.clone()),
            SetBits::AtAny(saddle) => {
                let points = 2.0 * self.reach * self.deviation + 3.0;
                let cost = Cost { steps: SADDLE_STEPS * points, numbers: 4.0 * points };
                budget.spend(cost, Advice::smaller(&[Parameter::Bits, Parameter::Items]))?;
                Ok(strided(*saddle, self.load.insertions().most_occupied(), 1, self.reach))
            }
        }
    }

    /// Numbers of set bits, one in `stride`, and their weights.
    fn points(&self, stride: u64) -> Result<Vec<(u64, f64)>, TooLarge> {
        match &self.set_bits {
            SetBits::Whole(masses) => Ok(masses.clone()),
            SetBits::AtAny(saddle) => {
                let points = 2.0 * self.reach * self.deviation / stride as f64 + 3.0;
                let cost = Cost { steps: SADDLE_STEPS * points, numbers: 4.0 * points };
                Budget::of_seconds(ANSWER_SECONDS).check(cost, Advice::smaller(&[Parameter::Queries]))?;
                Ok(strided(*saddle, self.load.insertions().most_occupied(), stride, self.reach))
            }
        }
    }

    /// h, a power of two. The binomial tail moves over w = σ_bin/(q dρ/dS) set bits, where its deviation σ_bin is √(qρ): h ≤ w/6.
    ///
    /// Over F filters, counts are summed by angles θ: sums over one in h values of S have G(e^(iθ)) again at 2π/(h q dρ/dS), where the
    /// binomial counts alone make it as small as e^(−2π²F(w/h)²). h ≤ 0.2 w √F leaves e^(−490), and e^(−40) at rates 12 times as high.
    pub(super) fn stride(&self, each: u64, filters: u64) -> u64 {
        let rate = libm::pow(self.mean / self.load.bits() as f64, self.load.hashes() as f64);
        let width = self.mean / (self.load.hashes() as f64 * libm::sqrt(each as f64 * rate));
        let of_width = if filters > 1 { 0.2 * libm::sqrt(filters as f64) } else { 1.0 / 6.0 };
        let most = (self.deviation / 6.0).min(of_width * width);
        if most >= 2.0 { 1 << (libm::ilogb(most).min(62)) } else { 1 }
    }

    /// (S/m)^k, or C(S, k)/C(m, k).
    fn rate(&self, set: u64) -> f64 {
        let (bits, hashes) = (self.load.bits(), self.load.hashes());
        match self.query {
            Sampling::WithReplacement => libm::pow(set as f64 / bits as f64, hashes as f64),
            Sampling::WithoutReplacement if hashes > set => 0.0,
            Sampling::WithoutReplacement => {
                (0..hashes).fold(1.0, |rate, own| rate * ((set - own) as f64 / (bits - own) as f64))
            }
        }
    }
}

/// From the mean outwards, until the probability has fallen by `reach` standard deviations.
fn strided(saddle: Saddle, most: u64, stride: u64, reach: f64) -> Vec<(u64, f64)> {
    let (middle, mut points) = (saddle.near_mean(), Vec::new());
    let top = saddle.ln_probability(middle);
    let mut walk = |values: &mut dyn Iterator<Item = u64>| {
        for set in values {
            let ln_probability = saddle.ln_probability(set);
            points.push((set, stride as f64 * libm::exp(ln_probability)));
            if ln_probability < top - 0.5 * reach * reach {
                break;
            }
        }
    };
    walk(&mut (0..middle / stride + 1).map(|i| middle - i * stride).take_while(|set| *set > 0));
    walk(&mut (1..=(most - middle) / stride).map(|i| middle + i * stride));
    points
}

/// Position by position, without the ends whose probability is below `least`. Every term is positive.
pub(super) fn by_recursion(load: Load, least: f64) -> Vec<(u64, f64)> {
    let (mut first, mut masses) = (0_u64, vec![1.0_f64]);
    for _ in 0..load.items() {
        for hash in 0..load.hashes() {
            let own = if load.sampling() == Sampling::WithReplacement { 0 } else { hash };
            push(load.bits(), own, first, &mut masses);
        }
        while masses.len() > 1 && masses.last().is_some_and(|mass| *mass < least) {
            masses.pop();
        }
        let leading = masses.iter().take_while(|mass| **mass < least).count();
        if leading >= 32 {
            masses.drain(..leading);
            first += leading as u64;
        }
    }
    (first..).zip(masses).filter(|(_, mass)| *mass > 0.0).collect()
}

/// One position more, after `own` distinct ones of the same item; `masses` begins at `first` set bits.
pub(super) fn push(bits: u64, own: u64, first: u64, masses: &mut Vec<f64>) {
    let share = 1.0 / (bits - own) as f64;
    // set − own and bits − set, at most 0 where nothing can be
    let (stays, sets) = (first as f64 - own as f64, bits as f64 - first as f64);
    masses.push(0.0);
    for i in (1..masses.len()).rev() {
        let at = i as f64;
        masses[i] = (masses[i] * (stays + at).max(0.0) + masses[i - 1] * (sets + 1.0 - at).max(0.0)) * share;
    }
    masses[0] *= stays.max(0.0) * share;
}

#[cfg(test)]
mod tests {
    use super::*;
    use bloomlab_occupancy::{BallsInBins, filling};

    #[test]
    fn the_saddle_point_is_the_recursion() {
        // half full, few collisions, few clear bits, sparse, overfull, tiny
        let sizes = [
            (7000, 9586),
            (2000, 1 << 20),
            (3000, 400),
            (5000, 100_000),
            (900, 64),
            (40, 30),
            (2000, 1 << 40),
            (300, 300),
        ];
        for (balls, bins) in sizes {
            let shape = BallsInBins::new(balls, bins).unwrap();
            let saddle = Saddle::new(shape);
            let masses = distribution::by_recursion(&bloomlab_numbers::Double, shape);
            let mut total = 0.0;
            for (set, mass) in (0..).zip(masses).filter(|(_, mass)| *mass > 1e-31) {
                let quick = libm::exp(saddle.ln_probability(set));
                assert!((quick / mass - 1.0).abs() < 1e-9, "{balls} {bins} {set}: {quick} {mass}");
                total += quick;
            }
            assert!((total - 1.0).abs() < 1e-10, "{balls} {bins}: {total}");
        }
    }

    #[test]
    fn probabilities_add_up_to_1_at_any_size() {
        for bits in [14, 20, 30, 40, 50, 62] {
            for load in [-20.0, -3.0, -0.5, 0.0, 2.0, 4.0] {
                let balls = libm::exp2(f64::from(bits) + load) as u64;
                let Ok(shape) = BallsInBins::new(balls, 1 << bits) else { continue };
                if balls < 1000 {
                    continue;
                }
                let deviation = libm::sqrt(distribution::variance_in_double(shape));
                let stride = 1 << libm::ilogb((deviation / 6.0).max(1.0));
                let points = strided(Saddle::new(shape), shape.most_occupied(), stride, 12.0);
                let total: f64 = points.iter().map(|(_, weight)| weight).sum();
                let mean = points.iter().map(|(set, weight)| *set as f64 * weight).sum::<f64>() / total;
                let shift = (mean - distribution::mean(&bloomlab_numbers::Double, shape)) / deviation.max(1e-3);
                assert!((total - 1.0).abs() < 1e-9 && shift.abs() < 1e-3, "2^{bits} 2^{load}: {} {shift}", total - 1.0);
            }
        }
    }

    #[test]
    fn distinct_positions_set_the_bits_of_the_exact_chain() {
        for (bits, items, hashes) in [(40, 7, 3), (8, 2, 8), (300, 40, 5), (64, 1, 30)] {
            for load in [
                Load::new(bits, items, hashes).unwrap(),
                Load::new(bits, items, hashes).unwrap().without_replacement().unwrap(),
            ] {
                let a = &bloomlab_numbers::Double;
                let exact = (0..items).fold(vec![1.0], |masses, _| filling::item(a, load.shape(), masses));
                let masses = by_recursion(load, 1e-40);
                assert!((masses.iter().map(|(_, mass)| mass).sum::<f64>() - 1.0).abs() < 1e-12);
                for (set, mass) in masses {
                    assert!((mass - exact[set as usize]).abs() <= 1e-12 * mass + 1e-38, "{load:?} {set}");
                }
            }
        }
    }
}
