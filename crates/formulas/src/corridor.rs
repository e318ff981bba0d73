//! The exact rate of few items under many hash functions, from positive terms, with a bound on what is left out.
//!
//! The number S of set bits is a Markov chain that one of N = kn balls moves from s to s + 1 with probability 1 − s/m; with
//! replacement the rate is E\[(S_N/m)^k\]. Almost all of it comes from chains close to one path,
//! x_j = x (1 − e^(−rj/N))/(1 − e^(−r)), r/(1 − e^(−r)) = N/x, on which x bits that are all hit fill. Its end x is where
//! Pr\[S_N = x\] (x/m)^k is highest. The chain is kept to a corridor about the path. What leaves it at s after j balls
//! contributes its probability times g_j(s) = E\[(S_N/m)^k | S_j = s\], and
//!
//! * g_N(s) = (s/m)^k ≤ (x/m)^k e^(k(s − x)/x);
//! * g_j(s) ≤ e^(α_j s + γ_j) implies g_(j−1)(s) ≤ e^(α_j s + γ_j) (1 + (1 − s/m)(e^(α_j) − 1)). The logarithm of the second factor
//!   is concave in s, so that its tangent at x_(j−1) is an upper bound, which gives α_(j−1) and γ_(j−1).
//!
//! The choice of the path and of the width decides how small the bound is, never whether it is true.

use bloomlab_numbers::{Arithmetic, Cost, Number};

use crate::Load;
use crate::moments::{fill, variance_of_fill};

/// The least sum for which doubles tell the rate: what underflows beside it is below 1e-80 of it.
const LEAST_SUM: f64 = 1e-150;

/// The chain kept to a corridor.
#[derive(Clone, Debug)]
pub struct Corridor {
    load: Load,
    /// x.
    end: u64,
    /// r.
    growth: f64,
    half_width: u64,
}

/// The rate over (x/m)^k.
#[derive(Clone, Debug)]
pub struct Scaled<N> {
    /// The rate over (x/m)^k is not below it, up to the rounding of the arithmetic.
    pub value: N,
    /// The rate over (x/m)^k is at most as much above the value.
    pub error_bound: f64,
}

impl Corridor {
    /// The corridor of w = `deviations` times √x/2 on either side, which leaves out about e^(−w²). `None` where doubles do not hold the
    /// bound: for no items, where the path is less likely than about e^−300,
    /// and where the ends of the corridor count more than e^200 times as much as its middle.
    pub fn new(load: Load, deviations: f64) -> Option<Self> {
        if load.items() == 0 {
            return None;
        }
        let (growth, end) = end_of_path(load);
        let half_width = (deviations * libm::sqrt(end) / 2.0).ceil() as u64 + 1;
        let corridor = Self { load, end: (end as u64).clamp(1, load.bits()), growth, half_width };
        let bits = load.bits() as f64;
        let distance = end - fill(load) * bits;
        // of a normal law less likely than about e^−300; ten bits are always near
        let is_far = distance * distance > 600.0 * variance_of_fill(load) * bits * bits + 100.0;
        (!is_far && corridor.slope_at_end() * half_width as f64 <= 200.0).then_some(corridor)
    }

    /// x.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// The cost of [`Corridor::rate`]: two products and a sum for each ball and each state of the corridor.
    pub fn cost(&self) -> Cost {
        let balls = self.load.balls() as f64;
        let width = 2.0 * self.half_width as f64 + 1.0;
        Cost { steps: balls * width, numbers: 4.0 * (self.end as f64 + width) + 3.0 * balls }
    }

    /// A bound on the relative error of the value in doubles: three roundings for each ball, two for each factor of the last power, and one
    /// for each state at the end.
    pub fn rounding(&self) -> f64 {
        let roundings = 4.0 * (self.load.balls() as f64 + self.load.hashes() as f64 + self.half_width as f64);
        roundings * f64::EPSILON
    }

    /// The rate over (x/m)^k, x = [`Corridor::end`]; `None` where it lies below what doubles hold of the bound.
    pub fn rate<A: Arithmetic>(&self, a: &A) -> Option<Scaled<A::Number>> {
        let (path, mut left) = (self.path(), 0.0);
        let bounds = self.bounds(&path);
        let value = self.kept(a, &path, |ball, set, probability| {
            let Bound { slope, intercept } = bounds[ball];
            left += probability.to_f64() * libm::exp(slope * set as f64 + intercept);
        })?;
        // twice: for the rounding of the bounds themselves
        left.is_finite().then_some(Scaled { value, error_bound: 2.0 * left })
    }

    /// The value of [`Corridor::rate`] alone, sooner.
    pub fn lower_bound<A: Arithmetic>(&self, a: &A) -> Option<A::Number> {
        self.kept(a, &self.path(), |_, _, _| ())
    }

    /// The share of the chains that stay in the corridor. `leaves` is told the ball, counted from 0, the state and the
    /// probability of what does not.
    fn kept<A: Arithmetic>(
        &self,
        a: &A,
        path: &[f64],
        mut leaves: impl FnMut(usize, usize, &A::Number),
    ) -> Option<A::Number> {
        let (bits, balls) = (self.load.bits(), self.load.balls());
        let last = (self.end + self.half_width + 1).min(bits).min(balls);
        let stays: Vec<_> = (0..=last).map(|set| a.ratio(set, bits)).collect();
        let hits: Vec<_> = (0..=last).map(|set| a.ratio(bits - set, bits)).collect();
        let (mut law, mut next) = (vec![a.zero(); stays.len()], vec![a.zero(); stays.len()]);
        law[0] = a.one();
        let (mut low, mut high) = (0, 0);
        for (ball, &middle) in path.iter().enumerate() {
            let middle = middle as u64;
            // one more state than before, of which those in the corridor are kept
            next[low] = law[low].clone() * &stays[low];
            step(&mut next[low + 1..=high], &law[low..=high], &stays[low + 1..=high], &hits[low..=high]);
            let above = law[high].clone() * &hits[high];
            if high < last as usize && high < (middle + self.half_width) as usize {
                high += 1;
                next[high] = above;
            } else {
                leaves(ball, high + 1, &above);
            }
            if low < high && low as u64 + self.half_width < middle {
                leaves(ball, low, &next[low]);
                low += 1;
            }
            std::mem::swap(&mut law, &mut next);
        }
        let power = |set: usize| a.ratio(set as u64, self.end).pow(self.load.hashes());
        let value = a.sum((low..=high).map(|set| law[set].clone() * power(set)));
        (value.to_f64() >= LEAST_SUM).then_some(value)
    }

    /// x_1 … x_N.
    fn path(&self) -> Vec<f64> {
        let (whole, fall) = (libm::expm1(-self.growth), libm::exp(-self.growth / self.load.balls() as f64));
        let left = std::iter::successors(Some(fall), |left| Some(left * fall)).take(self.load.balls() as usize);
        left.map(|left| self.end as f64 * (left - 1.0) / whole).collect()
    }

    /// α_N.
    fn slope_at_end(&self) -> f64 {
        self.load.hashes() as f64 / self.end as f64
    }

    /// The bounds on g_j over (x/m)^k after j = 1 … N balls.
    fn bounds(&self, path: &[f64]) -> Vec<Bound> {
        let bits = self.load.bits() as f64;
        let mut bound = Bound { slope: self.slope_at_end(), intercept: -(self.load.hashes() as f64) };
        let mut bounds = vec![bound];
        for at in path[..path.len() - 1].iter().rev() {
            let growth = libm::expm1(bound.slope);
            let chance = (1.0 - at / bits) * growth;
            let fall = growth / bits / (1.0 + chance);
            bound.intercept += libm::log1p(chance) + fall * at;
            bound.slope -= fall;
            bounds.push(bound);
        }
        bounds.reverse();
        bounds
    }
}

/// e^(`slope` s + `intercept`).
#[derive(Clone, Copy, Debug)]
struct Bound {
    slope: f64,
    intercept: f64,
}

/// The states but the lowest and the highest after one more ball.
#[inline]
fn step<N: Number>(next: &mut [N], law: &[N], stays: &[N], hits: &[N]) {
    let fewer = law.iter().zip(hits);
    for (((next, same), stay), (fewer, hit)) in next.iter_mut().zip(&law[1..]).zip(stays).zip(fewer) {
        *next = same.clone() * stay + fewer.clone() * hit;
    }
}

/// r and x: where ln(m − x) + ln(e^r − 1) − ln x + k/x, the derivative of ln Pr\[S_N = x\] (x/m)^k, is 0, x = N (1 − e^(−r))/r.
fn end_of_path(load: Load) -> (f64, f64) {
    let (bits, balls, hashes) = (load.bits() as f64, load.balls() as f64, load.hashes() as f64);
    let end = |growth: f64| -balls * libm::expm1(-growth) / growth;
    let (mut low, mut high) = (1e-9, balls / bits * (1.0 + hashes) + 2.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let end = end(middle);
        let rises = end < bits
            && libm::log((bits - end) / end) + middle + libm::log1p(-libm::exp(-middle)) + hashes / end > 0.0;
        if rises {
            high = middle;
        } else {
            low = middle;
        }
    }
    (low, end(low))
}

#[cfg(test)]
mod tests {
    use bloomlab_exact::{Enclosures, Rationals};
    use bloomlab_numbers::{Analytic, Double};

    use super::*;
    use crate::inclusion_exclusion;

    fn load(bits: u64, items: u64, hashes: u64) -> Load {
        Load::new(bits, items, hashes).unwrap()
    }

    /// ln of the lower and of the upper bound.
    fn bounds(load: Load, deviations: f64) -> (f64, f64) {
        let corridor = Corridor::new(load, deviations).unwrap();
        let Scaled { value, error_bound } = corridor.rate(&Double).unwrap();
        let scale = load.hashes() as f64 * libm::log(corridor.end() as f64 / load.bits() as f64);
        (libm::log(value) + scale, libm::log(value + error_bound) + scale)
    }

    #[test]
    fn the_rate_lies_between_the_bounds() {
        let a = Enclosures::new(2000);
        for (bits, items, hashes) in
            [(60, 1, 40), (500, 1, 200), (900, 2, 300), (1000, 7, 99), (300, 50, 5), (40, 30, 3)]
        {
            let load = load(bits, items, hashes);
            let ln = inclusion_exclusion::rate(&a, load).ln().to_f64();
            for deviations in [0.5, 1.0, 3.0, 10.0] {
                let (low, high) = bounds(load, deviations);
                let least = Corridor::new(load, deviations).unwrap().lower_bound(&Double).unwrap();
                assert_eq!(least, Corridor::new(load, deviations).unwrap().rate(&Double).unwrap().value);
                assert!(low <= ln + 1e-9 && ln <= high + 1e-9, "{load:?}, {deviations}: {low} {ln} {high}");
            }
            let (low, high) = bounds(load, 14.0);
            assert!((low - ln).abs() < 1e-9 && (high - ln).abs() < 1e-9, "{load:?}: {low} {ln} {high}");
        }
    }

    #[test]
    fn a_corridor_of_all_states_gives_the_rational() {
        for (bits, items, hashes) in [(1, 1, 1), (2, 1, 2), (5, 2, 3), (12, 3, 4)] {
            let load = load(bits, items, hashes);
            let corridor = Corridor::new(load, 50.0).unwrap();
            let scaled = corridor.rate(&Rationals).unwrap();
            assert_eq!(scaled.error_bound, 0.0);
            let scale = Rationals.ratio(corridor.end(), bits).pow(hashes);
            assert_eq!(scaled.value * scale, inclusion_exclusion::rate(&Rationals, load), "{load:?}");
        }
    }

    #[test]
    fn no_items_have_no_path() {
        assert!(Corridor::new(load(10, 0, 3), 5.0).is_none());
    }
}
