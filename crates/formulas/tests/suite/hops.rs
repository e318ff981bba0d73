//! Hops before the first false positive: every path of tiny filters enumerated, and values by another program.

use bloomlab_exact::{Enclosures, Rational, Rationals};
use bloomlab_formulas::{Load, accuracy, hops};
use bloomlab_numbers::{Arithmetic, Double, Number, Sampling, Shape};

use crate::support::{both, outcomes};

const BOTH: [Sampling; 2] = [Sampling::WithReplacement, Sampling::WithoutReplacement];

fn shape(bits: u64, hashes: u64, sampling: Sampling) -> Shape {
    Shape::new(bits, hashes, sampling).unwrap()
}

/// The paths of `hops` hops on which no hop finds all of its bits set, counted one by one.
fn paths_without_alarm(outcomes: &[u64], set: u64, hops: u64) -> u64 {
    if hops == 0 {
        return 1;
    }
    let passed = outcomes.iter().filter(|mask| *mask & !set != 0);
    passed.map(|mask| paths_without_alarm(outcomes, set | mask, hops - 1)).sum()
}

#[test]
fn every_path_of_tiny_filters_is_enumerated() {
    for (bits, most_hashes) in [(1, 3), (2, 3), (3, 3), (4, 2), (5, 1)] {
        for shape in (1..=most_hashes).flat_map(|hashes| both(bits, 0, hashes)).map(Load::shape) {
            let outcomes = outcomes(shape);
            let counted: Vec<Rational> = (1..=bits)
                .map(|h| {
                    let all = (outcomes.len() as u64).pow(u32::try_from(h).unwrap());
                    Rationals.ratio(paths_without_alarm(&outcomes, 0, h), all)
                })
                .collect();
            assert_eq!(hops::no_alarm(&Rationals, shape).collect::<Vec<_>>(), counted, "{shape:?}");
            assert_eq!(paths_without_alarm(&outcomes, 0, bits + 1), 0, "{shape:?}: more hops than bits");
            assert_eq!(hops::expected(&Rationals, shape), Rationals.sum(&counted), "{shape:?}");
        }
    }
}

/// m, k; then exact, classic and exact without replacement, to four decimals.
const EXPECTED: [(u64, u64, [f64; 3]); 5] = [
    (32, 2, [8.8894, 9.2084, 9.0517]),
    (32, 5, [8.7814, 9.1328, 8.7361]),
    (64, 2, [13.9969, 14.3334, 14.1787]),
    (256, 2, [34.5968, 34.9575, 34.8045]),
    (256, 5, [44.1744, 44.5653, 44.3034]),
];

#[test]
fn reference_values_to_four_decimals() {
    for (bits, hashes, [exact, classic, without]) in EXPECTED {
        let near = |value: f64, expected: f64| {
            assert!((value - expected).abs() <= 5.001e-5, "m = {bits}, k = {hashes}: {value} {expected}");
        };
        let with = shape(bits, hashes, Sampling::WithReplacement);
        near(hops::expected(&Double, with), exact);
        near(hops::classic_expected(&Double, with), classic);
        near(hops::expected(&Double, shape(bits, hashes, Sampling::WithoutReplacement)), without);
    }
}

/// One hash function: the hops until a balls-in-bins collision, the birthday problem, S_h = Π_{i<h} (1 − i/m). Its
/// mean is Ramanujan's Q(m); with the hop that collides it is 24.616585894598863 for 365 days (Knuth, *The Art of Computer Programming* 1, section
/// 1.2.11.3, has the function).
#[test]
fn one_hash_function_is_the_birthday_problem() {
    for sampling in BOTH {
        let expected = hops::expected(&Double, shape(365, 1, sampling));
        assert!((expected + 1.0 - 24.616_585_894_598_86).abs() < 1e-12, "{expected}");
    }
    // and the classic formula with k = 1 has S_h = Π (1 − 1/m)^i
    let m = 10;
    let classic: Vec<f64> = hops::classic_no_alarm(&Double, shape(m, 1, Sampling::WithReplacement)).take(5).collect();
    for (h, value) in (1..).zip(classic) {
        assert!((value / 0.9_f64.powi(h * (h - 1) / 2) - 1.0).abs() < 1e-14, "h = {h}: {value}");
    }
}

#[test]
fn doubles_keep_their_digits() {
    let a = Enclosures::new(128);
    for sampling in BOTH {
        for hashes in [1, 3, 8] {
            let shape = shape(100, hashes, sampling);
            let both = hops::no_alarm(&Double, shape).zip(hops::no_alarm(&a, shape));
            for (h, (double, certified)) in
                (1..).zip(both).take_while(|(_, (_, certified))| certified.to_f64() > 1e-280)
            {
                let error = (double / certified.to_f64() - 1.0).abs();
                assert!(error <= accuracy::no_alarm(shape, h), "{shape:?}, h = {h}: {error}");
            }
        }
    }
}
