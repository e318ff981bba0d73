//! Words that overlap: every outcome of tiny filters, and the limit against what Boost.Bloom publishes.

use bloomlab_exact::{Rationals, certify};
use bloomlab_formulas::{
    Load,
    blocked::BlockedLoad,
    inclusion_exclusion,
    overlapping::{self, OverlappingLoad},
};
use bloomlab_numbers::{Sampling, Shape};

use crate::support::{assert_near, enumerated, outcomes};

fn word(bits: u64, hashes: u64) -> Shape {
    Shape::new(bits, hashes, Sampling::WithReplacement).unwrap()
}

#[test]
fn the_rate_is_the_enumeration_of_all_hash_outcomes() {
    let mut compared = 0;
    for (bits, stride) in [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (6, 2), (6, 3), (8, 4)] {
        for (starts, hashes, items) in sizes(6, 3, 4) {
            let load = OverlappingLoad::new(bits + (starts - 1) * stride, bits, stride, items, hashes).unwrap();
            let of_word = outcomes(word(bits, hashes));
            if ((starts as usize * of_word.len()) as f64).powi(items as i32 + 1) > 3e5 {
                continue;
            }
            let all: Vec<u64> =
                (0..starts).flat_map(|at| of_word.iter().map(move |mask| mask << (at * stride))).collect();
            assert_eq!(overlapping::rate(&Rationals, load), enumerated(&all, items), "{load:?}");
            compared += 1;
        }
    }
    assert!(compared > 200, "{compared}");
}

fn sizes(starts: u64, hashes: u64, items: u64) -> impl Iterator<Item = (u64, u64, u64)> {
    (1..=starts).flat_map(move |s| (1..=hashes).flat_map(move |k| (0..=items).map(move |n| (s, k, n))))
}

#[test]
fn without_overlap_words_are_blocks_and_one_word_is_a_filter() {
    let apart = OverlappingLoad::new(48, 16, 16, 9, 4).unwrap();
    let blocks = BlockedLoad::plain(48, 16, 9, 4).unwrap();
    assert_eq!(overlapping::rate(&Rationals, apart), inclusion_exclusion::rate(&Rationals, blocks));
    let alone = OverlappingLoad::new(16, 16, 4, 9, 4).unwrap();
    assert_eq!(
        overlapping::rate(&Rationals, alone),
        inclusion_exclusion::rate(&Rationals, Load::new(16, 9, 4).unwrap())
    );
}

/// `block<uint64_t, K>` and `block<uint64_t[8], K>` with a stride of a byte: measured with 10⁷ items (Boost.Bloom's documentation,
/// Benchmarks), in per cent, and this law.
#[test]
fn the_limit_is_what_boost_measures_and_cannot_compute() {
    let published = [
        (64, 8, 5, 3.0383, 3.049_634_053),
        (64, 12, 6, 0.8268, 0.827_452_021),
        (64, 16, 7, 0.2883, 0.289_325_822),
        (64, 20, 8, 0.1194, 0.121_427_694),
        (512, 8, 6, 2.2986, 2.298_092_004),
        (512, 12, 7, 0.3845, 0.387_969_482),
        (512, 16, 10, 0.0714, 0.071_666_317),
        (512, 20, 12, 0.0152, 0.015_194_963),
    ];
    for (bits, per_item, hashes, measured, law) in published {
        let found = 100.0 * overlapping::limit(word(bits, hashes), 8, 8.0 / per_item as f64).unwrap();
        assert_near(found, law, 1e-7);
        assert!((found / measured - 1.0).abs() < 0.018, "{found} for {measured}");
    }
}

#[test]
fn the_rate_of_many_words_is_the_limit() {
    let apart = |starts: u64| {
        let load = OverlappingLoad::new(64 + 8 * (starts - 1), 64, 8, starts, 5).unwrap();
        let rate = certify(20, |a| overlapping::rate(a, load)).unwrap().to_f64();
        assert_near(overlapping::rate_in_double(load).unwrap(), rate, 1e-10);
        rate - overlapping::limit(word(64, 5), 8, 1.0).unwrap()
    };
    let (few, many) = (apart(10_000), apart(1_000_000));
    assert!((few / many - 100.0).abs() < 0.5, "{few} {many}");
    assert!(overlapping::limit(word(64, 12), 8, 0.16).is_err());
}

#[test]
fn what_is_out_of_domain_is_named() {
    let why = |bits, word, stride, hashes| OverlappingLoad::new(bits, word, stride, 5, hashes).unwrap_err().to_string();
    for (message, start) in [
        (why(1000, 64, 0, 5), "stride = 0 is out of domain: needs a divisor of block-bits = 64"),
        (why(1000, 64, 24, 5), "stride = 24 is out of domain: needs a divisor of block-bits = 64"),
        (
            why(1004, 64, 8, 5),
            "bits = 1004 is out of domain: needs block-bits and a multiple of stride = 8, such as 1008",
        ),
        (why(10_000, 64, 8, 10), "hashes = 10 is out of domain: needs fewer, or fewer than 8 words over one another"),
    ] {
        assert!(message.starts_with(start), "{message}");
    }
}
