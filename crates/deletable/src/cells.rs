//! Filters whose cells saturate one by one: D-FP, TBF, QBF, and the counting filters that never do.
//!
//! Insert n + r items, then delete r of them. Take one cell and let s of the items that stay and a of the deleted ones have
//! written to it. It is saturated iff s + a exceeds what it can count, L (1 for D-FP and TBF, 2 for QBF), in whatever order the
//! items came; a deletion changes it iff it is not. (Insertions after a deletion would depend on the order.) So it ends, whatever
//! the rest of the filter does, as follows.
//!
//! | filter | the cell fails to match a query iff |
//! |---|---|
//! | TBF, QBF | s = 0 and a ≤ L |
//! | D-FP | s = 0 and a ≤ 1, or s = 1, a = 0 and the fingerprints differ |
//! | counting | s = 0 |
//! | FP-CBF | s = 0, or s = 1 and the fingerprints differ |
//!
//! With q_t the probability that t given cells all fail and D the distinct cells of a query, rate = Σ_t (−1)^t E\[C(D, t)\] q_t.
//! Let c_u be the probability that an item hits exactly a given u-set of the t cells ([`hits`](crate::hits)).
//!
//! * **TBF, QBF.** q_t = (1 − t/C)^(kn) · Pr\[r items hit each of t given cells at most L times\].
//! * **D-FP.** Every cell is hit by at most one item, a deleted one or one whose fingerprint differs from the query's
//!   (probability 1/2, once for the item, however many cells it hits): with c(x) = Σ_(u≥1) c_u x^u/u!,
//!   q_t = Σ_j (t)_j \[x^j\] (c_0 + c(x)/2)^n (c_0 + c(x))^r, summed by the cells that the n items hit.
//! * **Counting.** q_t = (1 − t/C)^(kn). Real 4-bit counters saturate where 15 items meet, and then stay: TBF's case with
//!   L = 14. This raises a cell's match probability by at most Pr\[Poisson(λ) ≥ 15\], 3e-13 at λ = 1 and 8e-11 at λ = 1.5.
//! * **FP-CBF.** A deletion undoes its insertion: q_t = Σ_j (t)_j \[x^j\] (c_0 + (1 − 2^−f) c(x))^n for fingerprints of f bits.

use std::collections::BTreeMap;

use bloomlab_numbers::{Arithmetic, DeletableKind};

use crate::Parameters;
use crate::hits::{Watched, only_among};
use crate::splits::each_split;

/// q_t: t = `watched` given cells all fail to match a query after the deletions. Not for DlBF, whose cells do not
/// saturate one by one; there it is the distribution of a filter without marks.
pub(crate) fn all_fail<A: Arithmetic>(a: &A, p: &Parameters, watched: usize) -> A::Number {
    let seen = Watched::new(a, watched as u64, p.cells(), p.hashes());
    match p.kind() {
        DeletableKind::Dfp => {
            let stay = seen.once_each(a, p.items(), &a.ratio(1, 2));
            let go = seen.once_each(a, p.deleted(), &a.one());
            a.sum(stay.into_iter().enumerate().map(|(i, hit)| hit * only_among(a, &go, watched - i)))
        }
        DeletableKind::FingerprintCounting { fingerprint_bits } => {
            let stay = seen.once_each(a, p.items(), &differ(a, fingerprint_bits));
            only_among(a, &stay, watched)
        }
        _ => {
            let missed = seen.all_miss(a, p.items());
            match p.sticky_above() {
                Some(level) => missed * at_most(a, &seen, p.deleted(), level),
                None => missed,
            }
        }
    }
}

/// 1 − 2^−f: two independent fingerprints of f ≤ 32 bits differ.
pub(crate) fn differ<A: Arithmetic>(a: &A, fingerprint_bits: u32) -> A::Number {
    let values = 1 << fingerprint_bits;
    a.ratio(values - 1, values)
}

/// Pr[each of the watched cells is hit by at most `level` of `items` items].
///
/// With h items that hit, h ≤ level · w: Σ_h C(items, h) c_0^(items − h) V_h, where V_h, the weight of the ways in
/// which h items in turn can hit, is found by moving cells up through the classes 'hit i times', i = 0..=level. All
/// terms are positive. The number of states, C(w + level, level), and so the cost, grows quickly with the level.
pub(crate) fn at_most<A: Arithmetic>(a: &A, seen: &Watched<A::Number>, items: u64, level: usize) -> A::Number {
    let mut untouched = vec![0; level + 1];
    untouched[0] = seen.watched as usize;
    let mut ways = BTreeMap::from([(untouched, a.one())]);
    let mut total = a.zero();
    let mut hitting = 0;
    loop {
        let weight = a.sum(ways.values().cloned());
        total = total + weight * seen.all_miss(a, items - hitting);
        if hitting == items {
            return total;
        }
        let more = a.ratio(items - hitting, hitting + 1); // from C(items, h) to C(items, h + 1)
        let mut next: BTreeMap<Vec<usize>, A::Number> = BTreeMap::new();
        for (counts, way) in &ways {
            each_split(&counts[..level], seen.most(), &mut |hits, sets| {
                let size = hits.iter().sum::<usize>();
                if size == 0 {
                    return;
                }
                let mut after = counts.clone();
                for (class, hit) in hits.iter().enumerate() {
                    after[class] -= hit;
                    after[class + 1] += hit;
                }
                let weight = way.clone() * a.integer(sets) * &seen.hit[size] * &more;
                let entry = next.entry(after).or_insert_with(|| a.zero());
                *entry = entry.clone() + weight;
            });
        }
        if next.is_empty() {
            return total; // every cell is as full as it may be
        }
        (ways, hitting) = (next, hitting + 1);
    }
}
