//! Computed numbers as they are shown.

use bloomlab::{Computed, Enclosure, Rational};
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
    /// The bracket with few digits, where it is too wide for a decimal with all of them.
    #[serde(skip)]
    between: Option<String>,
}

impl Num {
    fn new(value: f64, decimal: impl Fn(usize) -> String, digits: usize) -> Self {
        let brief = decimal(digits.min(BRIEF_DIGITS));
        // + 0.0 turns −0 into 0
        Self { value: value + 0.0, decimal: decimal(digits), lower: None, upper: None, brief, between: None }
    }

    /// A finite double.
    pub fn double(value: f64, digits: usize) -> Self {
        Self::of(&Computed::Double(value), digits)
    }

    /// A finite double, by the shortest decimal that reads back as it, so that 38.38 has the digits of 3838/100.
    pub fn shortest(value: f64, digits: usize) -> Self {
        match Rational::from_decimal(&value.to_string()) {
            Ok(decimal) => Self::new(value, |digits| decimal.decimal(digits), digits),
            Err(_) => Self::double(value, digits),
        }
    }

    /// A computed value; an enclosure with its bounds.
    pub fn of(value: &Computed, digits: usize) -> Self {
        match value {
            Computed::Enclosure(value) => Num::bracketed(value, digits),
            value => Num::new(value.to_f64(), |digits| value.decimal(digits), digits),
        }
    }

    /// A value between the bounds of an enclosure, with no more digits than lie between them, and the bounds.
    pub fn bracketed(value: &Enclosure, digits: usize) -> Self {
        let bounds = |digits| [value.lower_decimal(digits), value.upper_decimal(digits)];
        let [lower, upper] = bounds(digits).map(Some);
        let fixed = value.fixed_digits(digits);
        let mut num = Self { lower, upper, ..Self::new(middle(value), |digits| value.decimal(digits), digits) };
        let between = |digits: usize| format!("[{}]", bounds(digits.min(fixed + 2)).join(", "));
        if fixed < digits {
            let lies_between = |decimal: &String| Rational::from_decimal(decimal).is_ok_and(|at| value.contains(&at));
            let decimals = (fixed.max(1)..digits).map(|digits| value.decimal(digits));
            num.decimal = decimals.into_iter().find(lies_between).unwrap_or(num.decimal);
            num.value = num.decimal.parse().unwrap_or(num.value);
            num.between = Some(between(digits));
        }
        if fixed < BRIEF_DIGITS.min(digits) {
            num.brief = between(BRIEF_DIGITS);
        }
        num
    }

    /// A difference that an enclosure contains: 0 where the enclosure contains 0. The bounds are given where they are asked
    /// for, and where the enclosure is too wide for the digits.
    pub fn difference(value: &Enclosure, digits: usize, with_bounds: bool) -> Self {
        let indistinct = value.contains_zero();
        if !with_bounds
            && (indistinct && value.relative_width() == 0.0 || !indistinct && value.is_narrower_than(digits))
        {
            return Self::new(middle(value), |digits| value.decimal(digits), digits);
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

    /// The decimal; the bracket where the decimal has fewer digits than were asked for.
    pub fn text(&self) -> String {
        self.between.clone().unwrap_or_else(|| self.decimal.clone())
    }

    /// Whether bounds are given.
    pub fn has_bounds(&self) -> bool {
        self.lower.is_some()
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

/// The double nearest to the middle.
fn middle(value: &Enclosure) -> f64 {
    Computed::Enclosure(value.clone()).to_f64()
}

/// The shortest text that reads back as the same double, as JSON has it.
fn shortest(value: f64) -> String {
    serde_json::Value::from(value).to_string()
}
