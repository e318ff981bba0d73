//! Walks that are not double hashing, and that libraries take nevertheless.
//!
//! **Arithmetic that wraps.** ((h₁ + i·h₂) mod 2^w) mod m is a + i·d − r·w_i mod m, where w_i counts how often the word has wrapped
//! before position i and r = 2^w mod m. In the limit of a long word a, d and the w_i = ⌊b + iα⌋ are independent, b and α uniform
//! on [0, 1): the patterns of the w_i are few, and their probabilities rationals.
//!
//! **Multiply-high reduction.** ⌊m·((h₁ + i·h₂) mod 2^w)/2^w⌋ is double hashing on the circle. Write m h₁/2^w = a + b and
//! m h₂/2^w = d + α with a, d whole: position i is a + i·d + ⌊b + iα⌋ mod m. In the limit of a long word a, d, b and α are
//! independent and uniform, so that this is the distribution above with r = −1.

use bloomlab_numbers::{Arithmetic, Refused, within};

use crate::{Load, steps, walks::kinds, walks::signed_powers::SignedPowers};

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
