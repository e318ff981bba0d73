//! Numbers as they are shown.

use bloomlab::crosscheck::{Computed, Difference};
use bloomlab::{Enclosure, Rational};
use serde_json::{Value, json};

use crate::answer::{Field, UNDEFINED, UNKNOWN};

/// Significant digits of the numbers that a table shows in brief.
const BRIEF_DIGITS: usize = 4;

/// A number with as many digits as were asked for: the nearest double, a decimal and, for an enclosure, decimals that
/// bracket it. A measured one is its double alone.
#[derive(Clone, Debug)]
pub struct Num {
    /// 0 if the number is too small for a double, infinite if it is too large.
    value: f64,
    decimal: Option<String>,
    bounds: Option<[String; 2]>,
    /// The text of a table: the decimal, or the bracket if that has fewer digits than were asked for.
    text: String,
    brief: String,
}

impl Num {
    fn new(value: f64, decimal: impl Fn(usize) -> String, digits: usize) -> Self {
        let (text, brief) = (decimal(digits), decimal(digits.min(BRIEF_DIGITS)));
        // + 0.0 turns −0 into 0
        Self { value: value + 0.0, decimal: Some(text.clone()), bounds: None, text, brief }
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

    /// A measured number: `value` rounded to `digits` digits.
    pub fn measured(value: f64, digits: usize) -> Self {
        let value = format!("{value:.*e}", digits - 1).parse().unwrap_or(value);
        Self { value, decimal: None, bounds: None, text: shortest(value), brief: String::new() }
    }

    /// A measured number, of which a table shows a digit or two.
    pub fn rough(value: f64) -> Self {
        let text = if (0.1..1e4).contains(&value) { format!("{value:.1}") } else { format!("{value:.0e}") };
        Self { value, decimal: None, bounds: None, text, brief: String::new() }
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
        let fixed = value.fixed_digits(digits);
        let mut num =
            Self { bounds: Some(bounds(digits)), ..Self::new(middle(value), |digits| value.decimal(digits), digits) };
        let between = |digits: usize| format!("[{}]", bounds(digits.min(fixed + 2)).join(", "));
        if fixed < digits {
            let lies_between = |decimal: &String| Rational::from_decimal(decimal).is_ok_and(|at| value.contains(&at));
            let shorter = (fixed.max(1)..digits).map(|digits| value.decimal(digits)).find(lies_between);
            num.decimal = shorter.or(num.decimal);
            num.value = num.decimal.as_ref().and_then(|decimal| decimal.parse().ok()).unwrap_or(num.value);
            num.text = between(digits);
        }
        if fixed < BRIEF_DIGITS.min(digits) {
            num.brief = between(BRIEF_DIGITS);
        }
        num
    }

    /// A difference, in brief. The bounds are given if they are asked for, and if the enclosure is too wide for the digits.
    pub fn difference(difference: &Difference, digits: usize, with_bounds: bool) -> Field {
        match difference {
            Difference::Within(bounds) => Self::between(bounds, digits, with_bounds).in_brief(),
            Difference::Undefined => UNDEFINED,
            Difference::Unknown => UNKNOWN,
        }
    }

    /// A difference that an enclosure contains: 0 if the enclosure contains 0.
    fn between(value: &Enclosure, digits: usize, with_bounds: bool) -> Self {
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
        Self { value: 0.0, decimal: Some("0".to_owned()), brief, ..bracketed }
    }

    /// The field that a table shows with all digits.
    pub fn field(self) -> Field {
        Field::Number(self)
    }

    /// The field that a table shows with few digits.
    pub fn in_brief(self) -> Field {
        Field::Number(Self { text: self.brief.clone(), ..self })
    }

    /// The text of a table.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// As JSON has it.
    pub fn json(&self) -> Value {
        match (&self.decimal, &self.bounds) {
            (None, _) => json!(self.value),
            (decimal, None) => json!({ "value": self.value, "decimal": decimal }),
            (decimal, Some([lower, upper])) => {
                json!({ "value": self.value, "decimal": decimal, "lower": lower, "upper": upper })
            }
        }
    }

    /// The columns of a table of comma-separated values, each by what follows the name: empty if there is no value.
    pub fn columns(&self) -> Vec<(&'static str, String)> {
        let Some(decimal) = &self.decimal else { return vec![("", self.value.to_string())] };
        let value = if self.value.is_finite() { shortest(self.value) } else { String::new() };
        let bounds =
            self.bounds.iter().flat_map(|[lower, upper]| [("_lower", lower.clone()), ("_upper", upper.clone())]);
        [("", value), ("_decimal", decimal.clone())].into_iter().chain(bounds).collect()
    }
}

/// The double nearest to the middle.
fn middle(value: &Enclosure) -> f64 {
    Computed::Enclosure(value.clone()).to_f64()
}

/// The shortest text that reads back as the same double, as JSON has it.
fn shortest(value: f64) -> String {
    Value::from(value).to_string()
}
