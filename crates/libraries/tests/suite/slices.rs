//! Slices against every outcome.

use bloomlab_libraries::Slices;

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
