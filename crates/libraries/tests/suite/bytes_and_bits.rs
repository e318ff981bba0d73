//! Positions whose byte is free and whose bit follows a short sequence, against all outcomes.

use bloomlab_formulas::walks::{HashingScheme, SchemeLoad, rate_in_double};
use bloomlab_libraries::Structure;

fn rate(bytes: u64, hashes: u64, items: u64) -> f64 {
    Structure::BytesAndBits { bytes, hashes }.rate(items).unwrap()
}

/// The positions of every outcome of an item, as masks, by the generator itself.
fn outcomes(bytes: u32, hashes: u32) -> Vec<u64> {
    let mut masks = Vec::new();
    for low in (1..64_u32).step_by(2) {
        for code in 0..bytes.pow(hashes) {
            let (mut state, mut rest, mut mask) = (low, code, 0);
            for _ in 0..hashes {
                state = state.wrapping_mul(0xc5);
                mask |= 1 << (8 * (rest % bytes) + (state >> 3 & 7));
                rest /= bytes;
            }
            masks.push(mask);
        }
    }
    masks
}

#[test]
fn as_many_independent_positions_have_the_rate_of_a_plain_filter() {
    let plain = Structure::Positions { scheme: HashingScheme::Independent, bits: 24, hashes: 2 };
    let other = Structure::BytesAndBits { bytes: 3, hashes: 2 };
    assert_eq!(other.independent_rate(2).unwrap(), Some(plain.rate(2).unwrap()));
}

#[test]
fn it_is_the_mean_over_all_outcomes() {
    for (bytes, hashes) in [(1, 2), (1, 5), (2, 2), (2, 3), (3, 3), (2, 4)] {
        let all = outcomes(bytes, hashes);
        let covered = |filter: u64| all.iter().filter(|query| filter & **query == **query).count();
        let outcomes = all.len() as f64;
        let one = all.iter().map(|item| covered(*item)).sum::<usize>() as f64 / outcomes.powi(2);
        let computed = |items| rate(bytes.into(), hashes.into(), items);
        assert!((computed(1) - one).abs() < 1e-13, "{bytes} {hashes}: {one} {}", computed(1));
        if all.len() <= 256 {
            let pairs = all.iter().flat_map(|first| all.iter().map(move |second| first | second));
            let two = pairs.map(covered).sum::<usize>() as f64 / outcomes.powi(3);
            assert!((computed(2) - two).abs() < 1e-13, "{bytes} {hashes}: {two} {}", computed(2));
        }
    }
    assert_eq!(rate(3, 4, 0), 0.0);
}

#[test]
fn large_filters_have_the_rate_of_independent_positions() {
    let independent = |bits, items, hashes| {
        rate_in_double(SchemeLoad::new(HashingScheme::Independent, bits, items, hashes).unwrap()).unwrap()
    };
    // the excess falls like 1/m
    let excess = |bytes: u64| rate(bytes, 7, 8 * bytes / 10) / independent(8 * bytes, 8 * bytes / 10, 7) - 1.0;
    let (small, large) = (excess(1000), excess(100_000));
    assert!((1e-6..1e-3).contains(&large) && (90.0..110.0).contains(&(small / large)), "{small} {large}");
    // its error stays small where it has the most terms
    assert!((rate(3_594_405, 20, 1_000_000) / independent(28_755_240, 1_000_000, 20) - 1.0).abs() < 1e-4);
}
