//! Rates of filters in every arithmetic, and their errors.

use bloomlab_evaluation::{ArithmeticKind, Computed, FilterRate, Quantity, SchemeRate, evaluate, reference};
use bloomlab_formulas::{
    Formula, Load,
    walks::{ExactRate, HashingScheme, SchemeLoad},
};
use bloomlab_numbers::{ANSWER_SECONDS, Budget, Number};

const ARITHMETICS: [ArithmeticKind; 5] = [
    ArithmeticKind::F64,
    ArithmeticKind::Mpfr(200),
    ArithmeticKind::Rational,
    ArithmeticKind::Enclosure(200),
    ArithmeticKind::Certified,
];

/// Every arithmetic's value, against one counted by hand.
fn agrees(quantity: &impl Quantity, expected: f64) {
    let budget = Budget::of_seconds(ANSWER_SECONDS);
    let truth = reference(quantity, &ARITHMETICS, 17, &budget).unwrap();
    for arithmetic in ARITHMETICS {
        let value = evaluate(quantity, arithmetic, 17, &budget).unwrap();
        assert!((value.to_f64() / expected - 1.0).abs() < 1e-14, "{arithmetic} {expected}");
        let error = value.relative_error(&truth).unwrap().to_f64();
        assert!(error.abs() < 1e-14, "{arithmetic} {expected}: {error:e}");
    }
    for factor in [0.5, 2.0] {
        let error = Computed::Double(factor * expected).relative_error(&truth).unwrap().to_f64();
        assert!((error - (factor - 1.0)).abs() < 1e-14, "{error}");
    }
}

/// One item in m bits with k = 2 sets one bit with probability 1/m, and two otherwise. Under double hashing with a prime m one set
/// bit matches one of the m² queries. Two set bits match four: each of them twice, and the pair in either order.
#[test]
fn every_arithmetic_has_the_same_rate() {
    let load = Load::new(8, 1, 2).unwrap();
    agrees(&FilterRate { formula: Formula::Exact, load }, (1.0 / 8.0 + 7.0 / 8.0 * 4.0) / 64.0);
    agrees(&FilterRate { formula: Formula::Classic, load }, (15.0_f64 / 64.0).powi(2));
    let double = SchemeLoad::new(HashingScheme::Double, 7, 1, 2).unwrap();
    agrees(&SchemeRate(ExactRate::new(double).unwrap()), (1.0 / 7.0 + 6.0 / 7.0 * 4.0) / 49.0);
}
