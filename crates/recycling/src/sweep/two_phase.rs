//! The sweep for two filters that share the memory.

use std::collections::VecDeque;

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Shape, distinct};

use super::kernel::LANES;
use super::one_phase::{AtSigma, Sweep};
use super::rows::Rows;
use super::sum::CompensatedSum;

/// The averages at σ = 0, 1, … M' − 1 of two-phase filters, each filter of M' bits: what [`two_phase`](crate::two_phase)
/// gives one at a time.
///
/// O(k²M') work, O(k²) memory; `nth` passes over states at about a quarter of the work.
/// relative error below [`accuracy::TWO_PHASE_SWEEP`](crate::accuracy::TWO_PHASE_SWEEP).
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
    /// The last k states, the latest first: v_i, Σ_{d>e} τ(i, i+d) by e, and their chances C(i, d)/C(M', d) by class.
    recent: VecDeque<Recent>,
}

#[derive(Clone, Debug)]
struct Class {
    distinct: u64,
    probability: f64,
    active: CompensatedSum,
}

#[derive(Clone, Debug, Default)]
struct Recent {
    overflow: Vec<f64>,
    hits: Vec<f64>,
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

    /// The nanoseconds that a state takes whose average is not asked for, measured on one core.
    pub(super) fn nanoseconds_per_state(each: Shape) -> f64 {
        Sweep::nanoseconds_per_state(each) + 7.0 * each.hashes() as f64 + 12.0
    }

    /// Takes state σ in; the oldest state that can no longer overflow from it leaves.
    fn enter(&mut self, set: u64, lane: usize) {
        let k = self.shape.hashes() as usize;
        let mut state =
            if self.recent.len() == k { self.recent.pop_back().unwrap_or_default() } else { Recent::default() };
        state.overflow.clear();
        state.overflow.resize(k, 0.0);
        let mut sum = 0.0;
        for e in (0..k).rev() {
            sum += self.rows.tau[e + 1][lane];
            state.overflow[e] = sum * self.visits[lane];
        }
        state.hits.clear();
        let (mut hit, mut d) = (1.0, 0);
        for class in &mut self.classes {
            while d < class.distinct {
                hit *= set.saturating_sub(d) as f64 / (self.shape.bits() - d) as f64;
                d += 1;
            }
            state.hits.push(hit);
            class.active.add(hit * self.visits[lane]);
        }
        self.recent.push_front(state);
        self.messages.add(self.visits[lane]);
    }

    /// Takes the next state in: the threshold whose average can be asked for then.
    fn advance(&mut self) -> Option<u64> {
        let sigma = self.next;
        if sigma >= self.shape.bits() {
            return None;
        }
        let lane = (sigma % LANES as u64) as usize;
        if lane == 0 {
            self.visits = self.rows.visit(sigma, &mut self.pending);
        }
        self.enter(sigma, lane);
        self.next += 1;
        Some(sigma)
    }

    /// The average at the last state taken in.
    fn average(&self, sigma: u64) -> AtSigma {
        let messages = self.messages.with(0.0);
        let (mut f_active, mut f_frozen, mut either) = (0.0, 0.0, 0.0);
        for (c, class) in self.classes.iter().enumerate() {
            let active = class.active.with(0.0) / messages;
            let frozen: f64 = self.recent.iter().enumerate().map(|(e, state)| state.overflow[e] * state.hits[c]).sum();
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
