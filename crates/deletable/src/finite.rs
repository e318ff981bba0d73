//! The exact finite forms: no Poisson limit, no independence assumed.
//!
//! Positions are drawn with replacement, and an item's coinciding positions are one cell, written once. A false
//! positive is a match of an item that was never inserted. Derivations: [`hits`](crate::hits) for what they share,
//! [`cells`] for the filters whose cells saturate one by one, [`regions`] for DlBF.
//!
//! **Accuracy in double precision** (k ≤ 16): rates within [`accuracy::alternating_rate`](crate::accuracy::alternating_rate),
//! because the terms alternate in sign. That is 1e-12 where p ≥ (1 + k/2)2^k·2.3e-4 (4^k·2.3e-4): for k = 4 above 0.011 (0.059).
//! [`in_f64`](crate::in_f64) takes the better route of [`positive`](crate::positive).

use bloomlab_numbers::{Arithmetic, DeletableKind, distinct};

use crate::hits::Watched;
use crate::{Parameters, cells, regions};

/// Deletability: the probability that a stored item can be deleted, with n + r items inserted.
///
/// D-FP and TBF: 1 − p(C, n + r − 1, k), with p the exact false-positive rate of an ordinary Bloom filter of C bits
/// that holds the other items. QBF: 1 − Σ_t (−1)^t E[C(D, t)] Pr[the other items hit each of t cells at most once].
/// DlBF: inclusion–exclusion over the regions the item touches. Counting and FP-CBF: 1.
///
/// Deleting other items does not change it: what is saturated or marked stays so, and the rest was deletable anyway
/// (Kwon et al., section III-C, argue this).
///
/// The exact counterpart of Kwon et al., eq. 2. Domain: that of [`Parameters`].
pub fn deletability<A: Arithmetic>(a: &A, p: &Parameters) -> A::Number {
    // an alternating sum shows 0 in no precision
    if p.is_never_deletable() { a.zero() } else { summed_deletability(a, p) }
}

fn summed_deletability<A: Arithmetic>(a: &A, p: &Parameters) -> A::Number {
    if let DeletableKind::Dlbf { region_bits } = p.kind() {
        return regions::deletability(a, p, region_bits);
    }
    let Some(level) = p.sticky_above() else { return a.one() };
    let moments = distinct::binomial_moments(a, &distinct::positions(a, p.shape()));
    // 1 − Σ_t is the sum from t = 1 with its signs turned; the term t = 0 is the 1
    a.zero()
        - distinct::all_have(a, moments, |t| match t {
            0 => a.zero(),
            _ => {
                let seen = Watched::new(a, t, p.cells(), p.hashes());
                cells::at_most(a, &seen, p.inserted() - 1, level - 1)
            }
        })
}

/// False-positive rate with n + r items stored and none deleted.
///
/// TBF, QBF, DlBF and counting: that of an ordinary Bloom filter of C cells. D-FP and FP-CBF: lower, by the
/// fingerprint of single items; the exact counterpart of Kwon et al., eq. 3. Domain: that of [`Parameters`].
pub fn rate<A: Arithmetic>(a: &A, p: &Parameters) -> A::Number {
    rate_after_deletions(a, &p.before_deletions())
}

/// False-positive rate after n + r items were inserted and r of them deleted: Σ_t (−1)^t E[C(D, t)] q_t, with q_t the
/// probability that t cells all fail to match.
///
/// Kwon et al. (conclusion) leave this as future work. Domain: that of [`Parameters`].
pub fn rate_after_deletions<A: Arithmetic>(a: &A, p: &Parameters) -> A::Number {
    if p.is_empty_again() { a.zero() } else { summed_rate(a, p) }
}

fn summed_rate<A: Arithmetic>(a: &A, p: &Parameters) -> A::Number {
    if let DeletableKind::Dlbf { region_bits } = p.kind() {
        return regions::rate(a, p, region_bits);
    }
    let moments = distinct::binomial_moments(a, &distinct::positions(a, p.shape()));
    distinct::all_have(a, moments, |t| cells::all_fail(a, p, t as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::in_f64;
    use bloomlab_exact::{Rational, Rationals};

    /// A value that is 0 is 0 in every arithmetic, and no other is.
    #[test]
    fn zero_is_known_without_its_sum() {
        let zero = Rational::new(0, 1);
        let kinds = ["dfp", "tbf", "tbf-packed", "qbf", "dlbf:1", "dlbf:2", "dlbf:3", "counting", "fp-cbf:2"];
        let mut zeros = [0, 0];
        for kind in kinds.map(|kind| kind.parse::<DeletableKind>().unwrap()) {
            for bits in kind.least_bits()..3 * kind.least_bits() {
                for (items, deleted, hashes) in
                    (0..4).flat_map(|n| (0..5).flat_map(move |r| (1..4).map(move |k| (n, r, k))))
                {
                    let Ok(p) = Parameters::new(kind, bits, items, deleted, hashes) else { continue };
                    let (rate, deletability) = (summed_rate(&Rationals, &p), summed_deletability(&Rationals, &p));
                    assert_eq!(rate == zero, p.is_empty_again(), "{p:?}");
                    assert_eq!(deletability == zero, p.is_never_deletable(), "{p:?}");
                    assert!(in_f64::rate_after_deletions(&p) == Ok(0.0) || !p.is_empty_again(), "{p:?}");
                    zeros = [zeros[0] + u64::from(rate == zero), zeros[1] + u64::from(deletability == zero)];
                }
            }
        }
        assert!(zeros.iter().all(|count| *count > 20), "{zeros:?}");
    }
}
