//! The sizes of libraries in other languages.

use bloomlab_libraries::{Library, Structure};

fn built(library: &str, items: u64, target: f64) -> Structure {
    library.parse::<Library>().unwrap().filter(items, target).unwrap()
}

#[test]
fn sizes_are_those_that_the_libraries_reported() {
    let sizes = |library| {
        [(1000, 0.01), (100_000, 0.001), (1000, 1e-6)].map(|(items, target)| built(library, items, target).bits())
    };
    assert_eq!(sizes("libbloom"), [9585, 1_437_758, 28_755]);
    assert_eq!(sizes("boost-bloom"), [9592, 1_437_768, 28_760]);
    assert_eq!(sizes("boost-bloom-multiblock"), [10_752, 1_689_088, 64_768]);
    assert_eq!(sizes("guava"), [9600, 1_437_760, 28_800]);
    assert_eq!(sizes("spark"), [9600, 1_437_760, 28_800]);
    assert_eq!(sizes("parquet-java"), [16_384, 2_097_152, 65_536]);
    let quotient = [(10, 0.1), (1000, 0.01), (1000, 0.0001), (100_000, 0.0001)];
    let quotient = quotient.map(|(items, target)| built("qfilter", items, target).bits());
    assert_eq!(quotient, [456, 18_752, 33_088, 2_113_600]);
}

/// Seven slices of ⌈1000/ln 2⌉ = 1443 bits, rounded up to bytes in all.
#[test]
fn the_first_stage_of_a_growing_filter_has_whole_slices() {
    let set = -libm::expm1(1000.0 * libm::log1p(-1.0 / 1443.0));
    let filter = built("growable-bloom-filter", 1000, 0.01);
    assert_eq!(filter.bits(), 7 * 1443);
    // the walk costs less than a per cent
    let cost = filter.rate(1000).unwrap() / libm::pow(set, 7.0) - 1.0;
    assert!(cost > 0.005 && cost < 0.01, "{cost}");
}

#[test]
fn the_bits_of_split_blocks_have_the_rate_asked_for() {
    let filter = built("boost-bloom-multiblock", 100_000, 0.01);
    assert!((filter.rate(100_000).unwrap() / 0.01 - 1.0).abs() < 1e-3, "{:?}", filter.rate(100_000));
}
