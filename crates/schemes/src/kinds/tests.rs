//! Masks against a loop over all outcomes, and merged kinds of queries against one for each divisor; mutants of both fail.

use bloomlab_exact::{Rational, Rationals};

use super::*;
use crate::masks::Coincidence;
use crate::signed_powers::SignedPowers;
use crate::step_law::Merging;

const LAWS: [StepLaw; 4] = [StepLaw::Any, StepLaw::Nonzero, StepLaw::Odd, StepLaw::Unit];

/// The distribution of the masks from a loop over all (a, d).
fn looped(bits: u64, law: StepLaw, curve: &[u64], query: &[u64]) -> Vec<u64> {
    let mut counts = vec![0; 1 << query.len()];
    for step in (0..bits).filter(|&step| law.admits(step, bits)) {
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

fn in_full(law: &MaskLaw) -> Vec<u64> {
    let mut counts = law.counts.clone();
    for target in 0..law.targets() {
        counts[1 << target] += law.alone as u64;
    }
    counts
}

fn straight(hashes: u64) -> Vec<u64> {
    vec![0; hashes as usize]
}

fn laws_of(bits: u64) -> impl Iterator<Item = StepLaw> {
    LAWS.into_iter().filter(move |law| law.check(bits).is_ok())
}

fn compare_with_the_loop(bits: u64, hashes: u64, law: StepLaw, steps: impl Iterator<Item = u64>) {
    let walks = Walks { bits, law, curve: &straight(hashes) };
    for step in steps {
        let query = query_along(walks.curve, step, bits);
        let found = in_full(&walks.masks(&query, law.steps(bits)));
        assert_eq!(found, looped(bits, law, walks.curve, &query), "{law:?} {bits} {hashes} {step}");
    }
}

#[test]
fn masks_are_those_of_a_loop_over_all_outcomes() {
    for bits in 1..=24 {
        for (law, hashes) in laws_of(bits).flat_map(|law| [1, 2, 3, 4, 5, 8].map(|hashes| (law, hashes))) {
            compare_with_the_loop(bits, hashes, law, 0..bits);
        }
    }
    for bits in 25..=60 {
        compare_with_the_loop(bits, 7, StepLaw::Any, 0..bits);
    }
    for (bits, step) in [(997, 5), (720, 48), (1024, 320), (900, 450)] {
        compare_with_the_loop(bits, 7, StepLaw::Nonzero, std::iter::once(step));
    }
}

#[test]
fn masks_of_bent_walks_are_those_of_the_loop() {
    for (bits, hashes) in [(1, 3), (6, 3), (16, 5), (21, 4), (30, 6)] {
        let curve = cubic(bits, hashes);
        for step in 0..bits {
            let query = query_along(&curve, step, bits);
            let found = Walks { bits, law: StepLaw::Any, curve: &curve }.masks(&query, bits);
            assert_eq!(in_full(&found), looped(bits, StepLaw::Any, &curve, &query), "{bits} {hashes} {step}");
        }
    }
}

#[test]
fn walks_that_meet_themselves_matter() {
    let (bits, hashes) = (12, 4);
    let curve = straight(hashes);
    let walks = Walks { bits, law: StepLaw::Any, curve: &curve };
    let query = straight_query(bits, hashes, 1);
    let all = walks.coincidences(&query);
    let seen: Vec<Coincidence> =
        all.iter().copied().filter(|pair| !pair.is_of_one_position(query.len() as u16)).collect();
    assert!(seen.len() < all.len());
    let mutant = walks.law_of(&walks.meetings(&query, seen), bits);
    assert_ne!(in_full(&mutant), looped(bits, StepLaw::Any, &curve, &query));
    assert_eq!(walks.law_of(&walks.meetings(&query, all), bits), walks.masks(&query, bits));
}

#[test]
fn the_partition_has_the_masks_of_a_loop() {
    for (slice, hashes) in [(1, 3), (4, 3), (5, 4), (6, 7), (12, 5), (13, 4)] {
        let mut counts = vec![0; 1 << hashes];
        for (start, step) in (0..slice).flat_map(|start| (0..slice).map(move |step| (start, step))) {
            let meets = (0..hashes).filter(|i| (start + i * step) % slice == 0);
            counts[meets.fold(0, |mask, i| mask | 1_usize << i)] += 1;
        }
        counts[0] = 0;
        assert_eq!(in_full(&km_partition(slice, hashes).1), counts, "{slice} {hashes}");
    }
}

fn rate(bits: u64, hashes: u64, law: StepLaw, kinds: Vec<QueryKind>, items: u64) -> Rational {
    let steps = law.steps(bits);
    let outcomes = u128::from(bits) * u128::from(steps);
    SignedPowers::new(outcomes, double(bits, hashes, law, steps, kinds)).rate(&Rationals, items)
}

fn merged(bits: u64, hashes: u64, law: StepLaw, merging: Merging) -> Rational {
    rate(bits, hashes, law, law.query_kinds(bits, merging, law.steps(bits)), 2)
}

fn by_divisor(bits: u64, hashes: u64, law: StepLaw) -> Rational {
    let kind = |divisor| QueryKind { divisor, steps: totient(bits / divisor), is_exceptional: false };
    let kinds = divisors(bits, bits).filter(|&divisor| law.admits(divisor, bits)).map(kind).collect();
    rate(bits, hashes, law, kinds, 2)
}

const HIGHLY_COMPOSITE: [u64; 6] = [720, 960, 1001, 1890, 2520, 5040];

#[test]
fn merged_kinds_have_the_rate_of_all_divisors() {
    for bits in (1..=64).chain(HIGHLY_COMPOSITE) {
        for (law, hashes) in laws_of(bits).flat_map(|law| [1, 2, 3, 4, 6].map(|hashes| (law, hashes))) {
            let merging = Merging::new(bits, hashes);
            let kinds = law.query_kinds(bits, merging, law.steps(bits));
            assert_eq!(kinds.iter().map(|kind| kind.steps).sum::<u64>(), law.steps(bits), "{law:?} {bits} {hashes}");
            assert!(kinds.len() as u64 <= merging.bound + divisors(merging.modulus, merging.modulus).count() as u64);
            assert_eq!(merged(bits, hashes, law, merging), by_divisor(bits, hashes, law), "{law:?} {bits} {hashes}");
        }
    }
}

/// Mutants of the merging have other rates: B replaced by k, and Λ by what it is without the lcm or without the 2.
#[test]
fn a_smaller_bound_or_modulus_merges_too_much() {
    let right = |bits, hashes| Merging::new(bits, hashes);
    let with_bound_k = Merging { bound: 6, ..right(5040, 6) };
    let differs = |bits, hashes, law, mutant| merged(bits, hashes, law, mutant) != by_divisor(bits, hashes, law);
    assert!(differs(5040, 6, StepLaw::Any, with_bound_k));
    let without_lcm = Merging { modulus: gcd(5040, 5), ..right(5040, 6) };
    assert!(differs(5040, 6, StepLaw::Any, without_lcm));
    let unmerged = Merging { modulus: 1, ..right(5040, 6) };
    assert!(differs(5040, 6, StepLaw::Any, unmerged));
    let without_two = Merging { modulus: 1, ..right(960, 2) };
    let kinds = StepLaw::Odd.query_kinds(960, without_two, 480);
    assert_ne!(kinds.iter().map(|kind| kind.steps).sum::<u64>(), 480);
}
