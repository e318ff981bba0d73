//! The arrival of a message whose return is asked about.

use bloomlab_numbers::{Arithmetic, Number, hypergeometric};

use super::course::Course;

/// The fate of an arriving message with `distinct` distinct positions; all sums to Pr\[D = distinct\].
pub(super) struct Arrival<N> {
    pub(super) distinct: u64,
    /// The distribution of the cycle that stored it, by stage and set bits.
    pub(super) stored: Vec<Vec<N>>,
    /// The probability that it ended a cycle.
    pub(super) ends: N,
}

impl<N: Number> Arrival<N> {
    /// The arrival in the stationary state; `visits` are those of a cycle, `messages_per_cycle` their sum.
    pub(super) fn new<A: Arithmetic<Number = N>>(
        a: &A,
        course: &Course<N>,
        visits: &[Vec<N>],
        messages_per_cycle: &N,
        distinct: u64,
    ) -> Self {
        let (cycle, bits) = (course.cycle, course.cycle.shape().bits());
        let (mut stored, mut ends) = (course.nowhere(a), a.zero());
        for set in 0..=cycle.most_set() {
            let masses = hypergeometric::distribution(a, bits, bits - set, distinct);
            for (stage, visits) in visits.iter().enumerate() {
                let Some(visits) = visits.get(set as usize) else { continue };
                let arrives = visits.clone() * &course.distinct[distinct as usize] / messages_per_cycle;
                for (fresh, p) in masses.iter().enumerate() {
                    let target = match cycle.after(stage, set, fresh as u64) {
                        Some(after) => &mut stored[after][set as usize + fresh],
                        None => &mut ends,
                    };
                    *target = target.clone() + arrives.clone() * p;
                }
            }
        }
        Self { distinct, stored, ends }
    }
}
