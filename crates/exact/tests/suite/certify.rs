//! Certified digits.

use bloomlab_exact::{Enclosure, Enclosures, NotCertified, certify, try_certify};
use bloomlab_numbers::{Arithmetic, Number};

#[test]
fn precision_rises_as_far_as_cancellation_demands() {
    // 1 − (1 − 2^-900) loses 900 bits
    let tiny = |a: &Enclosures| a.one() - (a.one() - a.ratio(1, 1 << 60).pow(15));
    let certified = certify(20, tiny).unwrap();
    assert!(certified.bits > 900, "{}", certified.bits);
    assert_eq!(certified.decimal(20), "1.1830521861667747110e-271"); // 2^-900
}

#[test]
fn ties_and_zero_end() {
    assert_eq!(certify(2, |a| a.ratio(1, 8)).unwrap().decimal(3), "0.125");
    // a tie whose enclosure never becomes a point: (1/3 · 3)/8
    let tie = certify(2, |a| a.ratio(1, 3) * a.integer(3) / a.integer(8)).unwrap();
    assert!(["0.12", "0.13"].contains(&tie.decimal(2).as_str()));
    assert_eq!(certify(5, Enclosures::zero).unwrap().decimal(5), "0");
}

#[test]
fn bounds_on_both_sides_of_a_tie_are_not_certified() {
    // 72 bits leave 0.125 … 0.12549: narrow enough for two digits, which may be 0.12 or 0.13
    let certified = certify(2, |a| a.integer(1 << 60) + a.ratio(12_501, 100_000) - a.integer(1 << 60)).unwrap();
    assert_eq!((certified.bits, certified.decimal(2).as_str()), (144, "0.13"));
}

#[test]
fn what_cannot_be_certified_is_an_error() {
    let hidden_zero = |a: &Enclosures| a.ratio(1, 3) * a.integer(3) - a.one();
    let error = try_certify(3, 512, |a| Ok::<_, NotCertified>(hidden_zero(a))).unwrap_err();
    assert_eq!((error.digits, error.bits), (3, 512));
    let message = error.to_string();
    let known = message.strip_prefix("3 digits could not be certified with 512 bits: the value lies between -");
    assert!(known.is_some_and(|known| known.contains(" and ")), "{message}");
    // undefined, and below MPFR's least number: clear at the second precision
    let precisions = std::cell::Cell::new(0);
    let counted = |value: Enclosure| {
        precisions.set(precisions.get() + 1);
        value
    };
    let undefined = certify(3, |a| counted(a.one() / a.zero())).unwrap_err().to_string();
    assert!(undefined.ends_with(": the value is undefined, or unbounded"), "{undefined}");
    assert!(certify(3, |a| counted(a.ratio(1, 3).pow(1 << 62))).is_err());
    assert_eq!(precisions.get(), 4);
}

#[test]
fn the_first_error_of_the_formula_ends_the_search() {
    let refused = |a: &Enclosures| if a.bits() > 100 { Err(None) } else { Ok(a.ratio(1, 3) - a.ratio(1, 3)) };
    assert!(matches!(try_certify(3, 512, refused), Err(None)));
}

#[test]
fn a_thousand_digits_can_be_asked_for() {
    let third = certify(1000, |a| a.ratio(1, 3)).unwrap().decimal(1000);
    assert_eq!(third, format!("0.{}", "3".repeat(1000)));
}
