//! Factorials, binomials and signs against their definitions.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{
    Arithmetic,
    combinatorics::{add_signed, alternating_sum, binomial, binomials, factorials, powers},
};

const N: u64 = 12;

fn integers(values: impl IntoIterator<Item = u64>) -> Vec<Rational> {
    values.into_iter().map(|value| Rational::new(value, 1)).collect()
}

/// Pascal's triangle, by sums alone.
fn pascal(n: usize) -> Vec<u64> {
    (0..n).fold(vec![1], |row, _| {
        let inner = row.windows(2).map(|pair| pair[0] + pair[1]);
        std::iter::once(1).chain(inner).chain([1]).collect()
    })
}

#[test]
fn factorials_count_orders() {
    assert_eq!(factorials(&Rationals, 5), integers([1, 1, 2, 6, 24, 120]));
    assert_eq!(factorials(&Rationals, 0), integers([1]));
}

#[test]
fn binomials_are_those_of_pascals_triangle() {
    for n in 0..=N {
        let row = integers(pascal(n as usize));
        assert_eq!(binomials(&Rationals, n), row);
        for (t, coefficient) in (0..).zip(&row) {
            assert_eq!(binomial(&Rationals, n, t), *coefficient, "C({n}, {t})");
        }
        assert_eq!(binomial(&Rationals, n, n + 1), Rationals.zero());
    }
}

#[test]
fn powers_count_maps() {
    assert_eq!(powers(&Rationals, 3, 0), integers([1, 1, 1, 1]));
    assert_eq!(powers(&Rationals, 4, 3), integers([0, 1, 8, 27, 64]));
}

#[test]
fn signs_alternate_from_plus_on() {
    assert_eq!(alternating_sum(&Rationals, integers([7, 5, 3, 1])), Rational::new(4, 1));
    assert_eq!(alternating_sum(&Rationals, []), Rationals.zero());
    // Σ (−1)^t C(n, t) = 0
    assert_eq!(alternating_sum(&Rationals, binomials(&Rationals, N)), Rationals.zero());
    assert_eq!(add_signed(2.0, 3, 0.5), 1.5);
    assert_eq!(add_signed(2.0, 4, 0.5), 2.5);
}
