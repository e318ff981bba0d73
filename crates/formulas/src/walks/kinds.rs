//! The kinds of queries of each scheme that walks through Z_m, with the distribution of an item's mask for each.

use std::collections::BTreeMap;

use crate::{
    walks::masks::{MaskCounts, Walks},
    walks::other_walks::wrap_patterns,
    walks::residues::{add, divisors, gcd, mul, sub, totient},
    walks::step_set::{QueryKind, StepSet},
};

/// A weight, and the distribution of an item's mask for a query of this kind.
pub(crate) type Kind = (u64, MaskCounts);

/// The queries of double hashing: {0, g, 2g, …} for each kind, of weight the number of its steps; mD outcomes of an item.
pub(crate) fn double(
    bits: u64,
    hashes: u64,
    admitted: StepSet,
    steps: u64,
    kinds: Vec<QueryKind>,
) -> impl Iterator<Item = Kind> {
    let straight = vec![0; hashes as usize];
    kinds.into_iter().map(move |kind| {
        let query = straight_query(bits, hashes, kind.divisor);
        (kind.steps, Walks { bits, admitted, curve: &straight }.masks(&query, steps))
    })
}

/// Q_g: the multiples of g, L = min(k, m/g) of them.
pub(crate) fn straight_query(bits: u64, hashes: u64, divisor: u64) -> Vec<u64> {
    (0..hashes.min(bits / divisor)).map(|j| j * divisor).collect()
}

/// (i³ − i)/6 mod m for i < k: the curve of enhanced double hashing.
pub(crate) fn cubic(bits: u64, hashes: u64) -> Vec<u64> {
    (0..hashes).map(|i| (i * i * i - i) / 6 % bits).collect()
}

/// i(i − 1)/2 mod m for i < k, which triple hashing multiplies by its third hash.
pub(crate) fn triangular(bits: u64, hashes: u64) -> Vec<u64> {
    (0..hashes).map(|i| i * i.saturating_sub(1) / 2 % bits).collect()
}

/// The distinct ones among the residues j·`step` + C_j, in the order of j.
pub(crate) fn query_along(curve: &[u64], step: u64, bits: u64) -> Vec<u64> {
    let mut query = Vec::with_capacity(curve.len());
    for (j, bend) in (0..).zip(curve) {
        let position = add(mul(j, step, bits), *bend, bits);
        if !query.contains(&position) {
            query.push(position);
        }
    }
    query
}

/// The queries of enhanced double hashing, each step e its own kind, of weight 1; m² outcomes of an item.
pub(crate) fn enhanced(bits: u64, curve: Vec<u64>) -> impl Iterator<Item = Kind> {
    (0..bits).map(move |step| {
        let query = query_along(&curve, step, bits);
        (1, Walks { bits, admitted: StepSet::Any, curve: &curve }.masks(&query, bits))
    })
}

/// The queries of triple hashing: the orbits of the pairs (d, e) under the units of Z_m, weighted by their sizes; m³
/// outcomes of an item. For m ≤ 128.
pub(crate) fn triple(bits: u64, hashes: u64) -> impl Iterator<Item = Kind> {
    let bends = triangular(bits, hashes);
    orbits(bits).into_iter().map(move |((step, turn), size)| {
        let curve = |turn: u64| -> Vec<u64> { bends.iter().map(|bend| mul(*bend, turn, bits)).collect() };
        let query = query_along(&curve(turn), step, bits);
        let mut masks = MaskCounts::empty(query.len());
        for item_turn in 0..bits {
            masks.add(&Walks { bits, admitted: StepSet::Any, curve: &curve(item_turn) }.masks(&query, bits), 1);
        }
        (size, masks)
    })
}

/// One pair of each orbit of Z_m² under multiplication by units, with the size of the orbit.
pub(crate) fn orbits(bits: u64) -> Vec<((u64, u64), u64)> {
    let units: Vec<u64> = (0..bits).filter(|&unit| gcd(unit, bits) == 1).collect();
    let mut seen = vec![false; (bits * bits) as usize];
    let mut orbits = Vec::new();
    for (step, turn) in (0..bits).flat_map(|step| (0..bits).map(move |turn| (step, turn))) {
        let mut size = 0;
        for unit in &units {
            let pair = &mut seen[(step * unit % bits * bits + turn * unit % bits) as usize];
            size += u64::from(!*pair);
            *pair = true;
        }
        if size > 0 {
            orbits.push(((step, turn), size));
        }
    }
    orbits
}

/// The one query of Kirsch and Mitzenmacher's partition, k slices of s bits; s² outcomes of the difference of item and
/// query.
///
/// With a difference (α, δ), slice i matches iff α + iδ ≡ 0 (mod s). Let c be the order of δ: the i that match are a class
/// mod c, a different one for each of c values of α, and none for the others. φ(c) differences δ have order c.
pub(crate) fn km_partition(slice_bits: u64, hashes: u64) -> Kind {
    let mut masks = MaskCounts::empty(hashes as usize);
    let mut alone = slice_bits;
    for order in divisors(slice_bits, hashes - 1) {
        let steps = totient(order);
        alone -= steps;
        for first in 0..order {
            let mask = (first..hashes).step_by(order as usize).fold(0, |mask, i| mask | 1 << i);
            masks.counts[mask as usize] += steps;
        }
    }
    masks.alone = u128::from(alone);
    (1, masks)
}

/// The queries of double hashing in wrapping arithmetic, and the outcomes of an item.
///
/// The word of 2^w values wraps w_i times before position i, so that position i is a + i·d − r·w_i mod m, r = 2^w mod m. In
/// the limit of a long word a, d and the pattern of the w_i are independent: see [`wrap_patterns`].
///
/// Walks whose curves differ by a line, or of which one is the other from its end, have the same outcomes over all steps: one stands for
/// both. An item is as likely at a set of positions as at that set shifted, as a is uniform, or mirrored: 2^w − h₁, 2^w − h₂ instead of
/// h₁, h₂. So queries that are shifted or mirrored are of one kind.
pub(crate) fn wrapping(bits: u64, hashes: u64, remainder: u64) -> (u128, impl Iterator<Item = Kind>) {
    let (patterns, all) = wrap_patterns(hashes);
    let (mut curves, mut queries) = (BTreeMap::new(), BTreeMap::new());
    for (wraps, weight) in patterns {
        let curve: Vec<u64> = wraps.iter().map(|w| sub(0, mul(*w, remainder, bits), bits)).collect();
        for step in 0..bits {
            *queries.entry(shifted_or_mirrored(&query_along(&curve, step, bits), bits)).or_insert(0) += weight;
        }
        *curves.entry(straightened_or_reversed(&curve, bits)).or_insert(0) += weight;
    }
    let kind = move |(query, weight): (Vec<u64>, u64)| {
        let mut masks = MaskCounts::empty(query.len());
        for (curve, times) in &curves {
            masks.add(&Walks { bits, admitted: StepSet::Any, curve }.masks(&query, bits), *times);
        }
        (weight, masks)
    };
    (u128::from(bits * bits) * u128::from(all), queries.into_iter().map(kind))
}

/// The first, in order, of all sets that are this one shifted or mirrored.
fn shifted_or_mirrored(positions: &[u64], bits: u64) -> Vec<u64> {
    let seen_from = |origin: &u64| {
        let mut ahead: Vec<u64> = positions.iter().map(|position| sub(*position, *origin, bits)).collect();
        let mut back: Vec<u64> = ahead.iter().map(|position| sub(0, *position, bits)).collect();
        ahead.sort_unstable();
        back.sort_unstable();
        ahead.min(back)
    };
    positions.iter().map(seen_from).min().unwrap_or_default()
}

/// The first, in order, of this curve and the same from its end, each less the line through its first two points.
fn straightened_or_reversed(curve: &[u64], bits: u64) -> Vec<u64> {
    let straightened = |curve: Vec<u64>| -> Vec<u64> {
        let (first, slope) = (curve[0], curve.get(1).map_or(0, |second| sub(*second, curve[0], bits)));
        (0..).zip(&curve).map(|(i, bend)| sub(sub(*bend, first, bits), mul(i, slope, bits), bits)).collect()
    };
    straightened(curve.to_vec()).min(straightened(curve.iter().rev().copied().collect()))
}

#[cfg(test)]
mod tests;
