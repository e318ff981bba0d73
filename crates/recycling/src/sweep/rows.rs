//! Transition probabilities of eight neighbouring states at a time, in double precision.

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Sampling, Shape};

use crate::transitions::transitions;

/// States computed together: two to four vector registers, whatever the machine's width.
pub(crate) const LANES: usize = 8;

/// Below it a double may have lost digits.
const LEAST: f64 = 1e-280;

/// τ(i, i + d) for i = base … base + 7, filled in place. Relative error of each: a few k units in the last place.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    shape: Shape,
    /// `tau[d][lane]`.
    pub(crate) tau: Vec<[f64; LANES]>,
    /// 1 − τ(i, i), summed from the positive τ(i, i + d).
    pub(crate) leave: [f64; LANES],
    /// With replacement: (i + d)/M and (M − i − d)/M, by d and lane.
    hit: Vec<[f64; LANES]>,
    miss: Vec<[f64; LANES]>,
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
            hit: vec![[0.0; LANES]; k + 1],
            miss: vec![[0.0; LANES]; k + 1],
            inverse: (0..k).map(|j| 1.0 / (shape.bits() as f64 - j as f64)).collect(),
            step: (0..=k).map(|d| d as f64 / (k + 1 - d) as f64).collect(),
        }
    }

    /// Fills the block that begins at `base`. Lanes at and beyond M bits hold nothing of use.
    pub(crate) fn fill(&mut self, base: u64) {
        match self.shape.sampling() {
            Sampling::WithReplacement => self.with_replacement(base),
            Sampling::WithoutReplacement => self.without_replacement(base),
        }
        self.leave = [0.0; LANES];
        for tau in &self.tau[1..] {
            for (sum, t) in self.leave.iter_mut().zip(tau) {
                *sum += t;
            }
        }
    }

    /// The recursion of eq. 4 for all lanes at once.
    fn with_replacement(&mut self, base: u64) {
        let bits = self.shape.bits() as f64;
        let scale = 1.0 / bits;
        for (d, (hit, miss)) in self.hit.iter_mut().zip(&mut self.miss).enumerate() {
            let first = base as f64 + d as f64;
            for lane in 0..LANES {
                let set = first + lane as f64;
                hit[lane] = set * scale;
                miss[lane] = (bits - set).max(0.0) * scale;
            }
        }
        // the first hash function by itself; each further one reaches one state more
        self.tau[0] = self.hit[0];
        self.tau[1] = self.miss[0];
        for reach in 2..self.tau.len() {
            self.tau[reach] = product(&self.tau[reach - 1], &self.miss[reach - 1]);
            for d in (1..reach).rev() {
                let (stays, moves) = (self.tau[d], self.tau[d - 1]);
                let (hit, miss) = (&self.hit[d], &self.miss[d - 1]);
                let tau = &mut self.tau[d];
                for lane in 0..LANES {
                    tau[lane] = stays[lane] * hit[lane] + moves[lane] * miss[lane];
                }
            }
            self.tau[0] = product(&self.tau[0], &self.hit[0]);
        }
    }

    /// The hypergeometric law by the ratio of neighbours, from the end that holds the mass.
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
        let begins = |start: &[f64; LANES]| start.iter().all(|start| *start > LEAST);
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
    fn falling(&self, x: &[f64; LANES]) -> [f64; LANES] {
        let mut product = [1.0; LANES];
        for (j, inverse) in self.inverse.iter().enumerate() {
            for lane in 0..LANES {
                product[lane] *= (x[lane] - j as f64) * inverse;
            }
        }
        product
    }

    fn upwards(&mut self, start: [f64; LANES], set: &[f64; LANES], clear: &[f64; LANES]) {
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

    fn downwards(&mut self, start: [f64; LANES], set: &[f64; LANES], clear: &[f64; LANES]) {
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

fn product(x: &[f64; LANES], y: &[f64; LANES]) -> [f64; LANES] {
    std::array::from_fn(|lane| x[lane] * y[lane])
}
