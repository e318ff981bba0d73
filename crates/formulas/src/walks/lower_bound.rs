//! A lower bound on the rate that is known without the sum over sets.
//!
//! *Theorem.* Let n independent items each set a random set of bits, and let each of L given positions be set by an item with the
//! probability p. The probability c(n) that all are set is at least 1 − L(1 − p)^n, and for n ≥ L and every λ > 0
//!
//! c(n) ≥ (1 − e^(−λp))^L / (1 + λ^L/(n)_L · Pr[N > n − L]), (n)_L = n(n − 1)…(n − L + 1), N Poisson with mean λ.
//!
//! *Proof.* The first is the union bound. For the second let N items come instead of n. Each set of bits then comes a Poisson number of
//! times, independently of the others, and that a position is set is increasing in these numbers: by Harris's inequality
//! E c(N) ≥ (1 − e^(−λp))^L. If N ≥ n items set all positions, some L of them do, and n of the N drawn at random contain those with
//! the probability (n)_L/(N)_L at least: c(N) ≤ c(n) (N)_L/(n)_L. For N ≤ n, c(N) ≤ c(n). So E c(N) ≤ c(n) (1 + E[(N)_L; N > n]/(n)_L),
//! and E[(N)_L; N > n] = λ^L Pr[N > n − L]. ∎
//!
//! Translation, within a block of a random one, makes p = E|W|/m for the positions W of an item. Two of them i apart coincide for at
//! most i of D steps, so that E|W| ≥ k − Σ_i (k − i) i/D = k − (k³ − k)/(6D). A query whose step has an order c < k has c positions.
//!
//! Some item has the query's own walk, forward or backward, with the probability 1 − (1 − 2/(mD))^n at least, k ≥ 2: of few items under
//! many hash functions that is most of the rate. Under enhanced double hashing it is 1 − (1 − 1/m²)^n, forward alone.

use crate::{
    walks::residues::{divisors, totient},
    walks::{HashingScheme, SchemeLoad},
};

/// A proved lower bound on the rate under a scheme that is summed over sets. It is a few per cent below the rate of thousands of items or
/// more where walks that meet add little, as in filters of many bits.
pub fn lower_bound(load: SchemeLoad) -> f64 {
    let (bits, hashes, k) = (load.bits(), load.hashes(), load.hashes() as f64);
    let admitted = load.scheme().step_set();
    let ring = load.ring();
    let steps = admitted.map_or(ring, |admitted| admitted.steps(ring)) as f64;
    let distinct = match load.scheme() {
        HashingScheme::KmPartition => k,
        _ => (k - (k * k * k - k) / (6.0 * steps)).max(1.0),
    };
    let hit = (distinct / bits as f64).min(1.0);
    let (mut collapsed, mut rate, mut repeated) = (0.0, 0.0, 0.0);
    if let Some(admitted) = admitted {
        if hashes >= 2 {
            repeated = -libm::expm1(load.items() as f64 * libm::log1p(-2.0 / (bits as f64 * steps)));
        }
        for order in divisors(ring, hashes - 1).filter(|order| admitted.admits(ring / order, ring)) {
            collapsed += totient(order) as f64 / steps;
            rate += totient(order) as f64 / steps * covered(order, load.items(), hit);
        }
    } else if load.scheme() == HashingScheme::Enhanced {
        repeated = -libm::expm1(load.items() as f64 * libm::log1p(-1.0 / (bits as f64 * bits as f64)));
    }
    rate + (1.0 - collapsed).max(0.0) * covered(hashes, load.items(), hit).max(repeated)
}

/// The theorem's bound for L = `positions`, with Chernoff's bound on N and the best of some λ.
fn covered(positions: u64, items: u64, hit: f64) -> f64 {
    let (l, n) = (positions as f64, items as f64);
    let union = 1.0 - l * libm::exp(n * libm::log1p(-hit));
    if items < positions {
        return union.max(0.0);
    }
    let ln_falling: f64 = (0..positions).map(|taken| libm::log(n - taken as f64)).sum();
    let poisson = |deviations: f64| {
        let (mean, least) = (n - deviations * n.sqrt(), n - l + 1.0);
        let ln_tail = if least > mean { least - mean - least * libm::log(least / mean) } else { 0.0 };
        let more = libm::exp(l * libm::log(mean) - ln_falling + ln_tail);
        libm::pow(-libm::expm1(-mean * hit), l) / (1.0 + more)
    };
    (0..16).map(|half| f64::from(half) / 2.0).filter(|d| d * d < n).map(poisson).fold(union.max(0.0), f64::max)
}
