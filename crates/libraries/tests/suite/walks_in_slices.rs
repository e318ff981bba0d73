//! Walks in slices against a scheme, and the audit.

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
