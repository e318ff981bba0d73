//! Distinct positions among bits of which some are set.

use crate::{Arithmetic, Number};

/// Pr[d of `draws` distinct positions fall on the `clear` ones of `bits`], d = 0 … draws.
///
/// C(clear, d) C(bits − clear, draws − d) / C(bits, draws). Domain: `clear ≤ bits`, `draws ≤ bits`. The recurrence
/// between neighbours goes both ways from one of them: the end nearer to the mass, whose probability is a product, or the mode where
/// that product could underflow; then the sum scales the others.
pub fn distribution<A: Arithmetic>(a: &A, bits: u64, clear: u64, draws: u64) -> Vec<A::Number> {
    let set = bits - clear;
    let (low, high) = (draws.saturating_sub(set), draws.min(clear));
    let end = if set >= clear { low } else { high };
    let mut first = a.one();
    for j in 0..end {
        first = first * a.ratio(clear - j, bits - j) * a.ratio(draws - j, j + 1);
    }
    for j in 0..draws - end {
        first = first * a.ratio(set - j, bits - end - j);
    }
    let underflows = first.to_f64() < LEAST;
    let mode = (u128::from(draws + 1) * u128::from(clear + 1) / (u128::from(bits) + 2)) as u64;
    let (start, first) = if underflows { (mode.clamp(low, high), a.one()) } else { (end, first) };
    let mut row = vec![a.zero(); draws as usize + 1];
    row[start as usize] = first;
    for d in start..high {
        let ratios = [a.ratio(clear - d, set + d + 1 - draws), a.ratio(draws - d, d + 1)];
        row[d as usize + 1] = ratios.iter().fold(row[d as usize].clone(), |value, ratio| value * ratio);
    }
    for d in (low + 1..=start).rev() {
        let ratios = [a.ratio(set + d - draws, clear + 1 - d), a.ratio(d, draws + 1 - d)];
        row[d as usize - 1] = ratios.iter().fold(row[d as usize].clone(), |value, ratio| value * ratio);
    }
    if !underflows {
        return row;
    }
    let total = a.sum(&row);
    row.into_iter().map(|weight| weight / &total).collect()
}

/// A double below it may have lost digits on the way: the least normal one is 2.2e-308.
const LEAST: f64 = 1e-280;

/// C(set, d)/C(bits, d), d = 0 … `draws`: that d distinct positions are all among the `set` ones.
pub fn all_hit<A: Arithmetic>(a: &A, bits: u64, set: u64, draws: u64) -> Vec<A::Number> {
    let mut hits = Vec::with_capacity(draws as usize + 1);
    let mut value = a.one();
    hits.push(value.clone());
    for d in 0..draws {
        // d = bits is reached only where set − d is 0 already
        value = value * a.ratio(set.saturating_sub(d), bits.saturating_sub(d).max(1));
        hits.push(value.clone());
    }
    hits
}
