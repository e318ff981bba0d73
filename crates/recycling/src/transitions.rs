//! What one new message does to the number of set bits.

use crate::{Positions, Shape};
use bloomlab_numbers::{Arithmetic, Number};

/// τ(i, i + d) for d = 0 … k: the probability that a new message sets d of the bits still clear when i are `set`.
///
/// With replacement the papers' recursion over the hash functions, t_d ← t_d (i+d)/M + t_(d−1) (M−i−d+1)/M;
/// without, the hypergeometric law C(M−i, d) C(i, k−d) / C(M, k). Dozier, Salamatian, Rubenstein, eq. 4 and 11,
/// without their column for state 0: no reset is mixed in, so the rows hold for every σ.
///
/// Domain: `set ≤ bits`. Work: O(k²) with, O(k) without replacement. Every operation is on positive numbers, so in
/// double precision each entry is right to [`accuracy::transitions`](crate::accuracy::transitions()), however small it is.
pub fn transitions<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> Vec<A::Number> {
    match shape.positions() {
        Positions::WithReplacement => published_recursion(a, shape, set),
        Positions::WithoutReplacement => {
            hypergeometric(a, shape.bits(), shape.bits().saturating_sub(set), shape.hashes())
        }
    }
}

/// The same probabilities by the papers' recursion over the hash functions for either kind of positions.
///
/// Dozier, Salamatian, Rubenstein, eq. 4 (with replacement) and eq. 11 (without), started from eq. 6.
/// Domain: `set ≤ bits`. Work: O(k²).
pub fn published_recursion<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> Vec<A::Number> {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    let mut row = vec![a.zero(); hashes as usize + 1];
    row[0] = a.one();
    for hash in 0..hashes {
        // positions that this hash function can no longer take: those of the earlier ones, all of them set by now
        let taken = if shape.positions() == Positions::WithoutReplacement { hash } else { 0 };
        for d in (0..=hash + 1).rev() {
            // fewer set bits than hashes placed is impossible, and so is setting more bits than were clear
            let hits_set = a.ratio((set + d).saturating_sub(taken).min(bits - taken), bits - taken);
            let stays = row[d as usize].clone() * hits_set;
            row[d as usize] = if d == 0 {
                stays
            } else {
                let clear = (bits + 1).saturating_sub(set + d);
                stays + row[d as usize - 1].clone() * a.ratio(clear, bits - taken)
            };
        }
    }
    row
}

/// Pr[d of `draws` distinct positions fall on the `clear` ones of `bits`], d = 0 … draws.
///
/// C(clear, d) C(bits − clear, draws − d) / C(bits, draws). Domain: `clear ≤ bits`, `draws ≤ bits`. The recurrence
/// between neighbours starts at the end where the mass is, so that nothing underflows on the way.
pub(crate) fn hypergeometric<A: Arithmetic>(a: &A, bits: u64, clear: u64, draws: u64) -> Vec<A::Number> {
    let set = bits - clear;
    let (low, high) = (draws.saturating_sub(set), draws.min(clear));
    let mut row = vec![a.zero(); draws as usize + 1];
    let upwards = set >= clear;
    let start = if upwards { low } else { high };
    let mut value = a.one();
    for j in 0..start {
        value = value * a.ratio(clear - j, bits - j) * a.ratio(draws - j, j + 1);
    }
    for j in 0..draws - start {
        value = value * a.ratio(set - j, bits - start - j);
    }
    row[start as usize] = value.clone();
    if upwards {
        for d in low..high {
            value = value * a.ratio(clear - d, set + d + 1 - draws) * a.ratio(draws - d, d + 1);
            row[d as usize + 1] = value.clone();
        }
    } else {
        for d in (low + 1..=high).rev() {
            value = value * a.ratio(set + d - draws, clear + 1 - d) * a.ratio(d, draws + 1 - d);
            row[d as usize - 1] = value.clone();
        }
    }
    row
}

/// Pr[D = d], d = 0 … k: the law of the number of distinct positions of one message.
///
/// With replacement S(k, d) M^(d) / M^k, the row of [`transitions`] from the empty filter; without, D = k.
pub fn distinct_positions<A: Arithmetic>(a: &A, shape: Shape) -> Vec<A::Number> {
    transitions(a, shape, 0)
}

/// ρ(i): the probability that a new message sets no bit when i are `set`.
///
/// (i/M)^k with replacement, C(i, k)/C(M, k) without. Dozier, Salamatian, Rubenstein, eq. 17; equal to τ(i, i).
/// Domain: `set ≤ bits`.
pub fn false_positive_probability<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> A::Number {
    match shape.positions() {
        Positions::WithReplacement => a.ratio(set, shape.bits()).pow(shape.hashes()),
        Positions::WithoutReplacement => all_hit(a, shape.bits(), set, shape.hashes()).pop().unwrap_or_else(|| a.one()),
    }
}

/// C(set, d)/C(bits, d), d = 0 … `draws`: that d distinct positions are all among the `set` ones.
pub(crate) fn all_hit<A: Arithmetic>(a: &A, bits: u64, set: u64, draws: u64) -> Vec<A::Number> {
    let mut hits = Vec::with_capacity(draws as usize + 1);
    let mut value = a.one();
    hits.push(value.clone());
    for d in 0..draws {
        // d = bits is reached only where set − d is 0 already
        value = value * a.ratio(set.saturating_sub(d), bits.saturating_sub(d).max(1));
        hits.push(value.clone());
    }
    hits
}
