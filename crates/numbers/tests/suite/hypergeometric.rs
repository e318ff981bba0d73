//! The hypergeometric distribution against its definition.

use bloomlab_exact::Rationals;
use bloomlab_numbers::{Double, combinatorics::binomial, hypergeometric::distribution};

/// Products of binomial coefficients, with ends below and above the least double.
#[test]
fn it_is_its_definition_from_either_start() {
    let a = Rationals;
    for (bits, clear, draws) in [(9, 4, 3), (9, 8, 7), (5, 0, 5), (5, 5, 2), (40, 20, 13), (10_000, 5000, 1024)] {
        let choose = |n, t| binomial(&a, n, t);
        let all = choose(bits, draws);
        for (d, probability) in (0..).zip(distribution(&a, bits, clear, draws)).step_by(1 + draws as usize / 20) {
            let expected = choose(clear, d) * choose(bits - clear, draws - d) / &all;
            assert_eq!(probability, expected, "{bits} {clear} {draws} {d}");
        }
    }
}

#[test]
fn many_draws_do_not_underflow() {
    // the ends have probabilities of about 2^−1024 and far less
    for clear in [3501, 3000, 1600] {
        let masses = distribution(&Double, 7002, clear, 1024);
        let total: f64 = masses.iter().sum();
        let mean: f64 = (0..).zip(&masses).map(|(d, p)| f64::from(d) * p).sum();
        assert!((total - 1.0).abs() < 1e-12 && (mean / (1024.0 * clear as f64 / 7002.0) - 1.0).abs() < 1e-12);
    }
}
