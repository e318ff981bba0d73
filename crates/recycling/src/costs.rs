//! What evaluations in other arithmetics take, as their callers ask for it.

use bloomlab_occupancy::{Cost, Phases, Sampling, Shape};

use crate::{NBounded, Retaining, SigmaBounded, TwoPhase};

/// The cost of [`settled_rate`](crate::settled_rate): 5 ns for each term of the series, and in two phases 0.3k³ ns for the last k states.
pub fn settled_cost(filter: SigmaBounded, phases: Phases) -> Cost {
    let k = filter.shape().hashes() as f64;
    let clear = (filter.shape().bits() - filter.sigma()) as f64 - 0.5;
    let terms = (k + 40.0 * filter.shape().bits() as f64 / clear).min(1e6);
    let states = if phases == Phases::Two { 0.3 * k * k * k } else { 0.0 };
    Cost::of_seconds(1e-9 * (5.0 * terms + states)).holding(terms)
}

/// The cost of [`swept_rate`](crate::swept_rate).
pub fn sweep_cost(filter: SigmaBounded, phases: Phases) -> Cost {
    let (shape, states) = (filter.shape(), filter.sigma() as f64 + 1.0);
    let k = shape.hashes() as f64;
    let frozen = if phases == Phases::Two { 7.0 * k + 12.0 } else { 0.0 };
    Cost::of_seconds(1e-9 * (nanoseconds_per_state(shape) + frozen) * states).holding(64.0 * k)
}

/// The nanoseconds that a state of a sweep takes.
fn nanoseconds_per_state(shape: Shape) -> f64 {
    let k = shape.hashes() as f64;
    match shape.sampling() {
        // rows of many hash functions leave the fast caches
        Sampling::WithReplacement => 0.25 * k * k * (1.0 + k / 250.0) + 2.0 * k + 12.0,
        Sampling::WithoutReplacement => 4.0 * k + 15.0,
    }
}

impl SigmaBounded {
    /// The cost of [`one_phase`](crate::one_phase).
    pub fn cost(self) -> Cost {
        let (k, states) = (self.shape().hashes() as f64, self.sigma() as f64 + 1.0);
        Cost { steps: states * (2.0 * k * k + 8.0), numbers: k * k }
    }
}

impl Retaining {
    /// The cost of [`retaining`](crate::retaining).
    pub fn cost(self) -> Cost {
        let filter = self.non_retaining();
        let (k, states) = (filter.shape().hashes() as f64, filter.sigma() as f64 + 1.0);
        Cost { steps: 2.0 * filter.cost().steps, numbers: 2.0 * k * states }
    }
}

impl TwoPhase {
    /// The cost of [`two_phase`](crate::two_phase).
    pub fn cost(self) -> Cost {
        let visits = self.each().cost();
        Cost { steps: 2.0 * visits.steps, ..visits }
    }
}

impl NBounded {
    /// The cost of [`n_bounded`](crate::n_bounded).
    pub fn cost(self) -> Cost {
        let (k, messages) = (self.shape().hashes() as f64, self.messages() as f64);
        let states = (k * messages).min(self.shape().bits() as f64);
        Cost { steps: states * (2.0 * k * k + 8.0) + messages * states * k, numbers: 2.0 * k * states }
    }
}
