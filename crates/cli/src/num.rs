//! Computed numbers as they are shown.

use bloomlab::crosscheck::{Computed, Failure};
use bloomlab::exact::{Enclosure, Enclosures, MultiprecisionFloat, Rational, Rationals};
use bloomlab::numbers::{Arithmetic, Number};
use serde::Serialize;

/// Significant digits of the numbers that a table shows in brief.
const BRIEF_DIGITS: usize = 4;

/// A number with as many digits as were asked for: the nearest double, a decimal and, for an enclosure, decimals that
/// bracket it.
#[derive(Clone, Debug, Serialize)]
pub struct Num {
    /// 0 where the number is too small for a double, null where it is too large.
    value: f64,
    decimal: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper: Option<String>,
    #[serde(skip)]
    brief: String,
    /// Whether the bracket is too wide for the decimal to have the digits it shows.
    #[serde(skip)]
    vague: bool,
}

/// A value that is to be a probability. Cancellation leaves values that no probability has.
///
/// # Errors
/// [`Failure::NoProbability`] outside \[0, 1\], beyond rounding.
pub fn probability(computed: Computed) -> Result<Computed, Failure> {
    let value = computed.to_f64();
    if (0.0..=1.0 + 1e-9).contains(&value) { Ok(computed) } else { Err(Failure::NoProbability(value)) }
}

impl Num {
    fn new(value: f64, decimal: impl Fn(usize) -> String, digits: usize) -> Self {
        let brief = decimal(digits.min(BRIEF_DIGITS));
        // + 0.0 turns −0 into 0
        Self { value: value + 0.0, decimal: decimal(digits), lower: None, upper: None, brief, vague: false }
    }

    /// A finite double.
    pub fn double(value: f64, digits: usize) -> Self {
        let point = Enclosures::new(f64::MANTISSA_DIGITS).double(value);
        Self::new(value, |digits| point.decimal(digits), digits)
    }

    /// A finite MPFR number.
    pub fn multiprecision(value: &MultiprecisionFloat, digits: usize) -> Self {
        Self::new(value.to_f64(), |digits| value.decimal(digits), digits)
    }

    /// A rational.
    pub fn rational(value: &Rational, digits: usize) -> Self {
        Self::new(value.to_f64(), |digits| value.decimal(digits), digits)
    }

    /// A computed value; an enclosure with its bounds.
    pub fn of(value: &Computed, digits: usize) -> Self {
        match value {
            Computed::Double(value) => Num::double(*value, digits),
            Computed::Multiprecision(value) => Num::multiprecision(value, digits),
            Computed::Rational(value) => Num::rational(value, digits),
            Computed::Enclosure(value) => Num::bracketed(value, digits),
        }
    }

    /// The middle of an enclosure, with its bounds.
    pub fn bracketed(value: &Enclosure, digits: usize) -> Self {
        Self {
            lower: Some(value.lower_decimal(digits)),
            upper: Some(value.upper_decimal(digits)),
            vague: !value.is_narrower_than(digits),
            ..Self::new(value.to_f64(), |digits| value.decimal(digits), digits)
        }
    }

    /// A difference that an enclosure contains: 0 where the enclosure contains 0. The bounds are given where they are asked
    /// for, and where the enclosure is too wide for the digits.
    pub fn difference(value: &Enclosure, digits: usize, with_bounds: bool) -> Self {
        let indistinct = value.contains(&Rationals.zero());
        if !with_bounds
            && (indistinct && value.relative_width() == 0.0 || !indistinct && value.is_narrower_than(digits))
        {
            return Self::new(value.to_f64(), |digits| value.decimal(digits), digits);
        }
        let bracketed = Self::bracketed(value, digits);
        if !indistinct {
            return bracketed;
        }
        let bounds = [value.lower_decimal(2), value.upper_decimal(2)];
        let negligible = |bound: &String| bound.parse().is_ok_and(|bound: f64| bound.abs() < 1e-17);
        let brief = if bounds.iter().all(negligible) { "0".to_owned() } else { format!("[{}]", bounds.join(", ")) };
        Self { value: 0.0, decimal: "0".to_owned(), brief, ..bracketed }
    }

    /// The decimal; the bracket where that has fewer digits than it shows.
    pub fn text(&self) -> String {
        match (&self.lower, &self.upper) {
            (Some(lower), Some(upper)) if self.vague => format!("[{lower}, {upper}]"),
            _ => self.decimal.clone(),
        }
    }

    /// The nearest double.
    pub fn double_value(&self) -> f64 {
        self.value
    }

    /// The decimal with few digits.
    pub fn brief(&self) -> &str {
        &self.brief
    }

    /// `value`, `decimal`, `lower` and `upper` as texts; empty where there are none.
    pub fn columns(&self) -> [String; 4] {
        let value = if self.value.is_finite() { shortest(self.value) } else { String::new() };
        let bound = |bound: &Option<String>| bound.clone().unwrap_or_default();
        [value, self.decimal.clone(), bound(&self.lower), bound(&self.upper)]
    }
}

/// The shortest text that reads back as the same double, as JSON has it.
fn shortest(value: f64) -> String {
    serde_json::Value::from(value).to_string()
}
