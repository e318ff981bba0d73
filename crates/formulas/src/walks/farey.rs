//! How often a walk through a long word wraps, and how likely that is.

use std::collections::BTreeMap;

use crate::walks::residues::gcd;

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
