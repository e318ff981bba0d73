//! The variance of occupied bins in double precision.

use bloomlab_exact::{Enclosures, certify};
use bloomlab_numbers::{
    BallsInBins, MAX_SIZE, accuracy,
    distribution::{variance, variance_in_double},
};
use proptest::prelude::*;

fn check(balls: u64, bins: u64) {
    let shape = BallsInBins::new(balls, bins).unwrap();
    let value = variance_in_double(shape);
    if balls <= 1 || bins == 1 {
        return assert_eq!(value, 0.0);
    }
    let exact = certify(20, |a: &Enclosures| variance(a, shape)).unwrap().to_f64();
    assert!(exact < 1e-290 || (value / exact - 1.0).abs() <= accuracy::VARIANCE, "{shape:?}: {value} {exact}");
}

#[test]
fn a_variance_in_double_precision_has_its_digits() {
    for bins in 1..60 {
        (0..200).for_each(|balls| check(balls, bins));
    }
    for bins in [2, 3, 17, 100, 1 << 20, 1 << 40, 1 << 62] {
        [2, 3, bins / 9, bins / 8, bins / 8 + 1, bins, 3 * bins.min(1 << 60)].into_iter().for_each(|n| check(n, bins));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_variance_in_double_precision_has_its_digits_anywhere(bins in 0.0..62.9, load in -62.0..9.0) {
        let bins = libm::exp2(bins) as u64;
        check(((bins as f64 * libm::exp2(load)) as u64).min(MAX_SIZE), bins);
    }
}
