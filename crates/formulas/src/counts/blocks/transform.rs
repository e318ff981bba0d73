//! The transform of the rate ρ of a blocked filter: E e^(sρ) for complex s.
//!
//! The loads of the b blocks are independent Poisson variables, given that their sum is n. So
//!
//! E e^(sρ) = (n!/b^n) \[u^n\] (Σ_j u^j/j! ψ_j)^b, ψ_j = E\[e^(s f/b) | j\],
//!
//! and a Cauchy integral over |u| at the saddle point of the real part of s takes the coefficient, with 12√n + 64 angles of which those
//! near 0 count. Plain blocks: ψ_j is a sum over the set bits. Split blocks: Σ_r (s/b)^r/r! E\[f^r | j\].

use super::interior::{Interior, Row};
use crate::counts::binomial::deviance;
use crate::counts::complex::Complex;
use crate::counts::stirling::remainder;

/// The transforms at complex s that a density takes, about, a step for each term.
const VALUES: f64 = 500.0;
/// The probability, over all blocks together, that one has a load, or set bits, which are left out; as if f were 0 there. Without that a
/// tilt would make single blocks with improbable loads dominate all others.
const NEVER: f64 = 1e-30;
/// The most moments at once.
const MOST_MOMENTS: u64 = 2_000_000;
/// The most powers of the series.
const MOST_POWERS: u64 = 1000;
/// The largest |s|/b for which no power overflows.
const MOST_REACH: f64 = 600.0;

pub(super) struct Transform {
    blocks: f64,
    items: f64,
    load: f64,
    basis: Basis,
    rows: Vec<Row>,
    ln_factorials: Vec<f64>,
    /// The largest |s|/b for which the basis suffices.
    reach: f64,
}

/// What ψ_j − 1 is a sum of.
enum Basis {
    /// e^(s f/b) − 1 for these f, with their probabilities.
    Exponentials(Vec<f64>),
    /// (s/b)^r/r!, r = 1 … this number, with the moments of f.
    Powers(usize),
}

/// The circle of the Cauchy integral at the real part of s, and about the mean and the deviation of ρ under the tilt e^(sρ).
pub(super) struct Contour {
    pub(super) slope: f64,
    load: f64,
    weights: Vec<f64>,
    first: f64,
    ln_middle: f64,
    pub(super) centre: f64,
    pub(super) deviation: f64,
    /// ln E e^(s(ρ − c)).
    pub(super) ln_value: f64,
}

impl Transform {
    /// For |s|/b up to `reach`; `None` where it takes too long.
    pub(super) fn new(interior: &Interior, reach: f64) -> Option<Self> {
        let loads = interior.most_poisson(NEVER);
        let most = bloomlab_occupancy::Budget::ANSWER.steps;
        if interior.cost(loads, 2).steps > 0.5 * most {
            return None;
        }
        let ln_factorials: Vec<f64> = (0..=loads).map(|j| libm::lgamma(j as f64 + 1.0)).collect();
        let (basis, rows, reach) = match interior.shares(loads) {
            Some(shares) => (Basis::Exponentials(shares), interior.probabilities(loads, NEVER), f64::INFINITY),
            None if reach > MOST_REACH => return None,
            None => {
                let powers = powers(interior, loads, &ln_factorials, reach)?;
                let rows = interior.moments(loads, powers + 2).into_iter().map(|weights| Row { first: 0, weights });
                (Basis::Powers(powers as usize), rows.collect(), reach)
            }
        };
        let terms: usize = rows.iter().map(|row| row.weights.len()).sum();
        let (blocks, items) = (interior.blocks as f64, interior.items as f64);
        (VALUES * (terms as f64) < most).then_some(Self {
            blocks,
            items,
            load: interior.load,
            basis,
            rows,
            ln_factorials,
            reach,
        })
    }

    /// ψ_j − 1 for every load j, s = `s` b.
    fn excess(&self, s: Complex) -> Vec<Complex> {
        let terms: Vec<Complex> = match &self.basis {
            Basis::Exponentials(shares) => shares.iter().map(|share| s.times(*share).exp_m1()).collect(),
            Basis::Powers(most) => {
                let mut term = Complex::new(1.0, 0.0);
                let next = |r: usize| {
                    term = (term * s).times(1.0 / r as f64);
                    term
                };
                std::iter::once(Complex::ZERO).chain((1..=*most).map(next)).collect()
            }
        };
        let of_load = |row: &Row| {
            let terms = terms[row.first..].iter().zip(&row.weights);
            terms.fold(Complex::ZERO, |sum, (term, weight)| sum + term.times(*weight))
        };
        self.rows.iter().map(of_load).collect()
    }

    /// E\[f^d e^(s f/b) | j\] for d = 0, 1, 2, s = `s` b real.
    fn derivatives(&self, s: f64) -> Vec<[f64; 3]> {
        match &self.basis {
            Basis::Exponentials(shares) => {
                let grown: Vec<f64> = shares.iter().map(|share| libm::exp(s * share)).collect();
                let of_load = |row: &Row| {
                    let mut sums = [0.0; 3];
                    for ((weight, grown), share) in
                        row.weights.iter().zip(&grown[row.first..]).zip(&shares[row.first..])
                    {
                        let term = weight * grown;
                        sums = [sums[0] + term, sums[1] + term * share, sums[2] + term * share * share];
                    }
                    sums
                };
                self.rows.iter().map(of_load).collect()
            }
            Basis::Powers(most) => {
                let next = |term: &f64, r: usize| term * s / (r + 1) as f64;
                let terms: Vec<f64> = (0..=*most)
                    .scan(1.0, |term, r| {
                        let now = *term;
                        *term = next(term, r);
                        Some(now)
                    })
                    .collect();
                let of_load = |row: &Row| {
                    [0, 1, 2]
                        .map(|more| terms.iter().zip(&row.weights[more..]).map(|(term, moment)| term * moment).sum())
                };
                self.rows.iter().map(of_load).collect()
            }
        }
    }

    /// Poisson weights of mean `load`.
    fn weights(&self, load: f64) -> Vec<f64> {
        let ln = libm::log(load);
        (0..)
            .zip(&self.ln_factorials)
            .map(|(j, ln_factorial)| libm::exp(f64::from(j) * ln - load - ln_factorial))
            .collect()
    }

    /// The contour at the real part `slope`.
    pub(super) fn contour(&self, slope: f64) -> Option<Contour> {
        let s = slope / self.blocks;
        if s.abs() > self.reach {
            return None;
        }
        let sums = self.derivatives(s);
        let mut load = self.load;
        for _ in 0..200 {
            let (mut total, mut first) = (0.0, 0.0);
            for (j, (weight, sums)) in (0..).zip(self.weights(load).iter().zip(&sums)) {
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
        let centre = expected(&|_, sums| sums[1]) / total;
        let own = expected(&|_, sums| sums[2] - 2.0 * centre * sums[1] + centre * centre * sums[0]) / total;
        let mean = expected(&|j, sums| j * sums[0]) / total;
        let spread = expected(&|j, sums| (j - mean) * (j - mean) * sums[0]) / total;
        let together = expected(&|j, sums| (j - mean) * (sums[1] - centre * sums[0])) / total;
        let deviation = libm::sqrt((own - together * together / spread) / self.blocks);
        let more = self.excess(Complex::new(s, 0.0));
        let ln_middle =
            self.blocks * libm::log1p(weights.iter().zip(&more).map(|(weight, more)| weight * more.re).sum());
        let mut contour = Contour { slope, load, weights, first: 1.0, ln_middle, centre, deviation, ln_value: 0.0 };
        contour.first = self.value(&contour, 0.0)?.re;
        // n! e^(bu)/(bu)^n
        let n = self.items;
        let ln_scale = 0.5 * libm::log(std::f64::consts::TAU * n) + remainder(n) + deviance(n, self.blocks * load);
        contour.ln_value = ln_middle - slope * centre + ln_scale + libm::log(contour.first);
        (contour.ln_value.is_finite() && deviation > 0.0).then_some(contour)
    }

    /// E e^((s + it)(ρ − c))/E e^(s(ρ − c)).
    pub(super) fn value(&self, contour: &Contour, t: f64) -> Option<Complex> {
        let s = Complex::new(contour.slope, t);
        if s.modulus() / self.blocks > self.reach {
            return None;
        }
        let more = self.excess(s.times(1.0 / self.blocks));
        let more: Vec<Complex> = more.iter().zip(&contour.weights).map(|(more, weight)| more.times(*weight)).collect();
        let angles = libm::ceil(12.0 * libm::sqrt(self.items)) + 64.0;
        let at = |step: f64| {
            let angle = std::f64::consts::TAU * step / angles;
            let turn = Complex::turn(angle);
            let half = libm::sin(0.5 * angle);
            // e^(−u) Σ u^j/j! ψ_j = e^z + Σ weight (ψ_j − 1), z = u (e^(iθ) − 1)
            let plain = Complex::new(-2.0 * contour.load * half * half, contour.load * turn.im);
            let sum = more.iter().rev().fold(Complex::ZERO, |sum, more| sum * turn + *more);
            let ln = (plain + (sum * plain.times(-1.0).exp()).ln_1p()).times(self.blocks);
            Complex::new(ln.re - contour.ln_middle, ln.im - self.items * angle - t * contour.centre).exp()
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
        Some(sum.times(1.0 / (angles * contour.first)))
    }
}

/// The first r with ζ^r/r! E f^r below 1e-24/b, ζ = `reach`; a tilt moves loads upwards, for which there is room.
fn powers(interior: &Interior, loads: u64, ln_factorials: &[f64], reach: f64) -> Option<u64> {
    for powers in [60, 120, 250, 500, MOST_POWERS] {
        if loads * powers > MOST_MOMENTS {
            return None;
        }
        let moments = interior.moments(loads, powers);
        let small = |r: u64| {
            let ln_scale =
                r as f64 * libm::log(reach) - libm::lgamma(r as f64 + 1.0) + libm::log(interior.blocks as f64);
            let terms = (0..).zip(&moments).zip(ln_factorials).map(|((j, moments), ln_factorial)| {
                let ln_weight = f64::from(j) * libm::log(interior.load) - interior.load - ln_factorial;
                libm::exp(0.7 * ln_weight + ln_scale) * moments[r as usize]
            });
            terms.sum::<f64>() < 1e-24
        };
        if small(powers) {
            return (1..=powers).rev().find(|r| !small(*r)).map(|r| r + 1);
        }
    }
    None
}
