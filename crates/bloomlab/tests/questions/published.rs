//! Rates that others have measured and published, next to the laws: the table of docs/related.md, in one run.

use bloomlab::{Filter, HashingScheme};
use bloomlab_formulas::overlapping::limit;
use bloomlab_numbers::{Double, Sampling, Shape, Target};
use bloomlab_recycling::age_partitioned::{self, AgePartitioned};

const ITEMS: u64 = 10_000_000;

/// Rates in per cent as published, by their row in the page, with the law and the relative tolerance.
fn rows() -> Vec<(&'static str, &'static str, f64, f64)> {
    let of = |bits: u64, hashes, scheme| {
        Filter::of_scheme(bits, hashes, scheme).unwrap().holding(ITEMS).unwrap().rate().unwrap()
    };
    let plain = |per_item: u64, hashes| of(per_item * ITEMS, hashes, HashingScheme::Independent);
    let split = of((10.67 * ITEMS as f64) as u64 / 256 * 256, 8, HashingScheme::SplitBlock(32));
    let blocks = |block, per_item: u64, hashes| {
        of((per_item * ITEMS).next_multiple_of(block), hashes, HashingScheme::Blocked(block))
    };
    let overlapping = |word, per_item: u64, hashes| {
        limit(Shape::new(word, hashes, Sampling::WithReplacement).unwrap(), 8, 8.0 / per_item as f64).unwrap()
    };
    let dcrd = |capacity: u64| {
        let filter = AgePartitioned::as_built(capacity, Target::new(0.001).unwrap()).unwrap();
        age_partitioned::rate(&Double, filter, 10 * capacity % filter.generation()).unwrap()
    };
    vec![
        ("fastfilter_cpp, Bloom, 8 bits", "2.159", plain(8, 6), 2e-3),
        ("fastfilter_cpp, Bloom, 12 bits", "0.3153", plain(12, 8), 5e-3),
        ("fastfilter_cpp, Bloom, 16 bits", "0.0462", plain(16, 11), 0.02),
        ("fastfilter_cpp, split blocks, 10.67 bits", "0.9408", split, 2e-3),
        ("Boost.Bloom, `filter<int, 6>`, 8 bits", "2.1519", plain(8, 6), 4e-3),
        ("Boost.Bloom, `block<uint64_t, 4>`, 8 bits", "3.3467", blocks(64, 8, 4), 5e-3),
        ("Boost.Bloom, `block<uint64_t, 5>`, stride 1, 8 bits", "3.0383", overlapping(64, 8, 5), 5e-3),
        ("Boost.Bloom, `block<uint64_t, 6>`, stride 1, 12 bits", "0.8268", overlapping(64, 12, 6), 2e-3),
        ("Boost.Bloom, `block<uint64_t[8], 5>`, 8 bits", "2.3292", blocks(512, 8, 5), 5e-3),
        ("Boost.Bloom, `block<uint64_t[8], 12>`, stride 1, 20 bits", "0.0152", overlapping(512, 20, 12), 2e-3),
        ("dcrd, 1000 items at 0.1 %", "0.099", dcrd(1000), 0.03),
        ("dcrd, 10,000 items at 0.1 %", "0.096", dcrd(10_000), 0.035),
    ]
}

#[test]
fn what_others_publish_is_matched() {
    let page = include_str!("../../../../docs/related.md");
    let mut missing = String::new();
    for (name, published, law, tolerance) in rows() {
        let measured: f64 = published.parse().unwrap();
        assert!((100.0 * law / measured - 1.0).abs() < tolerance, "{name}: {law}");
        let row = format!("| {name} | {published} | {:.4} |\n", 100.0 * law);
        if !page.contains(&row) {
            missing += &row;
        }
    }
    assert!(missing.is_empty(), "docs/related.md:\n{missing}");
}
