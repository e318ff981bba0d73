//! Double precision, and what it promises.

use bloomlab_numbers::{Analytic, AnalyticArithmetic, Arithmetic, Double, NaiveDouble, Number};

#[test]
fn impossible_and_certain_events_are_exact() {
    assert_eq!(Double.all_miss(3, 3, 2), 0.0);
    assert_eq!(Double.all_miss(3, 3, 0), 1.0);
    assert_eq!(Double.all_miss(0, 3, 9), 1.0);
    assert_eq!(Double.some_hit(1, 1, 5), 1.0);
    assert!(Double.some_hit(0, 7, 5).is_sign_positive());
    assert_eq!(Double.some_hit(1, 2, 3), 0.875);
    assert_eq!(NaiveDouble.some_hit(1, 2, 3), 0.875);
}

#[test]
fn careful_evaluation_keeps_what_the_literal_one_loses() {
    // m = 2^60: 1 − 1/m rounds to 1, so the literal complement is 0; the truth is balls/m to 18 digits.
    let (m, balls) = (1 << 60, 1000);
    assert_eq!(NaiveDouble.some_hit(1, m, balls), 0.0);
    let truth = balls as f64 / m as f64;
    assert!((Double.some_hit(1, m, balls) / truth - 1.0).abs() < 1e-15);

    // (1 − 2^-60)^(2^60) is 1/e up to 2^-61
    let rare = libm::exp2(-60.0);
    assert_eq!(NaiveDouble.never(rare, m), 1.0);
    assert!((Double.never(rare, m) * std::f64::consts::E - 1.0).abs() < 1e-15);
    assert_eq!((Double.never(1.0, 0), Double.never(1.0, 2), Double.never(0.0, m)), (1.0, 0.0, 1.0));
}

#[test]
fn functions_have_their_values() {
    assert!((Analytic::ln_gamma(&5.0_f64) - libm::log(24.0)).abs() < 1e-14);
    for complement in [Double.one_minus_exp_minus(libm::log(4.0)), NaiveDouble.one_minus_exp_minus(libm::log(4.0))] {
        assert!((complement - 0.75).abs() < 1e-15);
    }
}

#[test]
fn zero_to_the_zero_is_one() {
    assert_eq!(Number::pow(&0.0_f64, 0), 1.0);
    assert_eq!(Number::pow(&0.0_f64, 3), 0.0);
}
