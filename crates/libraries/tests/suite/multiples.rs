//! Positions that are multiples of the second hash, against the positions themselves.

use bloomlab_formulas::walks::HashingScheme;
use bloomlab_libraries::{Library, Structure};

/// The limit of the library that derives them.
fn rate(bits: u64, hashes: u64, items: u64) -> f64 {
    let filter = Structure::Positions { scheme: HashingScheme::Independent, bits, hashes };
    "bloom".parse::<Library>().unwrap().limit(&filter, items).unwrap()
}

/// SplitMix64 (Steele, Lea, Flood 2014).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// As `bloom` 0.3.2 derives them.
fn positions(bits: u64, hashes: u64, state: &mut u64) -> Vec<usize> {
    let (first, second) = (next(state), next(state));
    let position = |i| match i {
        0 => first,
        1 => second,
        _ => first.wrapping_add(i).wrapping_mul(second),
    };
    (0..hashes).map(|i| (position(i) % bits) as usize).collect()
}

/// Filters from the seed 7: within four standard errors of the queries, and half a per cent for the O(1/m) that is left.
#[test]
fn it_is_the_rate_of_the_positions_themselves() {
    let mut state = 7;
    for (bits, hashes, items) in [(1 << 16, 3, 9000), (75_000, 7, 7800), (65_536 + 256, 10, 4500), (65_537, 5, 8000)] {
        let (filters, queries, mut positives) = (10, 100_000, 0_u32);
        for _ in 0..filters {
            let mut filter = vec![false; bits as usize];
            for _ in 0..items {
                positions(bits, hashes, &mut state).into_iter().for_each(|position| filter[position] = true);
            }
            let is_positive = |state: &mut u64| positions(bits, hashes, state).into_iter().all(|at| filter[at]);
            positives += (0..queries).map(|_| u32::from(is_positive(&mut state))).sum::<u32>();
        }
        let (found, computed) = (f64::from(positives) / f64::from(filters * queries), rate(bits, hashes, items));
        let error = 4.0 / f64::from(positives).sqrt() + 0.005;
        assert!((found / computed - 1.0).abs() < error, "{bits} {hashes} {items}: {found}, not {computed}");
    }
}

#[test]
fn at_an_odd_size_positions_are_as_good_as_independent() {
    let independent = |bits: u64, hashes: u64, items: u64| {
        (-(-(hashes as f64) * items as f64 / bits as f64).exp_m1()).powf(hashes as f64)
    };
    for (bits, hashes, items) in [(95_851, 7, 10_000), (1_000_003, 20, 30_000), (9_585_059, 2, 1_000_000)] {
        assert!((rate(bits, hashes, items) / independent(bits, hashes, items) - 1.0).abs() < 1e-12);
    }
    assert_eq!(rate(1 << 40, 7, 0), 0.0);
}
