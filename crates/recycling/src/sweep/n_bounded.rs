//! N-bounded rates in double precision, for N = 1, 2, … in one pass.

use bloomlab_numbers::{Double, Shape};

use super::kernel::CompensatedSum;
use super::set_bits::SetBits;
use crate::n_bounded::{NBoundedRates, worst_case_rate};
use crate::parameters::NBounded;

/// The rates of N = 1, 2, … up to the largest N whose cycles always end: what [`n_bounded`](crate::n_bounded) gives
/// one at a time.
///
/// Only the states around the mean number of set bits carry mass, about √M of them: O(k√M) work a message. Relative
/// error below [`accuracy::N_BOUNDED_SWEEP`](crate::accuracy::N_BOUNDED_SWEEP).
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
