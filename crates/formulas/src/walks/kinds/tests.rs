//! Masks, by both routes, against a loop over all outcomes, and merged kinds of queries against one for each divisor.

use bloomlab_exact::{Rational, Rationals};

use super::*;
use crate::{walks::signed_powers::SignedPowers, walks::step_set::Merging};

const STEP_SETS: [StepSet; 4] = [StepSet::Any, StepSet::Nonzero, StepSet::Odd, StepSet::Unit];

/// The distribution of the masks from a loop over all (a, d).
fn looped(bits: u64, admitted: StepSet, curve: &[u64], query: &[u64]) -> Vec<u64> {
    let mut counts = vec![0; 1 << query.len()];
    for step in (0..bits).filter(|&step| admitted.admits(step, bits)) {
        for start in 0..bits {
            let walk: Vec<u64> =
                (0..).zip(curve).map(|(i, bend)| add(add(start, mul(i, step, bits), bits), *bend, bits)).collect();
            let covered = query.iter().enumerate().filter(|(_, position)| walk.contains(position));
            counts[covered.fold(0, |mask, (j, _)| mask | 1 << j)] += 1;
        }
    }
    counts[0] = 0;
    counts
}

fn in_full(masks: &MaskCounts) -> Vec<u64> {
    let mut counts = masks.counts.clone();
    for target in 0..masks.targets() {
        counts[1 << target] += masks.alone as u64;
    }
    counts
}

fn straight(hashes: u64) -> Vec<u64> {
    vec![0; hashes as usize]
}

fn step_sets(bits: u64) -> impl Iterator<Item = StepSet> {
    STEP_SETS.into_iter().filter(move |admitted| admitted.check(bits).is_ok())
}

#[test]
fn masks_are_those_of_a_loop_over_all_outcomes() {
    let few = (1..=24).flat_map(|bits| {
        let each = move |admitted| [1, 2, 3, 4, 5, 8].into_iter().map(move |hashes| (bits, hashes, admitted));
        step_sets(bits).flat_map(each)
    });
    let many = (25..=60).map(|bits| (bits, 7, StepSet::Any)).chain([(900, 7, StepSet::Nonzero)]);
    for (bits, hashes, admitted) in few.chain(many) {
        let walks = Walks { bits, admitted, curve: &straight(hashes) };
        for step in (0..bits).step_by(1 + bits as usize / 100) {
            let query = query_along(walks.curve, step, bits);
            let expected = looped(bits, admitted, walks.curve, &query);
            for found in [walks.by_special_steps(&query, admitted.steps(bits)), walks.by_all_steps(&query)] {
                assert_eq!(in_full(&found), expected, "{admitted:?} {bits} {hashes} {step}");
            }
        }
    }
}

/// Of two items.
fn rate(bits: u64, hashes: u64, admitted: StepSet, kinds: Vec<QueryKind>) -> Rational {
    let steps = admitted.steps(bits);
    let outcomes = u128::from(bits) * u128::from(steps);
    SignedPowers::new(outcomes, double(bits, hashes, admitted, steps, kinds)).rate(&Rationals, 2)
}

fn by_divisor(bits: u64, hashes: u64, admitted: StepSet) -> Rational {
    let kind = |divisor| QueryKind { divisor, steps: totient(bits / divisor), is_exceptional: false };
    let kinds = divisors(bits, bits).filter(|&divisor| admitted.admits(divisor, bits)).map(kind).collect();
    rate(bits, hashes, admitted, kinds)
}

const HIGHLY_COMPOSITE: [u64; 6] = [720, 960, 1001, 1890, 2520, 5040];

#[test]
fn merged_kinds_have_the_rate_of_all_divisors() {
    for bits in (1..=64).chain(HIGHLY_COMPOSITE) {
        for (admitted, hashes) in step_sets(bits).flat_map(|admitted| [1, 2, 3, 4, 6].map(|hashes| (admitted, hashes)))
        {
            let merging = Merging::new(bits, hashes);
            let kinds = admitted.query_kinds(bits, merging, admitted.steps(bits));
            assert_eq!(
                kinds.iter().map(|kind| kind.steps).sum::<u64>(),
                admitted.steps(bits),
                "{admitted:?} {bits} {hashes}"
            );
            assert!(kinds.len() as u64 <= merging.bound + divisors(merging.modulus, merging.modulus).count() as u64);
            let merged = rate(bits, hashes, admitted, kinds);
            assert_eq!(merged, by_divisor(bits, hashes, admitted), "{admitted:?} {bits} {hashes}");
        }
    }
}

/// Every pattern and step of a query as a kind of its own, against every outcome of an item.
fn all_that_wrap(bits: u64, hashes: u64, remainder: u64) -> SignedPowers {
    let (patterns, all) = wrap_patterns(hashes);
    let curves: Vec<(Vec<u64>, u64)> = patterns
        .into_iter()
        .map(|(wraps, weight)| (wraps.iter().map(|w| sub(0, mul(*w, remainder, bits), bits)).collect(), weight))
        .collect();
    let kind = |(query, weight): (Vec<u64>, u64)| {
        let mut masks = MaskCounts::empty(query.len());
        for (curve, times) in &curves {
            masks
                .counts
                .iter_mut()
                .zip(looped(bits, StepSet::Any, curve, &query))
                .for_each(|(c, more)| *c += more * times);
        }
        (weight, masks)
    };
    let along = |(curve, weight): &(Vec<u64>, u64)| {
        (0..bits).map(|step| (query_along(curve, step, bits), *weight)).collect::<Vec<_>>()
    };
    let queries = curves.iter().flat_map(along).map(kind);
    SignedPowers::new(u128::from(bits * bits) * u128::from(all), queries)
}

#[test]
fn queries_and_curves_that_stand_for_others_have_the_rate_of_all() {
    for (bits, hashes, remainder) in
        [(1, 3, 0), (5, 2, 1), (9, 4, 4), (10, 5, 6), (12, 4, 11), (14, 6, 4), (16, 5, 0), (20, 4, 16), (24, 7, 16)]
    {
        let (outcomes, kinds) = wrapping(bits, hashes, remainder);
        let (one, all) = (SignedPowers::new(outcomes, kinds), all_that_wrap(bits, hashes, remainder));
        for items in [1, 2, 5] {
            assert_eq!(one.rate(&Rationals, items), all.rate(&Rationals, items), "{bits} {hashes} {remainder}");
        }
    }
}
