//! Cuckoo filters (Fan, Andersen, Kaminsky, Mitzenmacher, *Cuckoo filter: practically better than Bloom*, 2014).
//!
//! B buckets, a power of two, of b slots. An item has one of V fingerprints and two buckets i and i ⊕ h(v). A query is positive iff
//! a stored item has its fingerprint *and its pair of buckets*, so that the rate depends on the n stored items alone, not on b, the
//! kicks or the deletions ([`rate`]), as long as no insertion has failed; that happens at a load which simulations show
//! (α = n/(bB) about 0.5, 0.88, 0.97, 0.99 for b = 1, 2, 4, 8).
//!
//! No false negatives iff only stored items are deleted, each as often as it was inserted; a pair holds up to 2b copies. Where equal
//! fingerprints are kept once, deletions take other items with them.

use bloomlab_numbers::{Arithmetic, MAX_SIZE, Refused, within};

/// The exact rate 1 − (1 − z)(1 − 2/(BV))^n − z(1 − 1/(BV))^n of B = `buckets`, V = `fingerprints` and n = `items`, given that no
/// insertion has failed, averaged over random functions h: z = 1/B is the probability that h(v) = 0, which leaves one bucket. Limit
/// 1 − e^(−2bα/V). With fingerprints of f bits, of which 0 means an empty slot, V = 2^f − 1.
///
/// Accuracy in [`bloomlab_numbers::Double`]: a few units in the last place.
/// [`Refused`] unless B is a power of two, V ≥ 1, BV ≤ 2^63 − 1 and n ≤ 2^63 − 1.
pub fn rate<A: Arithmetic>(a: &A, buckets: u64, fingerprints: u64, items: u64) -> Result<A::Number, Refused> {
    if !buckets.is_power_of_two() || buckets > MAX_SIZE {
        return Err(Refused::new("buckets", buckets, "a power of two, at most 2^62"));
    }
    within("fingerprint-values", fingerprints, 1..=MAX_SIZE / buckets)?;
    within("items", items, 0..=MAX_SIZE)?;
    let (pairs, self_paired) = (buckets * fingerprints, a.ratio(1, buckets));
    let with_itself = self_paired.clone() * a.some_hit(1, pairs, items);
    if buckets == 1 {
        return Ok(with_itself);
    }
    Ok(with_itself + (a.one() - self_paired) * a.some_hit(2, pairs, items))
}
