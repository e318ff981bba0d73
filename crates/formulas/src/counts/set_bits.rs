//! The distribution of the number of set bits of a plain filter, and its variance.

use bloomlab_numbers::{Sampling, distribution};

use crate::Load;

/// The variance of the number of set bits, exact.
pub fn variance(load: Load) -> f64 {
    let (bits, hashes) = (load.bits() as f64, load.hashes() as f64);
    match load.sampling() {
        Sampling::WithReplacement => distribution::variance_in_double(load.insertions()),
        Sampling::WithoutReplacement if load.bits() == 1 => 0.0,
        Sampling::WithoutReplacement => {
            let both = hashes * (hashes - 1.0) / (bits * (bits - 1.0));
            of_pairs(load.items() as f64, bits, hashes / bits, [(bits * (bits - 1.0), both)])
        }
    }
}

/// Var S = E Z + Σ_{i≠j} (1 − 2h + c_ij)^n − (E Z)², Z the clear bits, from the ordered pairs of bits and the probability c that an item
/// sets both: the pairs are `bits` · (`bits` − 1) together. By differences from (1 − h)^{2n}, so that the large parts do not cancel.
pub fn of_pairs(items: f64, bits: f64, hit: f64, pairs: impl IntoIterator<Item = (f64, f64)>) -> f64 {
    if items == 0.0 || hit >= 1.0 {
        return 0.0;
    }
    let clear = libm::exp(items * libm::log1p(-hit));
    let excess = |both: f64| {
        let other = (both - hit * hit) / ((1.0 - hit) * (1.0 - hit));
        libm::expm1(items * libm::log1p(other.max(-1.0)))
    };
    let together: f64 = pairs.into_iter().map(|(count, both)| count * excess(both)).sum();
    (bits * clear * (1.0 - clear) + clear * clear * together).max(0.0)
}

/// P(S = s) and s, position by position, without the ends whose probability is below `least`. Every term is positive.
pub fn by_recursion(load: Load, least: f64) -> Vec<(u64, f64)> {
    let (mut first, mut masses) = (0_u64, vec![1.0_f64]);
    for _ in 0..load.items() {
        if masses.len() == 1 && first == load.bits() {
            break; // every bit is set
        }
        for hash in 0..load.hashes() {
            let own = if load.sampling() == Sampling::WithReplacement { 0 } else { hash };
            push(load.bits(), own, first, &mut masses);
        }
        while masses.len() > 1 && masses.last().is_some_and(|mass| *mass < least) {
            masses.pop();
        }
        let leading = masses.iter().take_while(|mass| **mass < least).count();
        if leading >= 32 || leading + 1 == masses.len() {
            masses.drain(..leading);
            first += leading as u64;
        }
    }
    (first..).zip(masses).filter(|(_, mass)| *mass > 0.0).collect()
}

/// One position more, after `own` distinct ones of the same item; `masses` begins at `first` set bits.
pub fn push(bits: u64, own: u64, first: u64, masses: &mut Vec<f64>) {
    let share = 1.0 / (bits - own) as f64;
    // set − own and bits − set, at most 0 where nothing can be
    let (stays, sets) = (first as f64 - own as f64, bits as f64 - first as f64);
    masses.push(0.0);
    for i in (1..masses.len()).rev() {
        let at = i as f64;
        masses[i] = (masses[i] * (stays + at).max(0.0) + masses[i - 1] * (sets + 1.0 - at).max(0.0)) * share;
    }
    masses[0] *= stays.max(0.0) * share;
}
