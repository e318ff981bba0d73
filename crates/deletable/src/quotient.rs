//! Quotient filters (Bender et al., *Don't thrash: how to cache your hash on flash*, 2012): a set of fingerprints of q + r
//! bits in 2^q slots, the q bits of which say where the r others lie.
//!
//! The set is kept without loss, so a query is positive iff a stored item has its fingerprint: the rate is exactly
//! 1 − (1 − 2^−(q+r))^n ([`rate`]). A slot has r bits and 3 of metadata, 2.125 in the rank-and-select form; loads reach 0.95.
//! Deletion as in a [cuckoo filter](crate::cuckoo): it needs equal fingerprints kept as often as they were inserted; kept
//! once, deletions take other items with them. Two filters of one shape can be merged.

use bloomlab_numbers::{Arithmetic, MAX_SIZE, Refused, within};

/// The exact rate, 1 − (1 − 2^−(q+r))^n, of q + r = `fingerprint_bits` and n = `items`.
///
/// Accuracy in [`bloomlab_numbers::Double`]: a few units in the last place.
/// [`Refused`] unless 1 ≤ q + r ≤ 62 and n ≤ 2^63 − 1.
pub fn rate<A: Arithmetic>(a: &A, fingerprint_bits: u32, items: u64) -> Result<A::Number, Refused> {
    within("fingerprint-bits", fingerprint_bits.into(), 1..=62)?;
    within("items", items, 0..=MAX_SIZE)?;
    Ok(a.some_hit(1, 1 << fingerprint_bits, items))
}
