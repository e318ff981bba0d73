//! Cuckoo filters (Fan, Andersen, Kaminsky, Mitzenmacher, *Cuckoo filter: practically better than Bloom*, 2014).
//!
//! B buckets, a power of two, of b slots. An item has one of V fingerprints and two buckets i and i ⊕ h(v). A query is positive iff
//! a stored item has its fingerprint *and its pair of buckets*, so that the rate depends on the n stored items alone, not on b, the
//! kicks or the deletions ([`rate`]), as long as no insertion has failed; that happens at a load which simulations show
//! (α = n/(bB) about 0.5, 0.88, 0.97, 0.99 for b = 1, 2, 4, 8).
//!
//! No false negatives iff only stored items are deleted, each as often as it was inserted; a pair holds up to 2b copies. Where equal
//! fingerprints are kept once, deletions take other items with them.

use bloomlab_numbers::{Arithmetic, MAX_SIZE, OutOfDomain, Parameter};

/// A cuckoo filter that holds n items: B buckets, V values of a fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CuckooLoad {
    buckets: u64,
    fingerprints: u64,
    self_paired: u64,
    items: u64,
}

impl CuckooLoad {
    /// B = `buckets`, V = `fingerprints`, of which `self_paired` have h(v) = 0 and one bucket only; n = `items`.
    ///
    /// With fingerprints of f bits, of which 0 means an empty slot, V = 2^f − 1. A random h pairs a fingerprint with itself
    /// with probability 1/B: see [`rate_of_random_pairs`].
    ///
    /// # Errors
    /// [`OutOfDomain`] unless B is a power of two, V ≥ 1, BV ≤ 2^63 − 1, `self_paired` ≤ V (= V if B = 1), n ≤ 2^63 − 1.
    pub fn new(buckets: u64, fingerprints: u64, self_paired: u64, items: u64) -> Result<Self, OutOfDomain> {
        if !buckets.is_power_of_two() || buckets > MAX_SIZE {
            return Err(OutOfDomain::new(Parameter::Buckets, buckets, "a power of two, at most 2^62"));
        }
        Parameter::FingerprintValues.within(fingerprints, 1..=MAX_SIZE / buckets)?;
        let least = if buckets == 1 { fingerprints } else { 0 };
        if !(least..=fingerprints).contains(&self_paired) {
            let domain = format!("{least} ≤ self-paired ≤ {fingerprints}, the values of a fingerprint");
            return Err(OutOfDomain::new(Parameter::FingerprintValues, self_paired, domain));
        }
        Parameter::Items.within(items, 0..=MAX_SIZE)?;
        Ok(Self { buckets, fingerprints, self_paired, items })
    }
}

/// Chances that one of the stored items has the query's fingerprint and pair: with two buckets, and with one.
fn either<A: Arithmetic>(a: &A, load: CuckooLoad, self_paired: A::Number) -> A::Number {
    let (pairs, items) = (load.buckets * load.fingerprints, load.items);
    let with_itself = self_paired.clone() * a.some_hit(1, pairs, items);
    if load.buckets == 1 {
        return with_itself;
    }
    with_itself + (a.one() - self_paired) * a.some_hit(2, pairs, items)
}

/// The exact rate 1 − (1 − z)(1 − 2/(BV))^n − z(1 − 1/(BV))^n, z the share of fingerprints with h(v) = 0, given that no
/// insertion has failed. Limit 1 − e^(−2bα/V).
///
/// Accuracy in [`bloomlab_numbers::Double`]: a few units in the last place.
pub fn rate<A: Arithmetic>(a: &A, load: CuckooLoad) -> A::Number {
    either(a, load, a.ratio(load.self_paired, load.fingerprints))
}

/// The same rate averaged over random functions h: z = 1/B in place of the share in [`CuckooLoad`].
pub fn rate_of_random_pairs<A: Arithmetic>(a: &A, load: CuckooLoad) -> A::Number {
    either(a, load, a.ratio(1, load.buckets))
}
