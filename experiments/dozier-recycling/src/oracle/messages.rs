//! The messages of a cycle: the probability that each sets nothing, for the user and for the oracle.

use crate::prelude::*;
/// The i-th message of a cycle, for the user and for the oracle.
pub(super) struct Step<N> {
    pub(super) i: u64,
    /// E\[p_i\], and the least p_i that can occur.
    pub(super) user: N,
    pub(super) user_least: N,
    /// P(F_i = 1).
    pub(super) oracle: N,
    /// Eq. 1 after i − 1 messages, and after i.
    pub(super) classic: N,
    pub(super) classic_shifted: N,
    /// The probability that all bits are set before the user's i-th message, so that no message sets any.
    pub(super) stuck: N,
}

/// The first `messages` messages of a cycle, in either way of counting.
pub(super) fn steps<A: Arithmetic>(a: &A, shape: Shape, messages: u64) -> Vec<Step<A::Number>> {
    let filling = Filling::new(a, shape);
    let (mut user, mut oracle) = (filling.empty(), filling.empty());
    let mut steps = Vec::new();
    for i in 1..=messages {
        let least = fewest_bits(shape, i - 1);
        steps.push(Step {
            i,
            user: filling.sets_nothing(&user),
            user_least: filling.sets_nothing_at(least).clone(),
            oracle: filling.sets_nothing(&oracle),
            classic: worst_case_rate(a, shape, i - 1),
            classic_shifted: worst_case_rate(a, shape, i),
            stuck: user[shape.bits() as usize].clone(),
        });
        (user, oracle) = (filling.after_setting(&user), filling.after_any(&oracle));
    }
    steps
}

/// The fewest bits that `messages` bit-setting messages set: those of the first, and one more for each after it.
fn fewest_bits(shape: Shape, messages: u64) -> usize {
    let of_first = if shape.sampling() == Sampling::WithoutReplacement { shape.hashes() } else { 1 };
    let set = if messages == 0 { 0 } else { of_first + messages - 1 };
    set.min(shape.bits()) as usize
}
