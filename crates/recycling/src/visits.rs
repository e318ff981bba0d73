//! The visits of a cycle to each number of set bits.

use std::collections::VecDeque;

use bloomlab_numbers::{Arithmetic, Number, Shape};

use crate::parameters::SigmaBounded;
use crate::transitions::transitions;

/// One state of a cycle: a number of set bits, and what happens there.
#[derive(Clone, Debug)]
pub struct State<N> {
    /// i, the number of set bits.
    pub set: u64,
    /// v_i, the expected number of new messages per cycle that find i bits set.
    pub visits: N,
    /// τ(i, i + d), d = 0 … k.
    pub transitions: Vec<N>,
}

impl<N: Number> State<N> {
    /// ρ(i) = τ(i, i): the probability that a new message sets nothing.
    pub fn false_positive(&self) -> &N {
        &self.transitions[0]
    }
}

/// The states 0, 1, … M − 1 in turn, with their expected visits per cycle.
///
/// v_i = (Σ_{d=1..k} v_(i−d) τ(i−d, i) + [i = start]) / (1 − τ(i, i)), the recursion of Dozier, Salamatian, Rubenstein, eq. 15, left
/// unnormalised: v_i does not depend on σ, so that one walk serves every σ. The denominator is summed from the positive Σ_{d≥1} τ(i, i+d).
/// Memory O(k); work O(k²) a state with, O(k) without replacement.
#[derive(Debug)]
pub struct Visits<'a, A: Arithmetic> {
    arithmetic: &'a A,
    shape: Shape,
    next: u64,
    /// Visits owed to `next`, `next + 1`, … by the states already passed. After the start they sum to 1: every cycle crosses every level
    /// exactly once.
    pending: VecDeque<A::Number>,
}

impl<'a, A: Arithmetic> Visits<'a, A> {
    /// Cycles that begin with an empty filter.
    pub fn new(arithmetic: &'a A, shape: Shape) -> Self {
        let mut pending: VecDeque<_> = vec![arithmetic.zero(); shape.hashes() as usize + 1].into();
        pending[0] = arithmetic.one();
        Self { arithmetic, shape, next: 0, pending }
    }

    /// The states a filter of threshold σ can be in: 0 … σ.
    pub fn up_to(self, filter: SigmaBounded) -> impl Iterator<Item = State<A::Number>> + use<'a, A> {
        self.take_while(move |state| state.set <= filter.sigma())
    }
}

impl<A: Arithmetic> Iterator for Visits<'_, A> {
    type Item = State<A::Number>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.shape.bits() {
            return None;
        }
        let a = self.arithmetic;
        let transitions = transitions(a, self.shape, self.next);
        let visits = self.pending.pop_front()? / a.sum(&transitions[1..]);
        self.pending.push_back(a.zero());
        for (pending, t) in self.pending.iter_mut().zip(&transitions[1..]) {
            *pending = pending.clone() + visits.clone() * t;
        }
        let set = self.next;
        self.next += 1;
        Some(State { set, visits, transitions })
    }
}
