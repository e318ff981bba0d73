//! Every outcome of tiny filters, and what simulated ones are compared with.

use std::collections::BTreeMap;

use bloomlab_exact::Rational;
use bloomlab_formulas::{
    Load,
    counts::{Mixture, Test},
};
use bloomlab_numbers::{Sampling, Shape};
use bloomlab_simulation::Estimate;

/// A filter whose items have any positions, and where k ≤ m the same with distinct ones.
pub fn both(bits: u64, items: u64, hashes: u64) -> impl Iterator<Item = Load> {
    let load = Load::new(bits, items, hashes).unwrap();
    [Some(load), load.without_replacement().ok()].into_iter().flatten()
}

/// All tuples whose i-th number lies below the i-th bound; the first number runs fastest.
pub fn tuples(bounds: &[u64]) -> impl Iterator<Item = Vec<u64>> {
    (0..bounds.iter().product()).map(|mut code: u64| {
        let digit = |bound: &u64| {
            let digit = code % bound;
            code /= bound;
            digit
        };
        bounds.iter().map(digit).collect()
    })
}

/// The bits of every outcome of an item, all equally likely, that has one position in each part; a part is its first bit and its length.
pub fn outcomes_in(parts: &[(u64, u64)]) -> Vec<u64> {
    let lengths: Vec<u64> = parts.iter().map(|(_, length)| *length).collect();
    let mask = |item: Vec<u64>| item.iter().zip(parts).fold(0, |mask, (at, (first, _))| mask | 1 << (first + at));
    tuples(&lengths).map(mask).collect()
}

/// The same of k positions anywhere, distinct ones without replacement.
pub fn outcomes(shape: Shape) -> Vec<u64> {
    let is_drawn =
        |mask: &u64| shape.sampling() == Sampling::WithReplacement || u64::from(mask.count_ones()) == shape.hashes();
    let parts = vec![(0, shape.bits()); shape.hashes() as usize];
    outcomes_in(&parts).into_iter().filter(is_drawn).collect()
}

/// The outcomes of one block in each of the blocks.
pub fn in_blocks(of_one: &[u64], block_bits: u64, blocks: u64) -> Vec<u64> {
    (0..blocks).flat_map(|block| of_one.iter().map(move |mask| mask << (block * block_bits))).collect()
}

/// How many of these outcomes of a query are reported by a filter with these bits set.
pub fn reported(outcomes: &[u64], set: u64) -> u64 {
    outcomes.iter().filter(|query| **query & !set == 0).count() as u64
}

/// The bits of a filter after some items of these outcomes, each with the number of ways that lead there.
pub fn contents(outcomes: &[u64], items: u64) -> BTreeMap<u64, u64> {
    let mut contents = BTreeMap::from([(0, 1)]);
    for _ in 0..items {
        let mut next = BTreeMap::new();
        for (set, ways) in &contents {
            outcomes.iter().for_each(|item| *next.entry(set | item).or_insert(0) += ways);
        }
        contents = next;
    }
    contents
}

/// The share of all outcomes of items and a query that are false positives.
pub fn enumerated(outcomes: &[u64], items: u64) -> Rational {
    let covered: u64 = contents(outcomes, items).iter().map(|(set, ways)| ways * reported(outcomes, *set)).sum();
    Rational::new(covered, (outcomes.len() as u64).pow(items as u32 + 1))
}

/// Returns true if a count of false positives lies within the two-sided bounds at α = 1e-6: a red run means a fault.
pub fn is_likely(rates: &Mixture, queries: u64, found: u64) -> bool {
    let bounds = Test { alpha: 1e-6, two_sided: true }.bounds(&rates.among(queries));
    (bounds.lower.unwrap_or(0)..=bounds.upper).contains(&found)
}

/// The mean over trials with an interval of confidence 1 − 1e-6 (Student).
pub fn estimate(trials: u64, value: impl FnMut(u64) -> f64) -> Estimate {
    Estimate::of(&(0..trials).map(value).collect::<Vec<f64>>(), 1.0 - 1e-6).unwrap()
}

/// Relative closeness.
pub fn assert_near(value: f64, expected: f64, error: f64) {
    assert!((value / expected - 1.0).abs() <= error, "{value} instead of {expected}");
}
