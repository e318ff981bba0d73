//! The rates of what libraries build.

use bloomlab_formulas::walks::{HashingScheme, SchemeLoad, first_order, rate_in_double};
use bloomlab_libraries::{Slices, Structure};
use bloomlab_numbers::Double;

fn positions(scheme: HashingScheme, bits: u64, items: u64, hashes: u64) -> f64 {
    rate_in_double(SchemeLoad::new(scheme, bits, items, hashes).unwrap()).unwrap()
}

fn assert_near(structure: Structure, items: u64, rate: f64) {
    let computed = structure.rate(items).unwrap();
    assert!((computed / rate - 1.0).abs() < 1e-12, "{structure:?}: {computed}, not {rate}");
}

#[test]
fn fingerprints_have_the_rates_of_their_collisions() {
    assert_near(Structure::Cuckoo { buckets: 1024, values: 255.0, bits: 32_768 }, 3891, 0.029_348_557_750_774_43);
    assert_near(Structure::Quotient { fingerprint_bits: 20, bits: 0 }, 10_000, 0.009_491_417_149_575_685);
}

#[test]
fn filters_one_after_the_other_multiply_their_misses() {
    let one = |items| positions(HashingScheme::Independent, 100, items, 7);
    let repeated = Structure::Repeated { bits: 100, hashes: 7, items: 10 };
    assert_near(repeated, 10, one(10));
    assert_near(repeated, 25, 1.0 - (1.0 - one(10)).powi(2) * (1.0 - one(5)));
}

#[test]
fn one_set_position_is_enough() {
    // 1 of 1 is an ordinary filter; of two positions in a large one, 1 − (1 − 2/m)^(2n)
    assert_near(Structure::AnyPosition { bits: 9, hashes: 1 }, 4, 1.0 - (8.0_f64 / 9.0).powi(4));
    assert_near(Structure::AnyPosition { bits: 1 << 16, hashes: 4 }, 1000, 0.216_628_372_771_874_2);
}

/// What lets a prime stand for any m from 20 hash functions on.
#[test]
fn enhanced_hashing_of_many_positions_hardly_depends_on_the_kind_of_m() {
    let constant = |bits: u64, hashes: u64| {
        let per_item = hashes as f64 / std::f64::consts::LN_2;
        first_order::constant(&Double, HashingScheme::Enhanced, bits, hashes, per_item).unwrap().unwrap()
    };
    for hashes in [20, 24] {
        let ratio = constant((1 << 40) + 15, hashes) / constant(1 << 40, hashes);
        assert!((ratio - 1.0).abs() < 0.01, "{hashes}: {ratio}");
    }
}

#[test]
fn one_slice_is_the_mean_over_all_hash_values() {
    // 3 slices of 3 bits, 3 items (1/3, 5/9, 19/27 of a slice set): (19/27)^3
    let equal = Slices { bits: 3, slices: 3, values: None };
    assert!((equal.rate(3) - (19.0_f64 / 27.0).powi(3)).abs() < 1e-15);
    // 5 values modulo 3: positions 0, 1 have two values, 2 has one; every outcome of two items and a query
    let unequal = Slices { bits: 3, slices: 1, values: Some(5) };
    let outcomes = (0..125).map(|code| [code % 5 % 3, code / 5 % 5 % 3, code / 25 % 5 % 3]);
    let hits = outcomes.filter(|[first, second, asked]| first == asked || second == asked).count();
    assert!((unequal.rate(2) - hits as f64 / 125.0).abs() < 1e-15, "{} {hits}", unequal.rate(2));
}
