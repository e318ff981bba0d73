//! Rationals as decimals.

use bloomlab_exact::{Rational, Rationals};
use bloomlab_numbers::Arithmetic;

#[test]
fn decimals_are_read_exactly() {
    let read = |text| Rational::from_decimal(text).unwrap();
    assert_eq!(read("0.01"), Rational::new(1, 100));
    assert_eq!(read("2.5e-3"), Rational::new(1, 400));
    assert_eq!(read(".5"), Rational::new(1, 2));
    assert_eq!(read("1e3"), Rational::new(1000, 1));
    assert_eq!(read("-0.5"), Rationals.zero() - Rational::new(1, 2));
    for text in ["", ".", "e5", "1e", "0x1", "NaN", "inf", "1 ", "1e99999", "--1", "1.-5"] {
        assert!(Rational::from_decimal(text).is_err(), "{text}");
    }
}

#[test]
fn decimals_are_rounded_to_nearest() {
    assert_eq!(Rational::new(5, 8).decimal(2), "0.62"); // the tie goes to the even digit
    assert_eq!(Rational::new(2, 3).decimal(5), "0.66667");
}
