//! Distinct positions against counts and inclusion–exclusion.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::{
    Arithmetic, Sampling, Shape,
    combinatorics::binomial,
    distinct::{binomial_moments, moments, positions},
};

fn shape(bits: u64, hashes: u64, sampling: Sampling) -> Shape {
    Shape::new(bits, hashes, sampling).unwrap()
}

#[test]
fn distribution_of_three_positions_in_four_bits() {
    // 4, 36 and 24 of the 64 triples have one, two and three distinct values
    let expected = [0, 4, 36, 24].map(|count| Rational::new(count, 64));
    assert_eq!(positions(&Rationals, shape(4, 3, Sampling::WithReplacement)), expected);
    let one = [0, 1].map(|count| Rational::new(count, 1));
    assert_eq!(positions(&Rationals, shape(1, 3, Sampling::WithReplacement)), one);
    let three = [0, 0, 0, 1].map(|count| Rational::new(count, 1));
    assert_eq!(positions(&Rationals, shape(4, 3, Sampling::WithoutReplacement)), three);
}

#[test]
fn moments_without_the_distribution_are_those_of_it() {
    for (bits, hashes) in [(1, 1), (1, 3), (2, 5), (5, 4), (6, 6), (9, 3)] {
        for sampling in [Sampling::WithReplacement, Sampling::WithoutReplacement] {
            let Ok(shape) = Shape::new(bits, hashes, sampling) else { continue };
            let expected = binomial_moments(&Rationals, &positions(&Rationals, shape));
            assert_eq!(moments(&Rationals, shape), expected, "{shape:?}");
        }
    }
}

#[test]
fn moments_are_coverings() {
    // E[C(D, t)] = C(m, t) · Pr[t given bits are all hit], by inclusion–exclusion over the bits missed
    let (hashes, bits) = (4, 5);
    let masses = positions(&Rationals, shape(bits, hashes, Sampling::WithReplacement));
    for (t, moment) in (0..).zip(binomial_moments(&Rationals, &masses)) {
        let covered = (0..=t).fold(Rationals.zero(), |sum, missed| {
            let term = binomial(&Rationals, t, missed) * Rationals.all_miss(missed, bits, hashes);
            if missed % 2 == 0 { sum + term } else { sum - term }
        });
        assert_eq!(moment, binomial(&Rationals, bits, t) * covered, "t = {t}");
    }
}
