//! Transition probabilities of eight neighbouring states at a time, in double precision.

use bloomlab_numbers::{Double, Sampling, Shape};

use super::kernel::{LANES, Lanes, leaves, recursion, visit};
use crate::transitions::transitions;

/// A double below this may have lost digits.
const LEAST: f64 = 1e-280;

/// τ(i, i + d) for i = base … base + 7, filled in place. Relative error of each: a few k units in the last place.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    shape: Shape,
    /// `tau[d][lane]`.
    pub(crate) tau: Vec<Lanes>,
    /// 1 − τ(i, i), summed from the positive τ(i, i + d).
    pub(crate) leave: Lanes,
    /// 1/(1 − τ(i, i)), the messages that a state lasts: not divided in the chain from state to state, which waits for each result.
    waits: Lanes,
    /// With replacement: (i + d)/M and (M − i − d)/M, by d and lane.
    hit: Vec<Lanes>,
    miss: Vec<Lanes>,
    /// Without replacement: 1/(M − j), and d/(k + 1 − d).
    inverse: Vec<f64>,
    step: Vec<f64>,
}

impl Rows {
    pub(crate) fn new(shape: Shape) -> Self {
        let k = shape.hashes() as usize;
        Self {
            shape,
            tau: vec![[0.0; LANES]; k + 1],
            leave: [0.0; LANES],
            waits: [0.0; LANES],
            hit: vec![[0.0; LANES]; k + 1],
            miss: vec![[0.0; LANES]; k + 1],
            inverse: (0..k).map(|j| 1.0 / (shape.bits() as f64 - j as f64)).collect(),
            step: (0..=k).map(|d| d as f64 / (k + 1 - d) as f64).collect(),
        }
    }

    pub(crate) fn fill(&mut self, base: u64) {
        self.leave = match self.shape.sampling() {
            Sampling::WithReplacement => {
                let bits = self.shape.bits() as f64;
                recursion(&mut self.tau, &mut self.hit, &mut self.miss, base as f64, bits)
            }
            Sampling::WithoutReplacement => {
                self.without_replacement(base);
                leaves(&self.tau)
            }
        };
    }

    /// v_i of the states `base`, `base` + 1, …, whose rows it fills in; `pending` as for [`visit`].
    pub(crate) fn visit(&mut self, base: u64, pending: &mut [f64]) -> Lanes {
        self.fill(base);
        self.waits = self.leave.map(|leave| 1.0 / leave);
        visit(&self.tau, &self.waits, pending)
    }

    /// The hypergeometric distribution by the ratio of neighbours, from the end that holds the mass.
    fn without_replacement(&mut self, base: u64) {
        let (bits, k) = (self.shape.bits(), self.shape.hashes());
        let end = base + LANES as u64;
        let mut set = [0.0; LANES];
        let mut clear = [0.0; LANES];
        for lane in 0..LANES {
            set[lane] = (base + lane as u64) as f64;
            clear[lane] = bits as f64 - set[lane];
        }
        // neither may a lane leave the recurrences' domain nor their first term underflow, with many hash functions
        let begins = |start: &Lanes| start.iter().all(|start| *start > LEAST);
        if base >= bits - base && base >= k {
            let start = self.falling(&set);
            if begins(&start) {
                return self.upwards(start, &set, &clear);
            }
        } else if base < bits - base && bits >= end + k {
            let start = self.falling(&clear);
            if begins(&start) {
                return self.downwards(start, &set, &clear);
            }
        }
        for lane in 0..LANES {
            let row = transitions(&Double, self.shape, (base + lane as u64).min(bits));
            for (tau, t) in self.tau.iter_mut().zip(row) {
                tau[lane] = t;
            }
        }
    }

    /// Π_{j<k} (x − j)/(M − j).
    fn falling(&self, x: &Lanes) -> Lanes {
        let mut product = [1.0; LANES];
        for (j, inverse) in self.inverse.iter().enumerate() {
            for lane in 0..LANES {
                product[lane] *= (x[lane] - j as f64) * inverse;
            }
        }
        product
    }

    fn upwards(&mut self, start: Lanes, set: &Lanes, clear: &Lanes) {
        let k = self.tau.len() - 1;
        self.tau[0] = start;
        for d in 0..k {
            let (low, high) = self.tau.split_at_mut(d + 1);
            let scale = 1.0 / self.step[d + 1];
            let shift = d as f64 + 1.0 - k as f64;
            for lane in 0..LANES {
                high[0][lane] = low[d][lane] * ((clear[lane] - d as f64).max(0.0) * scale / (set[lane] + shift));
            }
        }
    }

    fn downwards(&mut self, start: Lanes, set: &Lanes, clear: &Lanes) {
        let k = self.tau.len() - 1;
        self.tau[k] = start;
        for d in (1..=k).rev() {
            let (low, high) = self.tau.split_at_mut(d);
            let scale = self.step[d];
            let shift = d as f64 - k as f64;
            for lane in 0..LANES {
                let ratio = (set[lane] + shift).max(0.0) * scale / (clear[lane] + 1.0 - d as f64);
                low[d - 1][lane] = high[0][lane] * ratio;
            }
        }
    }
}
