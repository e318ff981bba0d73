//! Costs of evaluations in other arithmetics, as their callers ask for them.

use bloomlab_numbers::{Bound, Cost, Phases, Retention, Sampling, Shape};

use crate::parameters::SigmaBounded;
use crate::variants::{Cycle, Variant};

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

impl Variant {
    /// The cost of [`Variant::averages`].
    pub fn cost(&self) -> Cost {
        let (each, k) = (self.each(), self.each().shape().hashes() as f64);
        let forgets = each.retention() == Retention::NonRetaining;
        if let (Some(filter), None, true) = (each.sigma_bounded(), self.frozen(), forgets) {
            return Cost { steps: (filter.sigma() as f64 + 1.0) * (2.0 * k * k + 8.0), numbers: k * k };
        }
        let starts = each.starts().len() as f64;
        let of_end = if forgets { 8.0 * k } else { 4.0 * k * k };
        let frozen = if self.frozen().is_some() { 4.0 * starts * states(each) * k + ends(each) * of_end } else { 0.0 };
        let course = course(each);
        Cost { steps: course.steps + frozen, ..course }
    }

    /// The cost of [`Variant::forgetting`].
    pub fn forgetting_cost(&self, farthest: u64) -> Cost {
        let (each, k) = (self.each(), self.each().shape().hashes() as f64);
        // the numbers of missing positions, and the moves from all of them, over the numbers of distinct positions
        let (missing, moves) = (k * k, k.powi(4) / 3.0);
        let classes = if self.frozen().is_some() { 2.0 } else { 1.0 };
        let resets =
            missing * ends(each) / (k * k) * if each.retention() == Retention::Retaining { 4.0 * k * k } else { 4.0 };
        let step = classes * (states(each) * moves + resets) + 4.0 * states(each) * k;
        let prepare = (each.most_set() as f64 + 1.0) * moves * 8.0 + ends(each) * missing * k * k;
        let steps = prepare + (farthest as f64 + 1.0) * step;
        course(each).then(Cost { steps, numbers: states(each) * (moves + 4.0 * missing) + resets })
    }
}

fn course(cycle: Cycle) -> Cost {
    let (k, starts) = (cycle.shape().hashes() as f64, cycle.starts().len() as f64);
    let rows = (cycle.most_set() as f64 + 1.0) * (2.0 * k * k + 8.0);
    let steps = rows + starts * states(cycle) * k + ends(cycle) * (starts + 8.0);
    Cost { steps, numbers: (cycle.most_set() as f64 + 1.0) * k + starts * states(cycle) + 4.0 * ends(cycle) }
}

/// The states of a cycle, each number of messages counted.
fn states(cycle: Cycle) -> f64 {
    let k = cycle.shape().hashes() as f64;
    match cycle.bound() {
        Bound::Sigma(sigma) => sigma as f64 + 1.0,
        Bound::Messages(messages) => messages as f64 * (1.0 + 0.5 * k * (messages as f64 - 1.0)),
    }
}

/// Messages that can end a cycle, by the bits they find, their distinct positions and those on clear bits.
fn ends(cycle: Cycle) -> f64 {
    let k = cycle.shape().hashes() as f64;
    match cycle.bound() {
        Bound::Sigma(sigma) => k.min(sigma as f64 + 1.0) * k * k / 2.0,
        Bound::Messages(_) => (cycle.most_set() as f64 + 1.0) * k * (k + 1.0) / 2.0,
    }
}
