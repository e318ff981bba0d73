//! The set bits of a filter that nothing clears, message by message.

use bloomlab_numbers::{Arithmetic, Shape};
use bloomlab_recycling::transitions;

/// The steps that new messages make from every number of set bits.
pub(crate) struct Filling<'a, A: Arithmetic> {
    arithmetic: &'a A,
    shape: Shape,
    /// For each number of set bits, the probabilities that a message sets 0, 1, … more.
    transitions: Vec<Vec<A::Number>>,
}

impl<'a, A: Arithmetic> Filling<'a, A> {
    pub(crate) fn new(arithmetic: &'a A, shape: Shape) -> Self {
        let transitions = (0..=shape.bits()).map(|set| transitions(arithmetic, shape, set)).collect();
        Self { arithmetic, shape, transitions }
    }

    /// The probability that a message sets nothing where `set` bits are set.
    pub(crate) fn sets_nothing_at(&self, set: usize) -> &A::Number {
        &self.transitions[set][0]
    }

    /// The distribution of the set bits of an empty filter. It has places for the positions of a message beyond the last bit.
    pub(crate) fn empty(&self) -> Vec<A::Number> {
        let mut law = self.nowhere();
        law[0] = self.arithmetic.one();
        law
    }

    /// The probability that the next message sets nothing.
    pub(crate) fn sets_nothing(&self, law: &[A::Number]) -> A::Number {
        self.arithmetic.dot(self.transitions.iter().map(|row| &row[0]), law)
    }

    /// The distribution after one more message.
    pub(crate) fn after_any(&self, law: &[A::Number]) -> Vec<A::Number> {
        let mut next = self.nowhere();
        for (set, row) in self.transitions.iter().enumerate() {
            for (more, step) in row.iter().enumerate() {
                next[set + more] = next[set + more].clone() + law[set].clone() * step;
            }
        }
        next
    }

    /// The distribution after one more message that sets bits. A full filter stays full.
    pub(crate) fn after_setting(&self, law: &[A::Number]) -> Vec<A::Number> {
        let mut next = self.nowhere();
        let full = self.transitions.len() - 1;
        for (set, row) in self.transitions[..full].iter().enumerate() {
            let leave = self.arithmetic.sum(&row[1..]);
            for (more, step) in row.iter().enumerate().skip(1) {
                next[set + more] = next[set + more].clone() + law[set].clone() * step / &leave;
            }
        }
        next[full] = next[full].clone() + &law[full];
        next
    }

    fn nowhere(&self) -> Vec<A::Number> {
        vec![self.arithmetic.zero(); self.transitions.len() + self.shape.hashes() as usize]
    }
}
