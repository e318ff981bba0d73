//! Retouched filters: bits cleared on purpose, which trades false positives for false negatives (Donnet, Baynat, Friedman,
//! *Retouched Bloom filters: allowing networked applications to trade off selected false positives against false negatives*, 2006).
//!
//! Three ways of clearing at random, each after n items were inserted; all exact. A member is missed as soon as one of its
//! bits was cleared. With P_d = Pr\[the items set d given bits\] and c_d = Pr\[d given set bits all stay\], the first two ways give
//! the rates Σ_d Pr\[D = d\] c_d P_d and 1 − Σ_d Pr\[D = d\] c_d, D the distinct positions of the item asked for.

use bloomlab_numbers::{Arithmetic, MAX_SIZE, Number, Refused, Shape, distinct, filling, hypergeometric, within};

use crate::{Load, coverage, layout::Layout, steps};

/// The two errors of a retouched filter.
#[derive(Clone, Debug, PartialEq)]
pub struct Errors<N> {
    /// The probability that an item never inserted is reported.
    pub false_positive_rate: N,
    /// The probability that an inserted item is not.
    pub false_negative_rate: N,
}

/// Every set bit is cleared with probability θ = `chance`, independently: c_d = (1 − θ)^d. Domain 0 ≤ θ ≤ 1.
pub fn each_bit<A: Arithmetic>(a: &A, load: Load, chance: A::Number) -> Result<Errors<A::Number>, Refused> {
    let stays: Vec<A::Number> = (0..=load.hashes()).map(|d| a.never(chance.clone(), d)).collect();
    independently_of_the_bits(a, load, &stays)
}

/// s = `positions` of the m positions are cleared, set or not: c_d = C(m − d, s)/C(m, s).
pub fn positions<A: Arithmetic>(a: &A, load: Load, positions: u64) -> Result<Errors<A::Number>, Refused> {
    let bits = load.bits();
    within("positions", positions, 0..=bits)?;
    let stays = hypergeometric::all_hit(a, bits, bits - positions, load.hashes());
    independently_of_the_bits(a, load, &stays)
}

fn independently_of_the_bits<A: Arithmetic>(
    a: &A,
    load: Load,
    stays: &[A::Number],
) -> Result<Errors<A::Number>, Refused> {
    steps::check(coverage::steps(load), "hashes", load.hashes())?;
    let (mut found, mut lost) = (a.zero(), a.zero());
    let distinct = distinct::positions(a, load.shape());
    for ((probability, set), stays) in distinct.iter().zip(load.covered(a, distinct.len() - 1)).zip(stays) {
        found = found + set * probability * stays;
        lost = lost + probability.clone() * (a.one() - stays);
    }
    Ok(Errors { false_positive_rate: found, false_negative_rate: lost })
}

/// s = `cleared` of the set bits are cleared, all of them where fewer are set.
///
/// FPR = Σ_b Pr\[b\] ρ((b − s)⁺), FNR = 1 − Σ_d Pr\[D = d\] Σ_b Pr\[b | n − 1 items added to d bits\]
/// C((b − s)⁺, d)/C(b, d). Work O(k²·n·m) at most: the distributions of the set bits are pushed item by item.
pub fn set_bits<A: Arithmetic>(a: &A, load: Load, cleared: u64) -> Result<Errors<A::Number>, Refused> {
    let (shape, items) = (load.shape(), load.items());
    within("items", items, 1..=MAX_SIZE)?;
    let most = load.bits().min(load.balls()) as f64;
    let chains = load.hashes() as f64 + 1.0;
    steps::check(chains * load.balls() as f64 * most, "items", items)?;
    let queries = distinct::positions(a, shape);
    let left = |set: usize| (set as u64).saturating_sub(cleared);
    let mut found = a.zero();
    for (set, mass) in after_items(a, shape, 0, items).iter().enumerate() {
        let hits = hypergeometric::all_hit(a, load.bits(), left(set), load.hashes());
        found = found + a.dot(&queries, &hits) * mass;
    }
    let mut lost = a.zero();
    for (d, probability) in (0..).zip(&queries).filter(|(_, probability)| probability.to_f64() > 0.0) {
        for (set, mass) in after_items(a, shape, d, items - 1).iter().enumerate().skip(d as usize) {
            let stays = hypergeometric::all_hit(a, set as u64, left(set), d).swap_remove(d as usize);
            lost = lost + probability.clone() * mass * (a.one() - stays);
        }
    }
    Ok(Errors { false_positive_rate: found, false_negative_rate: lost })
}

fn after_items<A: Arithmetic>(a: &A, shape: Shape, start: u64, items: u64) -> Vec<A::Number> {
    let mut masses = vec![a.zero(); start as usize];
    masses.push(a.one());
    (0..items).fold(masses, |masses, _| filling::item(a, shape, masses))
}
