//! Walks in slices against a scheme, a simulation, and the audit.

use bloomlab_formulas::walks::{HashingScheme, SchemeLoad, rate_in_double};
use bloomlab_libraries::{Cover, Library, Structure};

fn growable(items: u64, target: f64) -> (Library, Structure) {
    let library: Library = "growable-bloom-filter".parse().unwrap();
    (library, library.filter(items, target).unwrap())
}

/// In slices of 2^s bits nothing is lost when a word wraps: double hashing in slices.
#[test]
fn walks_in_slices_of_a_power_of_two_are_double_hashing() {
    for (items, target, slice, slices) in [(10, 0.1, 16, 4), (10, 0.01, 16, 7), (177, 0.01, 256, 7)] {
        let (_, filter) = growable(items, target);
        assert_eq!(filter.bits() / slices, slice);
        for held in [1, items / 2, items] {
            let load = SchemeLoad::new(HashingScheme::KmPartition, slice * slices, held, slices).unwrap();
            let (rate, scheme) = (filter.rate(held).unwrap(), rate_in_double(load).unwrap());
            assert!((rate - scheme).abs() < 1e-12, "{items} {target} {held}: {rate}, {scheme}");
        }
    }
}

/// Rates and 99 % intervals of data/library-audit/promises.csv; independent slices lie outside.
#[test]
fn walks_in_slices_have_the_measured_rates() {
    for (items, target, lower, upper) in [
        (10, 0.01, 0.042_998, 0.045_462),
        (100, 0.01, 0.007_939, 0.008_411),
        (100, 0.001, 0.001_264_8, 0.001_341_6),
        (1000, 0.001, 0.001_002_3, 0.001_021_4),
        (1000, 0.0001, 7.657e-5, 8.077e-5),
    ] {
        let (library, filter) = growable(items, target);
        let rate = filter.rate(items).unwrap();
        assert!(rate > lower && rate < upper, "{items} {target}: {rate}");
        assert_eq!(library.cover_of(&filter, items), Cover::Exact);
        assert_eq!(library.cover_of(&filter, 2 * items), Cover::Nearest);
    }
    let (library, filter) = growable(1000, 1e-6);
    assert_eq!(library.cover_of(&filter, 1000), Cover::Nearest, "20 slices are not summed");
}

/// Words of 64 bits that wrap, with the cubic term of the source, in 7 slices of 145 bits; a right rate fails once in a million runs.
#[test]
fn walks_in_slices_have_the_simulated_rate() {
    let (_, filter) = growable(100, 0.01);
    let (items, slices, width, filters, queries) = (100, 7_u64, 145, 4000, 250);
    let mut state = 26_u64;
    let mut random = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    };
    let mut positions = || {
        let (mut first, mut second) = (random(), random());
        let position = |i| {
            let found = first % width + i * width;
            first = first.wrapping_add(second);
            second = second.wrapping_add(i);
            found as usize
        };
        (0..slices).map(position).collect::<Vec<_>>()
    };
    let shares: Vec<f64> = (0..filters)
        .map(|_| {
            let mut bits = vec![false; (slices * width) as usize];
            for _ in 0..items {
                positions().into_iter().for_each(|position| bits[position] = true);
            }
            let hits = (0..queries).filter(|_| positions().into_iter().all(|position| bits[position])).count();
            hits as f64 / f64::from(queries)
        })
        .collect();
    let mean = shares.iter().sum::<f64>() / f64::from(filters);
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / f64::from(filters - 1);
    let (rate, error) = (filter.rate(100).unwrap(), (variance / f64::from(filters)).sqrt());
    assert!((mean - rate).abs() < 4.9 * error, "{mean} ± {error}, computed {rate}");
}
