//! The capacity of a filter of infinitely many bits at a target rate.

use bloomlab_numbers::{Phases, Target};

use crate::scaling::infinite::{InfiniteFilter, best_hashes};

/// The largest capacity at a rate, per bit of all memory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CapacityLimit {
    /// The k that reaches it.
    pub hashes: u64,
    /// New messages per bit that the filter holds at the end of a cycle; of two phases both filters counted, in messages
    /// and in bits.
    pub messages_per_bit: f64,
}

/// max over k of u/k with the average rate at most the target, in the limit of infinitely many bits: u = −ln(1 − c), one
/// phase r₁ = Σ_{j>k} c^j/(ju), two phases r₁ + c^k − r₁ c^k.
///
/// It depends neither on how positions are drawn, nor on what becomes of the message that ends a cycle. Two phases hold
/// (ln 2)²/ln(1/P) messages a bit as P → 0; one phase is ahead of them by a factor that tends to 1, but only like
/// 1/(1 − ln ln(1/P)/ln(1/P)). The k tried end at 1024. Accuracy: twelve digits.
pub fn capacity_limit(phases: Phases, target: Target) -> CapacityLimit {
    let hashes = best_hashes(phases, target);
    let messages_per_bit = InfiniteFilter::of_rate(hashes, phases, target).messages_per_bit();
    CapacityLimit { hashes, messages_per_bit }
}
