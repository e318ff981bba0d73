//! The arithmetics by name.

use std::fmt;
use std::str::FromStr;

/// The largest precision that can be asked for, in bits.
const MAX_BITS: u32 = 1 << 20;

/// `f64`, `f64-naive`, `mpfr:BITS`, `rational`, `enclosure:BITS` or `certified`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArithmeticKind {
    /// Double precision as the workspace evaluates it: powers of numbers near 1 by `log1p` and `expm1`, and special routes
    /// for the quantities that have them.
    F64,
    /// Double precision, the formula taken literally.
    F64Naive,
    /// MPFR at a precision in bits, rounded to nearest.
    Mpfr(u32),
    /// Exact rationals.
    Rational,
    /// Lower and upper MPFR bounds at a precision in bits.
    Enclosure(u32),
    /// Enclosures of rising precision, until they fix the digits asked for.
    Certified,
}

impl ArithmeticKind {
    /// The arithmetics that a cross-check usually compares.
    pub const USUAL: [ArithmeticKind; 7] = [
        ArithmeticKind::F64Naive,
        ArithmeticKind::F64,
        ArithmeticKind::Mpfr(64),
        ArithmeticKind::Mpfr(113),
        ArithmeticKind::Mpfr(256),
        ArithmeticKind::Rational,
        ArithmeticKind::Certified,
    ];

    /// The decimal digits of its numbers; `None` if there is no limit.
    pub fn digits(self) -> Option<f64> {
        match self {
            ArithmeticKind::F64 | ArithmeticKind::F64Naive => Some(f64::from(f64::MANTISSA_DIGITS)),
            ArithmeticKind::Mpfr(bits) | ArithmeticKind::Enclosure(bits) => Some(f64::from(bits)),
            ArithmeticKind::Rational | ArithmeticKind::Certified => None,
        }
        .map(|bits| bits * std::f64::consts::LOG10_2)
    }
}

impl fmt::Display for ArithmeticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArithmeticKind::F64 => f.write_str("f64"),
            ArithmeticKind::F64Naive => f.write_str("f64-naive"),
            ArithmeticKind::Mpfr(bits) => write!(f, "mpfr:{bits}"),
            ArithmeticKind::Rational => f.write_str("rational"),
            ArithmeticKind::Enclosure(bits) => write!(f, "enclosure:{bits}"),
            ArithmeticKind::Certified => f.write_str("certified"),
        }
    }
}

impl FromStr for ArithmeticKind {
    type Err = ArithmeticError;

    fn from_str(text: &str) -> Result<Self, ArithmeticError> {
        match text.split_once(':') {
            None => match text {
                "f64" => Ok(ArithmeticKind::F64),
                "f64-naive" => Ok(ArithmeticKind::F64Naive),
                "rational" => Ok(ArithmeticKind::Rational),
                "certified" => Ok(ArithmeticKind::Certified),
                _ => Err(ArithmeticError::Unknown),
            },
            Some(("mpfr", bits)) => Ok(ArithmeticKind::Mpfr(precision(bits)?)),
            Some(("enclosure", bits)) => Ok(ArithmeticKind::Enclosure(precision(bits)?)),
            Some(_) => Err(ArithmeticError::Unknown),
        }
    }
}

fn precision(text: &str) -> Result<u32, ArithmeticError> {
    text.parse().ok().filter(|bits| (2..=MAX_BITS).contains(bits)).ok_or(ArithmeticError::Precision)
}

/// The text is not an arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArithmeticError {
    /// Not one of the names.
    #[error("needs f64, f64-naive, mpfr:BITS, rational, enclosure:BITS or certified")]
    Unknown,
    /// A precision out of range.
    #[error("BITS is out of range: needs 2 ≤ BITS ≤ {MAX_BITS}")]
    Precision,
}
