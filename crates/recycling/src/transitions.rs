//! One new message and the number of set bits.

use bloomlab_numbers::{Arithmetic, Number, Sampling, Shape, hypergeometric};

/// τ(i, i + d) for d = 0 … k: the probability that a new message sets d of the bits still clear when i are `set`.
///
/// With replacement the papers' recursion over the hash functions, t_d ← t_d (i+d)/M + t_(d−1) (M−i−d+1)/M; without, the hypergeometric
/// distribution C(M−i, d) C(i, k−d) / C(M, k). Dozier, Salamatian, Rubenstein, eq. 4 and 11, without their column for state 0: no reset is
/// mixed in, so the rows hold for every σ.
///
/// Domain: `set ≤ bits`. Work: O(k²) with, O(k) without replacement. Every operation is on positive numbers, so in double precision each
/// entry is right to [`accuracy::transitions`](crate::accuracy::transitions()), however small it is.
pub fn transitions<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> Vec<A::Number> {
    match shape.sampling() {
        Sampling::WithReplacement => published_recursion(a, shape, set),
        Sampling::WithoutReplacement => {
            hypergeometric::distribution(a, shape.bits(), shape.bits().saturating_sub(set), shape.hashes())
        }
    }
}

/// The transitions of the states 0, 1, … up to `most` set bits.
pub(crate) fn rows<A: Arithmetic>(a: &A, shape: Shape, most: u64) -> Vec<Vec<A::Number>> {
    (0..=most).map(|set| transitions(a, shape, set)).collect()
}

/// The same probabilities by the papers' recursion over the hash functions, with either sampling.
///
/// Dozier, Salamatian, Rubenstein, eq. 4 (with replacement) and eq. 11 (without), started from eq. 6. Domain: `set ≤ bits`. Work: O(k²).
pub fn published_recursion<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> Vec<A::Number> {
    let (bits, hashes) = (shape.bits(), shape.hashes());
    let mut row = vec![a.zero(); hashes as usize + 1];
    row[0] = a.one();
    for hash in 0..hashes {
        // positions that this hash function can no longer take: those of the earlier ones, all of them set by now
        let taken = if shape.sampling() == Sampling::WithoutReplacement { hash } else { 0 };
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

/// ρ(i): the probability that a new message sets no bit when i are `set`.
///
/// (i/M)^k with replacement, C(i, k)/C(M, k) without. Dozier, Salamatian, Rubenstein, eq. 17; equal to τ(i, i). Domain: `set ≤ bits`.
pub fn false_positive_probability<A: Arithmetic>(a: &A, shape: Shape, set: u64) -> A::Number {
    match shape.sampling() {
        Sampling::WithReplacement => a.ratio(set, shape.bits()).pow(shape.hashes()),
        Sampling::WithoutReplacement => {
            hypergeometric::all_hit(a, shape.bits(), set, shape.hashes()).pop().unwrap_or_else(|| a.one())
        }
    }
}
