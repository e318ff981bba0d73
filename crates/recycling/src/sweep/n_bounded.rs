//! N-bounded rates in double precision, for N = 1, 2, … in one pass.

use bloomlab_numbers::{Cost, Double};
use bloomlab_occupancy::Shape;

use super::rows::Rows;
use super::sum::CompensatedSum;
use crate::NBounded;
use crate::n_bounded::{NBoundedRates, worst_case_rate};

/// Mass at the edges of the law of set bits that is dropped: less than 1e-20 in all, in 10^7 messages of 10^5 states.
const NEGLIGIBLE: f64 = 1e-32;
/// The same where hash functions are numerous enough for the unlikely states to decide the rate: from one standard
/// deviation of the set bits to the next, ρ rises by a factor e^x with x of the order of k/√m.
const NEGLIGIBLE_FOR_MANY_HASHES: f64 = 1e-300;

fn has_many_hashes(shape: Shape) -> bool {
    shape.hashes() as f64 > 4.0 * (shape.bits() as f64).sqrt()
}

/// The rates of N = 1, 2, … up to the largest N whose cycles always end: what [`n_bounded`](crate::n_bounded) gives
/// one at a time.
///
/// Only the states around the mean number of set bits carry mass, about √M of them: O(k√M) work a message. Relative
/// error below [`accuracy::N_BOUNDED_SWEEP`](crate::accuracy::N_BOUNDED_SWEEP).
#[derive(Clone, Debug)]
pub struct NBoundedSweep {
    shape: Shape,
    rows: Rows,
    /// By state, from `origin` on: ρ/(1 − ρ), and for each d ≥ 1 τ(i, i+d)/(1 − τ(i, i)).
    silent_at: Vec<f64>,
    departures: Vec<Vec<f64>>,
    origin: u64,
    /// The law of the set bits, from state `first` on.
    law: Vec<f64>,
    next_law: Vec<f64>,
    first: u64,
    messages: u64,
    silent: CompensatedSum,
    f_o: CompensatedSum,
    f_a: CompensatedSum,
}

impl NBoundedSweep {
    /// A sweep of filters of shape `shape`.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            rows: Rows::new(shape),
            silent_at: Vec::new(),
            departures: vec![Vec::new(); shape.hashes() as usize],
            origin: 0,
            law: vec![1.0],
            next_law: Vec::new(),
            first: 0,
            messages: 0,
            silent: CompensatedSum::default(),
            f_o: CompensatedSum::default(),
            f_a: CompensatedSum::default(),
        }
    }

    /// What following a filter of shape `shape` up to the load kN/M takes: a nanosecond for each message, hash function
    /// and number of set bits that has mass, some twelve standard deviations of them (37 for many hash functions).
    /// Measured on one core.
    pub(crate) fn cost(shape: Shape, load: f64) -> Cost {
        let (bits, k) = (shape.bits() as f64, shape.hashes() as f64);
        let variance = bits * libm::exp(-load) * (1.0 - (1.0 + load) * libm::exp(-load));
        let deviations = if has_many_hashes(shape) { 37.0 } else { 12.0 };
        let width = k + if shape.hashes() == 1 { 0.0 } else { deviations * variance.max(0.0).sqrt() };
        // and the rows of transitions, for each state once
        let nanoseconds = load * bits * (width + 0.25 * k * k + 20.0);
        Cost::of_seconds(1e-9 * nanoseconds).holding(k * (width + 1024.0))
    }

    /// Computes the rows of the states that carry mass; forgets those that no longer do once they are many.
    fn cover(&mut self) {
        // a narrow law may have jumped past all that is known
        let passed = ((self.first - self.origin) as usize).min(self.silent_at.len());
        if passed > 2 * self.law.len() + 1024 {
            self.silent_at.drain(..passed);
            self.departures.iter_mut().for_each(|column| {
                column.drain(..passed);
            });
            self.origin += passed as u64;
        }
        while self.origin + (self.silent_at.len() as u64) < self.first + self.law.len() as u64 {
            self.rows.fill(self.origin + self.silent_at.len() as u64);
            let leave = self.rows.leave;
            self.silent_at.extend(self.rows.tau[0].iter().zip(leave).map(|(t, leave)| t / leave));
            for (column, tau) in self.departures.iter_mut().zip(&self.rows.tau[1..]) {
                column.extend(tau.iter().zip(leave).map(|(t, leave)| t / leave));
            }
        }
    }

    /// One more bit-setting message: the expected silent ones before it.
    fn push(&mut self) -> f64 {
        let (start, width) = ((self.first - self.origin) as usize, self.law.len());
        let silent = self.law.iter().zip(&self.silent_at[start..]).map(|(mass, s)| mass * s).sum();
        self.next_law.clear();
        self.next_law.resize(width + self.departures.len() - 1, 0.0);
        for (d, column) in self.departures.iter().enumerate() {
            let targets = &mut self.next_law[d..d + width];
            for ((target, mass), p) in targets.iter_mut().zip(&self.law).zip(&column[start..start + width]) {
                *target += mass * p;
            }
        }
        let least = if has_many_hashes(self.shape) { NEGLIGIBLE_FOR_MANY_HASHES } else { NEGLIGIBLE };
        let kept = |mass: &f64| *mass >= least;
        let low = self.next_law.iter().position(kept).unwrap_or(0);
        let high = self.next_law.iter().rposition(kept).map_or(0, |last| last + 1);
        // the law is one of probabilities: rescaled, its rounding errors do not grow with every message
        let total: f64 = self.next_law[low..high].iter().sum();
        self.law.clear();
        self.law.extend(self.next_law[low..high].iter().map(|mass| mass / total));
        self.first += 1 + low as u64;
        silent
    }
}

impl Iterator for NBoundedSweep {
    type Item = NBoundedRates<f64>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.messages >= NBounded::most_messages(self.shape) {
            return None;
        }
        self.cover();
        let silent = self.push();
        self.silent.add(silent);
        let f = worst_case_rate(&Double, self.shape, self.messages);
        self.f_o.add(f);
        self.f_a.add(f / (1.0 - f));
        self.messages += 1;
        let n = self.messages as f64;
        let (silent, f_a) = (self.silent.with(0.0), self.f_a.with(0.0));
        Some(NBoundedRates {
            messages: self.messages,
            exact: silent / (n + silent),
            f_o: self.f_o.with(0.0) / n,
            f_a: f_a / (n + f_a),
            messages_per_cycle: n + silent,
        })
    }
}
