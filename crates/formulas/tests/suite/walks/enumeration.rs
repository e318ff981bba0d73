//! Loops over all outcomes of items and query, as rationals.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_formulas::{
    Load,
    walks::other_walks::wrapping,
    walks::{ExactRate, HashingScheme, SchemeLoad, by_union},
};

use crate::support::{enumerated, in_blocks, tuples};

/// The walks through all bits, but for triple hashing, whose outcomes are many.
fn walks() -> impl Iterator<Item = HashingScheme> {
    let is_walk = |scheme: &HashingScheme| scheme.is_summed_over_sets() && !scheme.is_blocked();
    HashingScheme::ALL.into_iter().filter(move |scheme| is_walk(scheme) && *scheme != HashingScheme::Triple)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The bits of every outcome of an item, written from the definitions of the schemes.
pub fn outcomes(scheme: HashingScheme, bits: u64, hashes: u64) -> Vec<u64> {
    let walk = |range: u64, position: &dyn Fn(u64, u64, u64) -> u64, admits: &dyn Fn(u64) -> bool| {
        let pairs = (0..range).filter(|&d| admits(d)).flat_map(|d| (0..range).map(move |a| (a, d)));
        pairs.map(|(a, d)| (0..hashes).fold(0, |set, i| set | 1 << position(a, d, i))).collect::<Vec<u64>>()
    };
    let straight = |a, d, i| (a + i * d) % bits;
    let blocked = |scheme, block| in_blocks(&outcomes(scheme, block, hashes), block, bits / block);
    match scheme {
        HashingScheme::Double => walk(bits, &straight, &|_| true),
        HashingScheme::DoubleNonzero => walk(bits, &straight, &|d| d != 0),
        HashingScheme::DoubleOdd => walk(bits, &straight, &|d| d % 2 == 1),
        HashingScheme::DoubleUnit => walk(bits, &straight, &|d| gcd(d, bits) == 1),
        HashingScheme::Enhanced => walk(bits, &|a, d, i| (a + i * d + (i * i * i - i) / 6) % bits, &|_| true),
        HashingScheme::KmPartition => {
            let slice = bits / hashes;
            walk(slice, &|a, d, i| i * slice + (a + i * d) % slice, &|_| true)
        }
        HashingScheme::Triple => {
            let turned =
                |e: u64| walk(bits, &|a, d, i| (a + i * d + i * i.saturating_sub(1) / 2 * e) % bits, &|_| true);
            (0..bits).flat_map(turned).collect()
        }
        HashingScheme::BlockedDouble(block) => blocked(HashingScheme::Double, block),
        HashingScheme::BlockedDoubleNonzero(block) => blocked(HashingScheme::DoubleNonzero, block),
        HashingScheme::BlockedDoubleOdd(block) => blocked(HashingScheme::DoubleOdd, block),
        _ => unreachable!("not a walk"),
    }
}

fn load(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Option<SchemeLoad> {
    SchemeLoad::new(scheme, bits, items, hashes).ok()
}

fn exact(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> Rational {
    ExactRate::new(load(scheme, bits, items, hashes).unwrap()).unwrap().rate(&Rationals)
}

/// Both routes against all outcomes; returns 1 where the scheme has such a filter.
fn compared(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> u32 {
    let Some(load) = load(scheme, bits, items, hashes) else { return 0 };
    let expected = enumerated(&outcomes(scheme, bits, hashes), items);
    assert_eq!(ExactRate::new(load).unwrap().rate(&Rationals), expected, "{load:?}");
    assert_eq!(by_union(&Rationals, load).unwrap(), expected, "{load:?}");
    1
}

#[test]
fn rates_are_those_of_all_contents() {
    let mut all = 0;
    for (scheme, bits) in walks().flat_map(|scheme| (1..=12).map(move |bits| (scheme, bits))) {
        // n = 3 where the contents stay few
        let most = if bits > 8 { 2 } else { 3 };
        for (items, hashes) in [1, 2, 3, 4, 5, 7].into_iter().flat_map(|k| (0..=most).map(move |n| (n, k))) {
            all += compared(scheme, bits, items, hashes);
        }
    }
    assert!(all > 900, "{all}");
    for (bits, items, hashes) in [(1, 1, 3), (2, 2, 3), (4, 2, 3), (5, 2, 4), (6, 1, 4), (7, 2, 3), (8, 1, 5)] {
        compared(HashingScheme::Triple, bits, items, hashes);
    }
}

#[test]
fn walks_within_a_block_are_those_of_all_contents() {
    use HashingScheme::{BlockedDouble, BlockedDoubleNonzero, BlockedDoubleOdd};
    let mut all = 0;
    for (block, blocks) in [(1, 5), (2, 3), (3, 2), (4, 2), (4, 3), (5, 2), (6, 1), (6, 2)] {
        for scheme in [BlockedDouble(block), BlockedDoubleNonzero(block), BlockedDoubleOdd(block)] {
            for (items, hashes) in [1, 2, 3, 5, 7].into_iter().flat_map(|k| (0..=2).map(move |n| (n, k))) {
                all += compared(scheme, block * blocks, items, hashes);
            }
        }
    }
    assert!(all > 200, "{all}");
    // one block is the filter without blocks, and two positions are pairwise independent whatever the walk
    for hashes in 1..=7 {
        assert_eq!(exact(BlockedDoubleNonzero(24), 24, 3, hashes), exact(HashingScheme::DoubleNonzero, 24, 3, hashes));
    }
    assert_eq!(exact(BlockedDouble(6), 24, 4, 2), exact(HashingScheme::Blocked(6), 24, 4, 2));
}

#[test]
fn known_rationals() {
    let rows = [
        (HashingScheme::Double, 2, 1, 2, 5, 8),
        (HashingScheme::Double, 4, 2, 3, 645, 1024),
        (HashingScheme::Double, 6, 2, 4, 3365, 7776),
        (HashingScheme::DoubleOdd, 6, 2, 3, 89, 243),
        (HashingScheme::DoubleNonzero, 5, 2, 3, 11, 20),
        (HashingScheme::Enhanced, 5, 2, 3, 11, 25),
        (HashingScheme::Enhanced, 7, 2, 4, 4647, 16807),
        (HashingScheme::Triple, 4, 2, 3, 40285, 65536),
        (HashingScheme::KmPartition, 12, 2, 3, 37, 256),
        (HashingScheme::Partitioned, 6, 3, 2, 361, 729),
        // 8 bits in 3 slices: 3, 3 and 2; n = 2: (1 − (2/3)²)² (1 − (1/2)²)
        (HashingScheme::Partitioned, 8, 2, 3, 25, 108),
        (HashingScheme::SplitBlock(2), 8, 2, 2, 17, 64),
        (HashingScheme::Blocked(3), 6, 2, 2, 109, 324),
        (HashingScheme::BlockedDouble(3), 6, 2, 2, 109, 324),
        (HashingScheme::BlockedDoubleOdd(4), 8, 2, 3, 21, 64),
        (HashingScheme::BlockedDouble(6), 6, 2, 3, 2981, 7776),
    ];
    for (scheme, bits, items, hashes, numerator, denominator) in rows {
        let expected = Rational::new(numerator, denominator);
        assert_eq!(exact(scheme, bits, items, hashes), expected, "{scheme:?} {bits} {items} {hashes}");
    }
    // the query starts anywhere, so that its own first position is no other distribution; but the item's walk from i = 1 is
    let from_one = |i: u64| ((i + 1).pow(3) - (i + 1)) / 6;
    let bent = |bend: &dyn Fn(u64) -> u64| -> Rational {
        let walk = |pair: Vec<u64>| (0..4).fold(0, |set, i| set | 1 << ((pair[0] + i * pair[1] + bend(i)) % 7));
        enumerated(&tuples(&[7, 7]).map(walk).collect::<Vec<u64>>(), 2)
    };
    assert_eq!(bent(&from_one), Rational::new(5204, 16807));
    assert_eq!(bent(&|i| (i * i * i - i) / 6), Rational::new(4647, 16807));
}

#[test]
fn schemes_that_are_others() {
    for (bits, items, hashes) in [(5, 3, 2), (12, 4, 2), (17, 5, 1), (64, 3, 2)] {
        // pairwise independence
        assert_eq!(
            exact(HashingScheme::Double, bits, items, hashes),
            exact(HashingScheme::Independent, bits, items, hashes)
        );
    }
    assert_ne!(exact(HashingScheme::DoubleNonzero, 12, 4, 2), exact(HashingScheme::Independent, 12, 4, 2));
    for hashes in 1..=7 {
        for bits in [2, 3, 7, 13, 61] {
            let nonzero = exact(HashingScheme::DoubleNonzero, bits, 3, hashes);
            assert_eq!(exact(HashingScheme::DoubleUnit, bits, 3, hashes), nonzero);
        }
        for bits in [2, 4, 8, 64] {
            assert_eq!(
                exact(HashingScheme::DoubleUnit, bits, 3, hashes),
                exact(HashingScheme::DoubleOdd, bits, 3, hashes)
            );
        }
        let load = Load::new(24, 3, hashes.min(5)).unwrap();
        assert_eq!(wrapping(&Rationals, load, 0).unwrap(), exact(HashingScheme::Double, 24, 3, hashes.min(5)));
        assert_ne!(
            wrapping(&Rationals, Load::new(24, 3, 4).unwrap(), 16).unwrap(),
            exact(HashingScheme::Double, 24, 3, 4)
        );
    }
}
