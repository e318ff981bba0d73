//! N-bounded rates in double precision, for N = 1, 2, … in one pass.

use std::collections::VecDeque;

use super::rows::{LANES, Rows};
use super::sum::CompensatedSum;
use crate::Shape;
use crate::n_bounded::{NBoundedRates, worst_case_rate};
use numbers::Double;

/// Mass at the edges of the law of set bits that is dropped. Below 1e-20 of the total in 10^7 messages.
const NEGLIGIBLE: f64 = 1e-28;

/// The rates of N = 1, 2, … up to the largest N whose cycles always end: what [`n_bounded`](crate::n_bounded) gives
/// one at a time.
///
/// Only the states around the mean number of set bits carry mass, about √M of them: O(k√M) work a message. Relative
/// error below 1e-12.
#[derive(Clone, Debug)]
pub struct NBoundedSweep {
    shape: Shape,
    rows: Rows,
    /// States whose rows have been computed: `first`, `first` + 1, …, as (ρ/(1 − ρ), τ(i, i+d)/(1 − τ(i, i)), d ≥ 1).
    states: VecDeque<(f64, Vec<f64>)>,
    /// The law of the set bits, from state `first` on.
    law: VecDeque<f64>,
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
            states: VecDeque::new(),
            law: VecDeque::from([1.0]),
            first: 0,
            messages: 0,
            silent: CompensatedSum::default(),
            f_o: CompensatedSum::default(),
            f_a: CompensatedSum::default(),
        }
    }

    /// Computes the rows of the states that carry mass.
    fn cover(&mut self) {
        while self.states.len() < self.law.len() {
            let base = self.first + self.states.len() as u64;
            self.rows.fill(base);
            for lane in 0..LANES {
                let leave = self.rows.leave[lane];
                let departures = self.rows.tau[1..].iter().map(|tau| tau[lane] / leave).collect();
                self.states.push_back((self.rows.tau[0][lane] / leave, departures));
            }
        }
    }

    fn trim(&mut self) {
        while self.law.front().is_some_and(|&mass| mass < NEGLIGIBLE) {
            self.law.pop_front();
            self.states.pop_front();
            self.first += 1;
        }
        while self.law.back().is_some_and(|&mass| mass < NEGLIGIBLE) {
            self.law.pop_back();
        }
    }
}

impl Iterator for NBoundedSweep {
    type Item = NBoundedRates<f64>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.messages >= self.shape.message_limit_bound() {
            return None;
        }
        self.cover();
        let k = self.shape.hashes() as usize;
        let mut next = vec![0.0; self.law.len() + k];
        let mut silent = 0.0;
        for (j, (mass, (rho, departures))) in self.law.iter().zip(&self.states).enumerate() {
            silent += mass * rho;
            for (target, p) in next[j + 1..j + 1 + k].iter_mut().zip(departures) {
                *target += mass * p;
            }
        }
        self.law = next.into();
        self.trim();
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
