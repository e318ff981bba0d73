//! Positions whose byte is free and whose bit follows a short sequence.
//!
//! A multiplicative generator, h ← 5h modulo 64 in its low bits, h odd, gives the bits of all positions of an item: bit i is
//! ⌊5^i h/8⌋ mod 8. An item thus has one of 32 patterns of bits. Its bytes are independent and uniform.
//!
//! Let c_p be how many positions a pattern has in bit p of the bytes, R the number of bytes. Given the filter, a query of
//! pattern v is reported with the probability Π_p (X_p/R)^(c_p(v)), X_p the bytes whose bit p is set. Inclusion–exclusion over the
//! positions that are clear, d_p distinct bytes of them at bit p, gives
//!
//! rate = (1/32) Σ_v Σ_d Π_p a(c_p(v), d_p) · ((1/32) Σ_u Π_p (1 − d_p/R)^(c_p(u)))^n,
//! a(c, d) = Σ_t (−1)^t C(c, t) S(t, d) R(R − 1)…(R − d + 1)/R^t,
//!
//! S the Stirling numbers of the second kind: t independent bytes are d distinct ones with the probability
//! S(t, d) R(R − 1)…(R − d + 1)/R^t.

use std::collections::BTreeMap;

/// Bits of a byte.
const PLANES: usize = 8;
/// Patterns of an item, and the factor of the generator modulo 64.
const PATTERNS: u64 = 32;
const FACTOR: u64 = 5;
/// The most hash functions for which the sum is taken: its error in double precision is about 1.5^k 10^−15.
pub(crate) const MAX_HASHES: u64 = 20;

/// c_p of a pattern, for every p.
type Counts = [usize; PLANES];

/// The false-positive rate with n items and k positions in R bytes, by the alternating sum. Domain R ≥ 1, 1 ≤ k ≤
/// [`MAX_HASHES`].
pub(crate) fn rate(bytes: u64, hashes: u64, items: u64) -> f64 {
    let patterns = patterns(hashes);
    let bytes = bytes as f64;
    let share = |times: u64| times as f64 / PATTERNS as f64;
    let kinds: Vec<(Counts, f64)> = patterns.into_iter().map(|(counts, times)| (counts, share(times))).collect();
    let terms = kinds.iter().map(|(query, share)| {
        let sum = Sum { kinds: &kinds, query, bytes, items: items as f64 };
        share * sum.from(0, 1.0, &vec![0.0; kinds.len()])
    });
    terms.sum()
}

/// The counts of all patterns, each with how many patterns have them.
fn patterns(hashes: u64) -> BTreeMap<Counts, u64> {
    let mut patterns = BTreeMap::new();
    for start in 0..PATTERNS {
        let mut counts = [0; PLANES];
        let mut state = 2 * start + 1;
        for _ in 0..hashes {
            counts[(state / 8 % 8) as usize] += 1;
            state = FACTOR * state % 64;
        }
        *patterns.entry(counts).or_insert(0) += 1;
    }
    patterns
}

/// The sum over d for a query.
struct Sum<'a> {
    kinds: &'a [(Counts, f64)],
    query: &'a Counts,
    bytes: f64,
    items: f64,
}

impl Sum<'_> {
    /// The terms with d fixed below `plane`; `weight` is their Π a, and `hits` has 1 − Π (1 − d_p/R)^(c_p(u)) of every kind of item.
    fn from(&self, plane: usize, weight: f64, hits: &[f64]) -> f64 {
        if plane == PLANES {
            let hit: f64 = hits.iter().zip(self.kinds).map(|(hit, (_, share))| hit * share).sum();
            return weight * libm::exp(self.items * libm::log1p(-hit));
        }
        let asked = self.query[plane];
        let terms = (0..=asked).filter(|distinct| *distinct as f64 <= self.bytes).map(|distinct| {
            let missed = libm::log1p(-(distinct as f64) / self.bytes);
            let hit_here = |held: usize| if held == 0 { 0.0 } else { -libm::expm1(held as f64 * missed) };
            let hits: Vec<f64> = hits
                .iter()
                .zip(self.kinds)
                .map(|(hit, (counts, _))| hit + (1.0 - hit) * hit_here(counts[plane]))
                .collect();
            self.from(plane + 1, weight * self.signed(asked, distinct), &hits)
        });
        terms.sum()
    }

    /// a(c, d).
    fn signed(&self, asked: usize, distinct: usize) -> f64 {
        let falling: f64 = (0..distinct).map(|taken| self.bytes - taken as f64).product();
        let term = |clear: usize| {
            let sign = if clear.is_multiple_of(2) { 1.0 } else { -1.0 };
            sign * chosen(asked, clear) * stirling(clear, distinct) * falling / self.bytes.powi(clear as i32)
        };
        (distinct..=asked).map(term).sum()
    }
}

/// C(n, k).
fn chosen(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

/// S(n, k) = k S(n − 1, k) + S(n − 1, k − 1).
fn stirling(n: usize, k: usize) -> f64 {
    match (n, k) {
        (0, 0) => 1.0,
        (0, _) | (_, 0) => 0.0,
        _ => k as f64 * stirling(n - 1, k) + stirling(n - 1, k - 1),
    }
}
