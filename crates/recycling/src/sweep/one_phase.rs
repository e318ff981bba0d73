//! One pass in double precision that gives the rate and the messages per cycle of every threshold.

use bloomlab_numbers::Shape;

use super::kernel::{CompensatedSum, LANES};
use super::rows::Rows;

/// The averages of a filter of threshold σ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AtSigma {
    /// σ, the threshold of (each) filter.
    pub sigma: u64,
    /// Expected new messages per cycle, the overflowing one counted.
    pub messages_per_cycle: f64,
    /// The average false-positive rate.
    pub rate: f64,
    /// The papers' rate: differs with replacement only, for two phases and for retaining filters.
    pub published_rate: f64,
}

/// The averages at σ = 0, 1, … M − 1 in turn, non-retaining: L(σ) = Σ_{i≤σ} v_i and f_σ¹ = Σ v_i ρ(i)/L, as [`one_phase`](crate::one_phase)
/// gives them one at a time.
///
/// v_i does not depend on σ, so one pass serves all: O(k²M) work with, O(kM) without replacement, O(k) memory. Eight states' transitions
/// are computed side by side in vector registers. Relative error below [`accuracy::SWEEP`](crate::accuracy::SWEEP): every term is a sum of
/// positive numbers, and the visits still owed to later states, which sum to 1 exactly, are rescaled to do so, so that rounding cannot
/// drift over millions of states. Stops at M − 1; take what is needed.
#[derive(Clone, Debug)]
pub struct Sweep {
    rows: Rows,
    bits: u64,
    next: u64,
    pending: Vec<f64>,
    messages: CompensatedSum,
    false_positives: CompensatedSum,
    block: [(f64, f64); LANES],
}

impl Sweep {
    /// A sweep of filters of shape `shape`.
    pub fn new(shape: Shape) -> Self {
        let mut pending = vec![0.0; shape.hashes() as usize + 1];
        pending[0] = 1.0;
        Self {
            rows: Rows::new(shape),
            bits: shape.bits(),
            next: 0,
            pending,
            messages: CompensatedSum::default(),
            false_positives: CompensatedSum::default(),
            block: [(0.0, 0.0); LANES],
        }
    }

    fn advance(&mut self) {
        let visits = self.rows.visit(self.next, &mut self.pending);
        let (mut messages, mut false_positives) = (0.0, 0.0);
        for ((point, visits), rho) in self.block.iter_mut().zip(visits).zip(&self.rows.tau[0]) {
            messages += visits;
            false_positives += visits * rho;
            let total = self.messages.with(messages);
            *point = (total, self.false_positives.with(false_positives) / total);
        }
        self.messages.add(messages);
        self.false_positives.add(false_positives);
    }
}

impl Iterator for Sweep {
    type Item = AtSigma;

    #[inline]
    fn next(&mut self) -> Option<AtSigma> {
        if self.next >= self.bits {
            return None;
        }
        let lane = (self.next % LANES as u64) as usize;
        if lane == 0 {
            self.advance();
        }
        let (messages_per_cycle, rate) = self.block[lane];
        let sigma = self.next;
        self.next += 1;
        Some(AtSigma { sigma, messages_per_cycle, rate, published_rate: rate })
    }
}
