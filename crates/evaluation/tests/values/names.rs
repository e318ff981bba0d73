//! Arithmetics by name.

use bloomlab_evaluation::{ArithmeticError, ArithmeticKind};

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
