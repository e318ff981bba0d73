//! N-bounded rates in double precision, for N = 1, 2, … in one pass.

use bloomlab_numbers::{Double, Shape};

use super::kernel::{CompensatedSum, add_products};
use super::rows::Rows;
use crate::n_bounded::{NBoundedRates, worst_case_rate};
use crate::parameters::NBounded;

/// The rates of N = 1, 2, … up to the largest N whose cycles always end: what [`n_bounded`](crate::n_bounded) gives one at a time.
///
/// Only the states around the mean number of set bits carry mass, about √M of them: O(k√M) work a message. Relative error below
/// [`accuracy::N_BOUNDED_SWEEP`](crate::accuracy::N_BOUNDED_SWEEP).
#[derive(Clone, Debug)]
pub struct NBoundedSweep {
    shape: Shape,
    set_bits: SetBits,
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
            set_bits: SetBits::new(shape),
            messages: 0,
            silent: CompensatedSum::default(),
            f_o: CompensatedSum::default(),
            f_a: CompensatedSum::default(),
        }
    }
}

impl Iterator for NBoundedSweep {
    type Item = NBoundedRates<f64>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.messages >= NBounded::most_messages(self.shape) {
            return None;
        }
        self.silent.add(self.set_bits.push());
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

/// Mass at the edges of the distribution of set bits that is dropped: less than 1e-20 in all, in 10^7 messages of 10^5 states.
const NEGLIGIBLE: f64 = 1e-32;
/// The same where hash functions are numerous enough for the unlikely states to decide the rate: from one standard deviation of the set
/// bits to the next, ρ rises by a factor e^x with x of the order of k/√m.
const NEGLIGIBLE_FOR_MANY_HASHES: f64 = 1e-300;

fn has_many_hashes(shape: Shape) -> bool {
    shape.hashes() as f64 > 4.0 * (shape.bits() as f64).sqrt()
}

/// The distribution of the set bits after 0, 1, … messages that set bits.
///
/// Only the states around the mean number of set bits carry mass, about √M of them: O(k√M) work a message.
#[derive(Clone, Debug)]
struct SetBits {
    shape: Shape,
    rows: Rows,
    /// By state, starting at `origin`: the expected messages that set nothing before one does, ρ/(1 − ρ), and for d = 1 … k τ(i,
    /// i+d)/(1 − τ(i, i)).
    silent_at: Vec<f64>,
    departures: Vec<Vec<f64>>,
    origin: u64,
    /// The distribution of the set bits, starting at state `first`.
    masses: Vec<f64>,
    next: Vec<f64>,
    first: u64,
}

impl SetBits {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            rows: Rows::new(shape),
            silent_at: Vec::new(),
            departures: vec![Vec::new(); shape.hashes() as usize],
            origin: 0,
            masses: vec![1.0],
            next: Vec::new(),
            first: 0,
        }
    }

    /// Computes the rows of the states that carry mass; forgets those that no longer do once they are many.
    fn cover(&mut self) {
        // a narrow distribution may have jumped past all that is known
        let passed = ((self.first - self.origin) as usize).min(self.silent_at.len());
        if passed > 2 * self.masses.len() + 1024 {
            self.silent_at.drain(..passed);
            self.departures.iter_mut().for_each(|column| {
                column.drain(..passed);
            });
            self.origin += passed as u64;
        }
        while self.origin + (self.silent_at.len() as u64) < self.first + self.masses.len() as u64 {
            self.rows.fill(self.origin + self.silent_at.len() as u64);
            let rows = &self.rows;
            self.silent_at.extend(rows.tau[0].iter().zip(rows.leave).map(|(t, leave)| t / leave));
            for (column, tau) in self.departures.iter_mut().zip(&rows.tau[1..]) {
                column.extend(tau.iter().zip(rows.leave).map(|(t, leave)| t / leave));
            }
        }
    }

    /// One more message that sets bits: the expected ones before it that set nothing.
    fn push(&mut self) -> f64 {
        self.cover();
        let (start, width) = ((self.first - self.origin) as usize, self.masses.len());
        self.next.clear();
        self.next.resize(width + self.departures.len() - 1, 0.0);
        for (d, column) in self.departures.iter().enumerate() {
            add_products(&mut self.next[d..], &self.masses, &column[start..]);
        }
        let least = if has_many_hashes(self.shape) { NEGLIGIBLE_FOR_MANY_HASHES } else { NEGLIGIBLE };
        let counts = |mass: &f64| *mass >= least;
        let low = self.next.iter().position(counts).unwrap_or(0);
        let high = self.next.iter().rposition(counts).map_or(0, |last| last + 1);
        let kept = &self.next[low..high];
        let silent = self.masses.iter().zip(&self.silent_at[start..]).map(|(mass, silent)| mass * silent).sum();
        let total: f64 = kept.iter().sum();
        // it sums to 1: rescaled, its rounding errors do not grow with every message
        self.masses.clear();
        self.masses.extend(kept.iter().map(|mass| mass / total));
        self.first += 1 + low as u64;
        silent
    }
}
