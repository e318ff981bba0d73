//! The density of the rate of a filter of many blocks, by Fourier's integral of its [transform](super::transform).
//!
//! ρ has as many values as filters have bits, but their
//! spacing is far below what any number of queries distinguishes: E e^(itρ) falls to 1e-17 of its first value and stays there, and what
//! has that transform is a smooth density. For relative accuracy far out it is computed under several tilts e^(θρ), each within about
//! 3 standard deviations of its own mean.
//!
//! What is computed is checked before it is used: the mass is 1, and mean and variance are those of their exact sums.

use super::BlockMoments;
use super::interior::Interior;
use super::transform::{Contour, Transform};
use crate::counts::RateDistribution;
use crate::counts::complex::Complex;

/// The standard deviations of one turn of the transform.
const TURN: f64 = 40.0;
/// The standard deviations on either side of its mean that a tilt serves, at most.
const SIDE: f64 = 3.0;
/// The logarithm below which a tail is left out: 1e-24.
const FAR: f64 = 55.0;
/// The transform relative to its first value where it ends.
const END: f64 = 3e-17;
/// The largest |s| that is asked for, in inverse standard deviations of ρ: tilt and frequency together.
const REACH: f64 = 22.0;
/// The most frequencies of a transform, and tilts.
const MOST_FREQUENCIES: usize = 500;
const MOST_TILTS: usize = 60;
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
        let transform = Transform::new(interior, REACH / (deviation * blocks))?;
        let middle = Tilt::of(&transform, &transform.contour(0.0)?)?;
        let mut tilts = vec![middle.clone()];
        for side in [1.0, -1.0] {
            let mut last = middle.clone();
            while !last.is_last(side) && tilts.len() < MOST_TILTS {
                // where there is no next one this one serves all beyond, which is less probable than its own middle
                let Some(next) = last.next(&transform, side) else { break };
                tilts.push(next.clone());
                last = next;
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
        let end = |tilt: Option<&Tilt>, side: f64| tilt.map_or(0.0, |tilt| tilt.end(side));
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
            while let Some(next) = tilts.next_if(|next| tilt.ends_before(next) < rate) {
                tilt = next;
            }
            points.push((stride * tilt.density(rate), rate));
        }
        points.retain(|(weight, _)| *weight > 0.0);
        points
    }
}

impl Tilt {
    /// `None` where the transform does not end in time.
    fn of(transform: &Transform, contour: &Contour) -> Option<Self> {
        let slope = contour.slope;
        let (centre, deviation, ln_value) = (contour.centre, contour.deviation, contour.ln_value);
        let spacing = std::f64::consts::TAU / (TURN * deviation);
        let (mut values, mut small) = (vec![Complex::new(1.0, 0.0)], 0);
        while small < 6 {
            if values.len() > MOST_FREQUENCIES {
                return None;
            }
            let value = transform.value(contour, spacing * values.len() as f64)?;
            small = if value.modulus() < END { small + 1 } else { 0 };
            values.push(value);
        }
        Some(Self { slope, centre, deviation, ln_value, values, spacing })
    }

    /// Where the next tilt takes over.
    fn ends_before(&self, next: &Self) -> f64 {
        (self.centre * next.deviation + next.centre * self.deviation) / (self.deviation + next.deviation)
    }

    /// Whether Chernoff's bound leaves nothing beyond what it serves.
    fn is_last(&self, side: f64) -> bool {
        let reach = self.centre + side * SIDE * self.deviation;
        let ln_tail = self.ln_value - self.slope * (reach - self.centre);
        ln_tail < -FAR || reach <= 0.0 || reach >= 1.0
    }

    /// Where Chernoff's bound leaves nothing; without a tilt, what the transform reaches.
    fn end(&self, side: f64) -> f64 {
        let half = 0.5 * TURN * self.deviation;
        let most = if self.slope == 0.0 { half } else { ((self.ln_value + FAR) / self.slope.abs()).min(half) };
        self.centre + side * most
    }

    /// The next tilt, near enough that the two serve what lies between their means: where single blocks begin to dominate the far tail,
    /// small steps of the slope move the mean far.
    fn next(&self, transform: &Transform, side: f64) -> Option<Self> {
        let mut step = side * 1.7 * SIDE / self.deviation;
        for _ in 0..8 {
            if let Some(next) = transform.contour(self.slope + step)
                && (next.centre - self.centre).abs() <= SIDE * (self.deviation + next.deviation)
                && (next.centre - self.centre) * side > 0.0
            {
                return Self::of(transform, &next);
            }
            step *= 0.6;
        }
        None
    }

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
