//! Walks that are not double hashing, and that libraries take nevertheless.
//!
//! **Arithmetic that wraps.** ((h₁ + i·h₂) mod 2^w) mod m is a + i·d − r·w_i mod m, where w_i counts how often the word has wrapped
//! before position i and r = 2^w mod m. In the limit of a long word a, d and the w_i = ⌊b + iα⌋ are independent, b and α uniform
//! on [0, 1): the patterns of the w_i are few, and their probabilities rationals.
//!
//! **Multiply-high reduction.** ⌊m·((h₁ + i·h₂) mod 2^w)/2^w⌋ is double hashing on the circle. Write m h₁/2^w = a + b and
//! m h₂/2^w = d + α with a, d whole: position i is a + i·d + ⌊b + iα⌋ mod m. In the limit of a long word a, d, b and α are
//! independent and uniform, so that this is the distribution above with r = −1.

use std::collections::BTreeMap;

use bloomlab_numbers::{Arithmetic, Refused, within};

use crate::{Load, steps, walks::kinds, walks::residues::gcd, walks::signed_powers::SignedPowers};

/// The most bits of these walks: the work grows like m, or like m³.
pub const MAX_BITS: u64 = 128;

/// The most hash functions of these walks.
pub const MAX_HASHES: u64 = 12;

/// The exact rate in arithmetic that wraps at a word of 2^w values, in the limit of a long word; `remainder` is 2^w mod m, and
/// 0 gives [`HashingScheme::Double`](crate::walks::HashingScheme::Double). An alternating sum.
/// Domain: m ≤ [`MAX_BITS`], k ≤ [`MAX_HASHES`], not both near them.
pub fn wrapping<A: Arithmetic>(a: &A, load: Load, remainder: u64) -> Result<A::Number, Refused> {
    within("bits", load.bits(), 1..=MAX_BITS)?;
    within("hashes", load.hashes(), 1..=MAX_HASHES)?;
    let patterns = (load.hashes() as f64).powi(3) / 9.0;
    let kinds = load.bits() as f64 * patterns;
    let each = 2.0 * (load.hashes() as f64).powi(4) * patterns;
    steps::check(kinds * each, "hashes", load.hashes())?;
    let (outcomes, kinds) = kinds::wrapping(load.bits(), load.hashes(), remainder % load.bits());
    Ok(SignedPowers::new(outcomes, kinds).rate(a, load.items()))
}

/// A pattern w_0, …, w_(k−1): how often the word has wrapped before each position.
pub(crate) type Wraps = Vec<u64>;

/// The patterns w_i = ⌊b + iα⌋, i < k, of b and α uniform on [0, 1), with weights, and the sum of all weights.
///
/// Between neighbouring Farey fractions p/q < p'/q' of order k − 1, the values of iα keep their order, and a pattern holds for
/// b in an interval whose length is linear in α. So its probability given this range of α, of length 1/(qq'), is that at the
/// midpoint of the range: a multiple of 1/(2qq').
pub(crate) fn wrap_patterns(hashes: u64) -> (BTreeMap<Wraps, u64>, u64) {
    let ranges = farey_ranges((hashes - 1).max(1));
    let parts = |&((_, q), (_, r)): &((u64, u64), (u64, u64))| 2 * (q * r) * (q * r);
    let all = ranges.iter().map(parts).fold(1, |all, parts| all / gcd(all, parts) * parts);
    let mut patterns = BTreeMap::new();
    for range in &ranges {
        let ((p, q), (p_next, r)) = *range;
        // α in units of 1/(2qq'), and where b makes i wrap once more: those of 1 − frac(iα)
        let (unit, middle) = (2 * q * r, p * r + p_next * q);
        let mut borders: Vec<u64> = (1..hashes).map(|i| unit - i * middle % unit).chain([0, unit]).collect();
        borders.sort_unstable();
        borders.dedup();
        for border in borders.windows(2) {
            let wraps = (0..hashes).map(|i| (border[0] + i * middle) / unit).collect();
            *patterns.entry(wraps).or_insert(0) += (border[1] - border[0]) * (all / parts(range));
        }
    }
    (patterns, all)
}

/// The neighbouring fractions p/q of [0, 1] with q ≤ `order`.
fn farey_ranges(order: u64) -> Vec<((u64, u64), (u64, u64))> {
    let mut fractions: Vec<(u64, u64)> =
        (1..=order).flat_map(|q| (0..=q).map(move |p| (p, q))).filter(|(p, q)| gcd(*p, *q) == 1).collect();
    fractions.sort_unstable_by(|(p, q), (p_next, r)| (p * r).cmp(&(p_next * q)));
    fractions.windows(2).map(|pair| (pair[0], pair[1])).collect()
}
