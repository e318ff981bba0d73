//! σ-bounded filters whose cycle has forgotten its start: averages in closed form, at any size.
//!
//! A new message leaves all set bits inside a given set of s bits with probability λ(s), which is (s/M)^k with and C(s, k)/C(M, k) without
//! replacement. By inclusion–exclusion and the residue theorem the visits of a cycle are a sum over the k roots ζ of λ(ζ) = 1,
//!
//! v_i = Σ_ζ 1/λ'(ζ) · 1/(ζ − i) · Π_{j<i} (M − j)/(ζ − j).
//!
//! The root ζ = M gives 1/(η(M − i)) with η = λ'(M) = Σ_{h<k} 1/b_h, where the h-th position of a message is one of b_h: M with, M − h
//! without replacement. The others, which lie near a circle, die out like Π |M − j|/|ζ − j|: they are the pattern that the first messages,
//! of k bits each, leave in the cycle. Beyond it, with A_d = Σ_{j>d} C(σ+1, j)/(j C(M, j)),
//!
//! L = A_0/η + (1 − Σ_{h<k} b_h^−2/η²)/2, Σ_{i≤σ} v_i C(i, d)/C(M, d) = A_d/η.
//!
//! The first is exact but for what dies out. The second leaves out a constant, d! Σ_ζ 1/λ'(ζ) Π_{j≤d} 1/(ζ − M + j) over the other roots,
//! which is that much smaller than A_d for all but small filters.

use bloomlab_numbers::{Double, Phases, Sampling, Shape, distinct};

use crate::accuracy::LEAST;
use crate::parameters::SigmaBounded;
use crate::sweep::{AtSigma, LANES, Rows};

/// The most that is left out of a settled average, as a relative error.
const MAX_LEFT_OUT: f64 = 1e-13;

/// The longest series A_d: up to a fill of 1 − 4·10^−5.
const MAX_TERMS: u64 = 1_000_000;

/// The average of a filter, or of two, in closed form; `None` if its cycle has not settled by σ.
///
/// Relative error below [`accuracy::SETTLED`](crate::accuracy::SETTLED).
pub fn settled_rate(filter: SigmaBounded, phases: Phases) -> Option<AtSigma> {
    Settled::new(filter.shape(), phases).at(filter.sigma())
}

/// The averages of filters of one shape at any threshold by which a cycle has settled. Relative error below
/// [`accuracy::SETTLED`](crate::accuracy::SETTLED).
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    shape: Shape,
    phases: Phases,
    /// Pr\[D = d\], for the d that can occur.
    classes: Vec<(u64, f64)>,
    /// η, and (1 − Σ b_h^−2/η²)/2.
    eta: f64,
    constant: f64,
}

impl Settled {
    pub(crate) fn new(shape: Shape, phases: Phases) -> Self {
        let (bits, k) = (shape.bits(), shape.hashes());
        let classes = (0..).zip(distinct::positions(&Double, shape)).filter(|&(_, p)| p > 0.0);
        let (eta, squares) = match shape.sampling() {
            Sampling::WithReplacement => (k as f64 / bits as f64, k as f64 / bits as f64 / bits as f64),
            Sampling::WithoutReplacement => (0..k).rev().fold((0.0, 0.0), |(eta, squares), h| {
                let inverse = 1.0 / (bits - h) as f64;
                (eta + inverse, squares + inverse * inverse)
            }),
        };
        Self { shape, phases, classes: classes.collect(), eta, constant: 0.5 * (1.0 - squares / (eta * eta)) }
    }

    /// The average at threshold σ; `None` if what the closed form leaves out is not negligible.
    pub(crate) fn at(&self, sigma: u64) -> Option<AtSigma> {
        let pattern = self.pattern(sigma);
        if pattern > MAX_LEFT_OUT {
            return None;
        }
        let tails = self.tails(sigma)?;
        let messages = tails[0] / self.eta + self.constant;
        let share = |&(d, _): &(u64, f64)| tails[d as usize] / self.eta / messages;
        let active: Vec<f64> = self.classes.iter().map(share).collect();
        let f_active = self.mean(&active);
        if !(f_active > LEAST && pattern + self.start() / (f_active * messages) <= MAX_LEFT_OUT) {
            return None;
        }
        if self.phases == Phases::One {
            return Some(AtSigma { sigma, messages_per_cycle: messages, rate: f_active, published_rate: f_active });
        }
        let frozen = self.frozen(sigma);
        let f_frozen = self.mean(&frozen);
        let both: Vec<f64> =
            active.iter().zip(&frozen).map(|(active, frozen)| active + frozen * (1.0 - active)).collect();
        let published_rate = f_active + f_frozen * (1.0 - f_active);
        Some(AtSigma { sigma, messages_per_cycle: messages, rate: self.mean(&both), published_rate })
    }

    /// Over the distribution of D.
    fn mean(&self, by_class: &[f64]) -> f64 {
        self.classes.iter().zip(by_class).map(|((_, probability), value)| probability * value).sum()
    }

    /// A_d for d = 0 … k, from positive terms; `None` if the series is too long.
    fn tails(&self, sigma: u64) -> Option<Vec<f64>> {
        let (bits, k) = (self.shape.bits(), self.shape.hashes());
        let ratio = (sigma + 1) as f64 / bits as f64;
        let (mut share, mut first) = (1.0, 0.0);
        let mut terms = Vec::new();
        for j in 0..=sigma {
            share *= (sigma + 1 - j) as f64 / (bits - j) as f64;
            let term = share / (j + 1) as f64;
            terms.push(term);
            if j == k {
                first = term;
            }
            // the terms fall faster than a geometric series of this ratio: below 1e-18 of A_k is left out
            if j > k && term * ratio <= first * (1.0 - ratio) * 1e-18 {
                break;
            }
            if j == MAX_TERMS {
                return None;
            }
        }
        let mut sum = 0.0;
        for term in terms.iter_mut().rev() {
            sum += *term;
            *term = sum;
        }
        terms.resize(k as usize + 1, 0.0);
        Some(terms)
    }

    /// Σ_b F_b C(b, d)/C(M, d) by class, F_b = v_b Σ_{j>σ} τ(b, j): the frozen filter at the end of a cycle.
    fn frozen(&self, sigma: u64) -> Vec<f64> {
        let (bits, k) = (self.shape.bits(), self.shape.hashes());
        let mut rows = Rows::new(self.shape);
        let mut frozen = vec![0.0; self.classes.len()];
        for base in (sigma + 1 - k..=sigma).step_by(LANES) {
            rows.fill(base);
            for (lane, set) in (base..=sigma).take(LANES).enumerate() {
                let overflow: f64 = rows.tau[(sigma - set) as usize + 1..].iter().rev().map(|tau| tau[lane]).sum();
                let ends = overflow / (self.eta * (bits - set) as f64);
                let (mut hit, mut drawn) = (1.0, 0);
                for (frozen, &(d, _)) in frozen.iter_mut().zip(&self.classes) {
                    while drawn < d {
                        hit *= set.saturating_sub(drawn) as f64 / (bits - drawn) as f64;
                        drawn += 1;
                    }
                    *frozen += ends * hit;
                }
            }
        }
        frozen
    }

    /// A bound on what the other roots add to a visit or to an average at σ, relative: k² Π |M − j|/|ζ − j| of the nearest root.
    ///
    /// |M − j|²/|ζ − j|² = 1/(1 + 4 sin²(π/k) x/(1 − x)²) at x = j/M with replacement; without, roots and states are shifted by
    /// at most k. The logarithm rises with x: its integral is bounded by its values at the left ends of 64 pieces.
    fn pattern(&self, sigma: u64) -> f64 {
        const PIECES: u32 = 64;
        let (bits, k) = (self.shape.bits() as f64, self.shape.hashes() as f64);
        if self.shape.hashes() == 1 {
            return 0.0;
        }
        let fill = sigma.saturating_sub(self.shape.hashes()) as f64 / bits;
        let sine = libm::sin(std::f64::consts::PI / k);
        let exponent = |piece: u32| {
            let x = fill * f64::from(piece) / f64::from(PIECES);
            0.5 * libm::log1p(4.0 * sine * sine * x / ((1.0 - x) * (1.0 - x)))
        };
        let mean = (0..PIECES).map(exponent).sum::<f64>() / f64::from(PIECES);
        k * k * libm::exp(-bits * fill * mean)
    }

    /// A bound on the constant that A_d/η leaves out, over the distribution of D: d! Σ_ζ |1/λ'(ζ)| Π_{j≤d} 1/|ζ − M + j|.
    ///
    /// Of the r-th pair of roots |ζ − M + j| ≥ (4Mr/k) q with q = 1 − k²/2M, because |ζ − M| = 2M sin(πr/k) and sin x ≥ 2x/π; and
    /// |1/λ'(ζ)| = M/k. So it is at most d! (2M/k) (k/4Mq)^(d+1) Σ_r r^−(d+1) ≤ (ζ(2)/2q) d! (k/4Mq)^d, as d ≥ 1; ζ(2)/2 =
    /// π²/12 < 0.83.
    fn start(&self) -> f64 {
        let (bits, k) = (self.shape.bits() as f64, self.shape.hashes() as f64);
        if self.shape.hashes() == 1 {
            return 0.0;
        }
        if k * k > bits {
            return f64::INFINITY;
        }
        let near = 1.0 - k * k / (2.0 * bits);
        let step = k / (4.0 * near * bits);
        let (mut sum, mut power, mut drawn) = (0.0, 0.83 / near, 0);
        for &(d, probability) in &self.classes {
            while drawn < d {
                drawn += 1;
                power *= drawn as f64 * step;
            }
            sum += probability * power;
        }
        sum
    }
}
