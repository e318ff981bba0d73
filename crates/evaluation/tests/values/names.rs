//! Arithmetics by name, and failures by their texts.

use bloomlab_evaluation::{ArithmeticError, ArithmeticKind, Failure};
use bloomlab_exact::Enclosures;
use bloomlab_numbers::Arithmetic;

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
    let text = |enclosure| Failure::NoSettledDigit(enclosure).to_string();
    assert_eq!(text(a.over(a.one(), 0)), "no digit is certain: the value is undefined, or unbounded");
    let wide = a.double(1.0).widened_by(&a.double(0.5));
    assert_eq!(text(wide), "no digit is certain: the value lies between 0.50 and 1.5");
}
