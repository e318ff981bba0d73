//! The sweep for two filters that share the memory.

use std::collections::VecDeque;

use bloomlab_numbers::{Double, Shape, distinct};

use super::kernel::{CompensatedSum, LANES, Lanes};
use super::one_phase::AtSigma;
use super::rows::Rows;

/// The averages at σ = 0, 1, … M' − 1 of two-phase filters, each filter of M' bits: what `variant_average` gives one at a time.
///
/// O(k²M') work, O(k²) memory; `nth` passes over states at about a quarter of the work. Relative error below
/// [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP).
#[derive(Clone, Debug)]
pub struct TwoPhaseSweep {
    rows: Rows,
    shape: Shape,
    next: u64,
    pending: Vec<f64>,
    visits: [f64; LANES],
    messages: CompensatedSum,
    /// Pr\[D = d\] and Σ v_i C(i, d)/C(M', d), for the d that can occur.
    classes: Vec<Class>,
    /// Blocks of neighbouring states that contain the last k, the latest first.
    recent: VecDeque<Block>,
}

#[derive(Clone, Debug)]
struct Class {
    distinct: u64,
    probability: f64,
    active: CompensatedSum,
}

/// Neighbouring states.
#[derive(Clone, Debug, Default)]
struct Block {
    /// v_i Σ_{d>e} τ(i, i+d), by e.
    overflow: Vec<Lanes>,
    /// C(i, d)/C(M', d), by class.
    hits: Vec<Lanes>,
}

impl TwoPhaseSweep {
    /// A sweep of two filters, each of shape `each`.
    pub fn new(each: Shape) -> Self {
        let mut pending = vec![0.0; each.hashes() as usize + 1];
        pending[0] = 1.0;
        let classes = (0..).zip(distinct::positions(&Double, each)).filter(|&(_, p)| p > 0.0);
        Self {
            rows: Rows::new(each),
            shape: each,
            next: 0,
            pending,
            visits: [0.0; LANES],
            messages: CompensatedSum::default(),
            classes: classes
                .map(|(distinct, probability)| Class { distinct, probability, active: CompensatedSum::default() })
                .collect(),
            recent: VecDeque::new(),
        }
    }

    /// Computes the states `base`, `base` + 1, …; the oldest ones, which can no longer overflow, leave.
    fn compute(&mut self, base: u64) {
        self.visits = self.rows.visit(base, &mut self.pending);
        let k = self.shape.hashes() as usize;
        let is_full = self.recent.len() > k.div_ceil(LANES);
        let mut block = if is_full { self.recent.pop_back().unwrap_or_default() } else { Block::default() };
        block.overflow.resize(k, [0.0; LANES]);
        let mut sum = [0.0; LANES];
        for e in (0..k).rev() {
            sum = std::array::from_fn(|lane| sum[lane] + self.rows.tau[e + 1][lane]);
            block.overflow[e] = std::array::from_fn(|lane| sum[lane] * self.visits[lane]);
        }
        // whole numbers, exact in doubles
        let set: Lanes = std::array::from_fn(|lane| (base + lane as u64) as f64);
        block.hits.clear();
        let (mut hit, mut d) = ([1.0; LANES], 0);
        for class in &self.classes {
            while d < class.distinct {
                let (drawn, left) = (d as f64, (self.shape.bits() - d) as f64);
                hit = std::array::from_fn(|lane| hit[lane] * ((set[lane] - drawn).max(0.0) / left));
                d += 1;
            }
            block.hits.push(hit);
        }
        self.recent.push_front(block);
    }

    /// Takes the next state in: the threshold whose average can be asked for then.
    fn advance(&mut self) -> Option<u64> {
        let sigma = self.next;
        if sigma >= self.shape.bits() {
            return None;
        }
        let lane = (sigma % LANES as u64) as usize;
        if lane == 0 {
            self.compute(sigma);
        }
        let visits = self.visits[lane];
        for (class, hits) in self.classes.iter_mut().zip(&self.recent[0].hits) {
            class.active.add(hits[lane] * visits);
        }
        self.messages.add(visits);
        self.next += 1;
        Some(sigma)
    }

    fn average(&self, sigma: u64) -> AtSigma {
        let messages = self.messages.with(0.0);
        let states = self.shape.hashes().min(sigma + 1) as usize;
        let (mut f_active, mut f_frozen, mut either) = (0.0, 0.0, 0.0);
        for (c, class) in self.classes.iter().enumerate() {
            let active = class.active.with(0.0) / messages;
            let last = (sigma % LANES as u64) as usize;
            // e states back
            let overflow = |e: usize| {
                let back = e + LANES - 1 - last;
                let (block, lane) = (&self.recent[back / LANES], LANES - 1 - back % LANES);
                block.overflow[e][lane] * block.hits[c][lane]
            };
            let frozen: f64 = (0..states).map(overflow).sum();
            f_active += class.probability * active;
            f_frozen += class.probability * frozen;
            either += class.probability * (active + frozen * (1.0 - active));
        }
        let published_rate = f_active + f_frozen * (1.0 - f_active);
        AtSigma { sigma, messages_per_cycle: messages, rate: either, published_rate }
    }
}

impl Iterator for TwoPhaseSweep {
    type Item = AtSigma;

    fn next(&mut self) -> Option<AtSigma> {
        self.nth(0)
    }

    fn nth(&mut self, n: usize) -> Option<AtSigma> {
        for _ in 0..n {
            self.advance()?;
        }
        self.advance().map(|sigma| self.average(sigma))
    }
}
