//! Walks in slices against a scheme.

use bloomlab_formulas::walks::{HashingScheme, SchemeLoad, rate_in_double};
use bloomlab_libraries::{Cover, Product};

/// In slices of 2^s bits nothing is lost when a word wraps: double hashing in slices.
#[test]
fn walks_in_slices_of_a_power_of_two_are_double_hashing() {
    let growable: Product = "growable-bloom-filter".parse().unwrap();
    for (items, target, slice, slices) in [(10, 0.1, 16, 4), (10, 0.01, 16, 7), (177, 0.01, 256, 7)] {
        let filter = growable.filter(items, target).unwrap();
        assert_eq!(filter.bits() / slices, slice);
        for held in [1, items / 2, items] {
            let load = SchemeLoad::new(HashingScheme::KmPartition, slice * slices, held, slices).unwrap();
            let (rate, scheme) = (filter.rate(held).unwrap(), rate_in_double(load).unwrap());
            assert!((rate - scheme).abs() < 1e-12, "{items} {target} {held}: {rate}, {scheme}");
        }
        let covers = [items, 2 * items].map(|held| growable.cover_of(&filter, held));
        assert_eq!(covers, [Cover::Exact, Cover::Nearest]);
    }
    // 20 slices are not summed
    assert_eq!(growable.filter_for(1000, 1e-6).unwrap().cover, Cover::Nearest);
}

/// Seven slices of ⌈1000/ln 2⌉ = 1443 bits, rounded up to bytes in all; the walk costs less than a per cent.
#[test]
fn the_first_stage_of_a_growing_filter_has_whole_slices() {
    let set = -libm::expm1(1000.0 * libm::log1p(-1.0 / 1443.0));
    let built = "growable-bloom-filter".parse::<Product>().unwrap().filter_for(1000, 0.01).unwrap();
    let cost = built.rate / libm::pow(set, 7.0) - 1.0;
    assert!(built.bits == 7 * 1443 && cost > 0.005 && cost < 0.01, "{cost}");
}
