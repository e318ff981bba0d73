//! Arithmetics by name, and rates in every one of them.

use std::time::Duration;

use bloomlab::crosscheck::{
    ArithmeticError, ArithmeticKind, Computed, FilterRate, Quantity, SchemeRate, evaluate, reference,
};
use bloomlab_exact::Enclosures;
use bloomlab_formulas::{
    Formula, Load,
    walks::{ExactRate, HashingScheme, SchemeLoad},
};
use bloomlab_numbers::{Arithmetic, Number};

#[test]
fn names_are_read_and_written() {
    for name in ["f64", "f64-naive", "mpfr:53", "rational", "enclosure:2", "enclosure:1048576", "certified"] {
        assert_eq!(name.parse::<ArithmeticKind>().map(|arithmetic| arithmetic.to_string()), Ok(name.to_owned()));
    }
    for name in ["", "f32", "mpfr", "enclosure", "rational:5", "F64", "mpfr53"] {
        assert_eq!(name.parse::<ArithmeticKind>(), Err(ArithmeticError::Unknown), "{name}");
    }
    for name in ["mpfr:", "mpfr:1", "mpfr:-5", "enclosure:1048577", "enclosure:4294967296", "mpfr:53.0"] {
        assert_eq!(name.parse::<ArithmeticKind>(), Err(ArithmeticError::Precision), "{name}");
    }
}

#[test]
fn an_enclosure_without_bounds_names_no_number() {
    let a = Enclosures::new(60);
    let text = |enclosure| Computed::Enclosure(enclosure).settled().unwrap_err().to_string();
    assert_eq!(text(a.over(a.one(), 0)), "no digit is certain: the value is undefined, or unbounded");
    let wide = a.double(1.0).widened_by(&a.double(0.75));
    assert_eq!(text(wide), "no digit is certain: the value lies between 0.25 and 1.8");
}

const ARITHMETICS: [ArithmeticKind; 5] = [
    ArithmeticKind::F64,
    ArithmeticKind::Mpfr(200),
    ArithmeticKind::Rational,
    ArithmeticKind::Enclosure(200),
    ArithmeticKind::Certified,
];

/// Every arithmetic's value, against one counted by hand.
fn agrees(quantity: &impl Quantity, expected: f64) {
    let truth = reference(quantity, &ARITHMETICS, 17, Duration::MAX).unwrap();
    for arithmetic in ARITHMETICS {
        let value = evaluate(quantity, arithmetic, 17, Duration::MAX).unwrap();
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
