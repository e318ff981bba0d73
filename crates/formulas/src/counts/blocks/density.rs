//! The density of the rate of a filter of many blocks, by Fourier's integral of its generating function.
//!
//! The n items are independent Poisson loads of the b blocks, given their sum. So for complex s
//!
//! E e^(sρ) = (n!/b^n) \[u^n\] (Σ_j u^j/j! ψ_j)^b, ψ_j = E\[e^(s f/b) | j\] = Σ_r (s/b)^r/r! E\[f^r | j\],
//!
//! and a Cauchy integral over |u| near the saddle point takes the coefficient. ρ has as many values as filters have bits, but their
//! spacing is far below what any number of queries distinguishes: E e^(itρ) falls to 1e-17 of its first value and stays there, and what
//! has that transform is a smooth density. For relative accuracy far out it is computed under several tilts e^(θρ), each within 3
//! standard deviations of its own mean.
//!
//! What is computed is checked before it is used: the mass is 1, and mean and variance are those of their exact sums.

use super::BlockMoments;
use super::interior::Interior;
use crate::counts::RateDistribution;
use crate::counts::binomial::deviance;
use crate::counts::complex::Complex;
use crate::counts::stirling::remainder;

/// The standard deviations of one turn of the transform.
const TURN: f64 = 40.0;
/// From a tilt to the next, in standard deviations.
const BETWEEN: f64 = 5.0;
/// The logarithm below which a tail is left out.
const FAR: f64 = 72.0;
/// The transform relative to its first value where it ends.
const END: f64 = 3e-17;
/// The most frequencies of a transform, tilts on one side, and powers of the series.
const MOST_FREQUENCIES: usize = 1500;
const MOST_TILTS: usize = 60;
const MOST_POWERS: u64 = 600;
/// The most steps of the moments.
const MOST_STEPS: f64 = 2e8;
/// f is a multiple of w^−k, and often of a few times as much: up to this number of times is kept clear of.
const LATTICES: f64 = 24.0;
/// How near mass, mean and variance are to what they should be.
const CLOSE: f64 = 1e-8;

/// The density, as transforms under several tilts.
#[derive(Clone, Debug)]
pub(super) struct Density {
    tilts: Vec<Tilt>,
    moments: BlockMoments,
    narrowest: f64,
    /// The distance of neighbouring values of ρ, 1/(b w^k), times the coarsest lattice that many of them may share.
    lattice: f64,
}

/// The transform of the density under a tilt e^(θρ).
#[derive(Clone, Debug)]
struct Tilt {
    slope: f64,
    centre: f64,
    deviation: f64,
    /// ln E e^(θ(ρ − c)).
    ln_value: f64,
    /// E e^(it(ρ − c)) at t = 0, δ, 2δ, …
    values: Vec<Complex>,
    spacing: f64,
}

impl Density {
    /// `None` where the distribution of the rate is not smooth: few blocks, or few items.
    pub(super) fn new(interior: &Interior, moments: BlockMoments) -> Option<Self> {
        let deviation = libm::sqrt(moments.variance);
        if deviation <= 0.0 || interior.blocks < 2 {
            return None;
        }
        let blocks = interior.blocks as f64;
        let transform = Transform::new(interior, 36.0 / (deviation * blocks))?;
        let middle = transform.tilted(0.0)?;
        let mut tilts = vec![middle.clone()];
        for side in [1.0, -1.0] {
            let mut last = middle.clone();
            for step in 0.. {
                let reach = last.centre + side * 0.5 * BETWEEN * last.deviation;
                // Chernoff's bound on the tail from there
                let ln_tail = last.ln_value - last.slope * (reach - last.centre);
                if ln_tail < -FAR || reach <= 0.0 || reach >= 1.0 {
                    break;
                }
                if step == MOST_TILTS {
                    return None;
                }
                last = transform.tilted(last.slope + side * BETWEEN / last.deviation)?;
                tilts.push(last.clone());
            }
        }
        tilts.sort_by(|a, b| a.centre.total_cmp(&b.centre));
        let narrowest = tilts.iter().map(|tilt| tilt.deviation).fold(f64::INFINITY, f64::min);
        let density = Self { tilts, moments, narrowest, lattice: LATTICES * interior.least_difference() };
        density.is_confirmed().then_some(density)
    }

    fn is_confirmed(&self) -> bool {
        let points = self.points(1);
        let sum = |value: &dyn Fn(f64) -> f64| points.iter().map(|(weight, rate)| weight * value(*rate)).sum::<f64>();
        let BlockMoments { mean, variance, .. } = self.moments;
        let square = |rate: f64| (rate - mean) * (rate - mean);
        let deviation = libm::sqrt(variance);
        (sum(&|_| 1.0) - 1.0).abs() < CLOSE
            && (sum(&|rate| rate - mean) / deviation).abs() < CLOSE.max(1e-13 * mean / deviation)
            && (sum(&square) / variance - 1.0).abs() < 100.0 * CLOSE
    }

    /// The distance between rates is a power of two below that which a density needs.
    pub(super) fn fineness(&self, queries: u64) -> u64 {
        let least = self.tilts.first().map_or(0.0, |tilt| tilt.centre.max(0.1 * self.moments.mean));
        let ratio = self.narrowest / libm::sqrt(least / queries as f64);
        if ratio > 1.0 { libm::ilogb(ratio) as u64 + 1 } else { 0 }
    }

    /// Whether the queries distinguish neighbouring values of ρ, which a density has not.
    pub(super) fn is_too_fine(&self, queries: u64) -> bool {
        self.stride(queries) < self.lattice
    }

    fn stride(&self, queries: u64) -> f64 {
        libm::ldexp(self.narrowest / 6.0, -(self.fineness(queries) as i32))
    }

    fn range(&self) -> (f64, f64) {
        let end = |tilt: Option<&Tilt>, side: f64| tilt.map_or(0.0, |tilt| tilt.centre + side * 0.5 * BETWEEN * tilt.deviation);
        (end(self.tilts.first(), -1.0).max(0.0), end(self.tilts.last(), 1.0).min(1.0))
    }

    /// How many rates the distribution has.
    pub(super) fn terms(&self, queries: u64) -> f64 {
        let (least, most) = self.range();
        (most - least) / self.stride(queries) + 1.0
    }

    pub(super) fn distribution(&self, queries: u64) -> RateDistribution {
        RateDistribution::new(self.points(queries))
    }

    fn points(&self, queries: u64) -> Vec<(f64, f64)> {
        let (stride, (least, most)) = (self.stride(queries), self.range());
        let mut tilts = self.tilts.iter().peekable();
        let Some(mut tilt) = tilts.next() else { return Vec::new() };
        let mut points = Vec::new();
        for step in 0..=((most - least) / stride) as u64 {
            let rate = least + (step as f64 + 0.5) * stride;
            while let Some(next) = tilts.next_if(|next| 0.5 * (tilt.centre + next.centre) < rate) {
                tilt = next;
            }
            points.push((stride * tilt.density(rate), rate));
        }
        points.retain(|(weight, _)| *weight > 0.0);
        points
    }
}

impl Tilt {
    fn density(&self, rate: f64) -> f64 {
        let from = rate - self.centre;
        let step = Complex::turn(-self.spacing * from);
        let (mut turn, mut sum) = (Complex::new(1.0, 0.0), 0.5);
        for value in &self.values[1..] {
            turn = turn * step;
            sum += (*value * turn).re;
        }
        sum * self.spacing / std::f64::consts::PI * libm::exp(self.ln_value - self.slope * from)
    }
}

/// E e^(sρ) for complex s.
struct Transform {
    blocks: f64,
    items: f64,
    load: f64,
    /// E\[f^r | j\].
    moments: Vec<Vec<f64>>,
    ln_factorials: Vec<f64>,
    /// The largest |s|/b that the powers suffice for.
    reach: f64,
}

impl Transform {
    fn new(interior: &Interior, reach: f64) -> Option<Self> {
        // beyond n as well: the loads are Poisson variables
        let loads = (interior.load + 16.0 * libm::sqrt(interior.load) + 60.0) as u64;
        if interior.cost(loads, 60).steps > MOST_STEPS {
            return None;
        }
        let ln_factorials: Vec<f64> = (0..=loads).map(|j| libm::lgamma(j as f64 + 1.0)).collect();
        let powers = Self::powers(interior, loads, &ln_factorials, reach)?;
        let moments = interior.moments(loads, powers + 2);
        let (blocks, items) = (interior.blocks as f64, interior.items as f64);
        Some(Self { blocks, items, load: interior.load, moments, ln_factorials, reach })
    }

    /// The first r with ζ^r/r! E f^r below 1e-24/b; f^r moves loads upwards, for which there is room.
    fn powers(interior: &Interior, loads: u64, ln_factorials: &[f64], reach: f64) -> Option<u64> {
        let mut powers = 60;
        loop {
            if interior.cost(loads, powers).steps > MOST_STEPS {
                return None;
            }
            let moments = interior.moments(loads, powers);
            let small = |r: u64| {
                let ln_scale = r as f64 * libm::log(reach) - libm::lgamma(r as f64 + 1.0) + libm::log(interior.blocks as f64);
                let terms = (0..).zip(&moments).map(|(j, moments)| {
                    let ln_weight = j as f64 * libm::log(interior.load) - interior.load - ln_factorials[j];
                    libm::exp(0.5 * ln_weight + ln_scale) * moments[r as usize]
                });
                terms.sum::<f64>() < 1e-24
            };
            if small(powers) {
                return (1..=powers).rev().find(|r| !small(*r)).map(|r| r + 1);
            }
            powers *= 2;
            if powers > MOST_POWERS {
                return None;
            }
        }
    }

    /// Poisson weights of mean `load`.
    fn weights(&self, load: f64) -> Vec<f64> {
        let ln = libm::log(load);
        (0..).zip(&self.ln_factorials).map(|(j, ln_factorial)| libm::exp(f64::from(j) * ln - load - ln_factorial)).collect()
    }

    /// (s/b)^r/r!, r = 0, 1, …
    fn series(&self, s: Complex) -> Vec<Complex> {
        let step = s.times(1.0 / self.blocks);
        let mut term = Complex::new(1.0, 0.0);
        let powers = self.moments[0].len() - 2;
        let mut terms = Vec::with_capacity(powers);
        for r in 0..powers {
            terms.push(term);
            term = (term * step).times(1.0 / (r + 1) as f64);
        }
        terms
    }

    /// The transform under the tilt `slope`; `None` where it does not end in time.
    fn tilted(&self, slope: f64) -> Option<Tilt> {
        if slope.abs() / self.blocks > self.reach {
            return None;
        }
        let (load, centre, deviation) = self.saddle(slope)?;
        let weights = self.weights(load);
        let ln_middle = self.middle(slope, &weights);
        let at = |t: f64| self.value(Complex::new(slope, t), load, &weights, centre, ln_middle - slope * centre);
        let first = at(0.0).re;
        let spacing = std::f64::consts::TAU / (TURN * deviation);
        let (mut values, mut small) = (vec![Complex::new(1.0, 0.0)], 0);
        while small < 6 {
            let t = spacing * values.len() as f64;
            if values.len() > MOST_FREQUENCIES || libm::hypot(t, slope) / self.blocks > self.reach {
                return None;
            }
            let value = at(t).times(1.0 / first);
            small = if value.modulus() < END { small + 1 } else { 0 };
            values.push(value);
        }
        // n! e^(bu)/(bu)^n
        let n = self.items;
        let ln_scale = 0.5 * libm::log(std::f64::consts::TAU * n) + remainder(n) + deviance(n, self.blocks * load);
        let ln_value = ln_middle - slope * centre + ln_scale + libm::log(first);
        (ln_value.is_finite() && deviation > 0.0).then_some(Tilt { slope, centre, deviation, ln_value, values, spacing })
    }

    /// u, and about the mean and the deviation of ρ under the tilt.
    fn saddle(&self, slope: f64) -> Option<(f64, f64, f64)> {
        let terms = self.series(Complex::new(slope, 0.0));
        let sums: Vec<[f64; 3]> = self.moments.iter().map(|moments| {
            [0, 1, 2].map(|more| terms.iter().zip(&moments[more..]).map(|(term, moment)| term.re * moment).sum())
        }).collect();
        let mut load = self.load;
        for _ in 0..200 {
            let weights = self.weights(load);
            let (mut total, mut first) = (0.0, 0.0);
            for (j, (weight, sums)) in (0..).zip(weights.iter().zip(&sums)) {
                total += weight * sums[0];
                first += weight * sums[0] * f64::from(j);
            }
            let step = self.load * total / first;
            load *= step;
            if !(load.is_finite() && load > 0.0) {
                return None;
            }
            if (step - 1.0).abs() < 1e-10 {
                break;
            }
        }
        let weights = self.weights(load);
        let expected = |value: &dyn Fn(f64, &[f64; 3]) -> f64| -> f64 {
            (0..).zip(weights.iter().zip(&sums)).map(|(j, (weight, sums))| weight * value(f64::from(j), sums)).sum()
        };
        let total = expected(&|_, sums| sums[0]);
        let rate = expected(&|_, sums| sums[1]) / total;
        let own = expected(&|_, sums| sums[2] - 2.0 * rate * sums[1] + rate * rate * sums[0]) / total;
        let mean = expected(&|j, sums| j * sums[0]) / total;
        let spread = expected(&|j, sums| (j - mean) * (j - mean) * sums[0]) / total;
        let together = expected(&|j, sums| (j - mean) * (sums[1] - rate * sums[0])) / total;
        let variance = (own - together * together / spread) / self.blocks;
        (variance > 0.0).then(|| (load, rate, libm::sqrt(variance)))
    }

    /// b ln (e^(−u) Σ_j u^j/j! ψ_j) at a real s.
    fn middle(&self, slope: f64, weights: &[f64]) -> f64 {
        let more = self.excess(Complex::new(slope, 0.0));
        self.blocks * libm::log1p(weights.iter().zip(&more).map(|(weight, more)| weight * more.re).sum())
    }

    /// ψ_j − 1.
    fn excess(&self, s: Complex) -> Vec<Complex> {
        let terms = self.series(s);
        let of_load = |moments: &Vec<f64>| {
            terms.iter().zip(moments).skip(1).fold(Complex::ZERO, |sum, (term, moment)| sum + term.times(*moment))
        };
        self.moments.iter().map(of_load).collect()
    }

    /// The mean over the angles of u, e^(−s c) times, less the real `ln_scale`.
    fn value(&self, s: Complex, load: f64, weights: &[f64], centre: f64, ln_scale: f64) -> Complex {
        let more: Vec<Complex> = self.excess(s).iter().zip(weights).map(|(more, weight)| more.times(*weight)).collect();
        let angles = libm::ceil(12.0 * libm::sqrt(self.items)) + 64.0;
        let at = |step: f64| {
            let angle = std::f64::consts::TAU * step / angles;
            let turn = Complex::turn(angle);
            let half = libm::sin(0.5 * angle);
            // e^(−u) Σ u^j/j! ψ_j = e^z + Σ weight (ψ_j − 1), z = u (e^(iθ) − 1)
            let plain = Complex::new(-2.0 * load * half * half, load * turn.im);
            let sum = more.iter().rev().fold(Complex::ZERO, |sum, more| sum * turn + *more);
            let ln = plain.times(self.blocks) + (sum * plain.times(-1.0).exp()).ln_1p().times(self.blocks);
            Complex::new(ln.re - s.re * centre - ln_scale, ln.im - self.items * angle - s.im * centre).exp()
        };
        let mut sum = at(0.0);
        let mut total = sum.modulus();
        for side in [1.0, -1.0] {
            for step in 1..(0.5 * angles) as u64 {
                let term = at(side * step as f64);
                sum = sum + term;
                total += term.modulus();
                if step > 8 && term.modulus() < 1e-18 * total {
                    break;
                }
            }
        }
        sum.times(1.0 / angles)
    }
}
