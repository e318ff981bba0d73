//! On which parameters a claim was tested: the values in the columns of its table.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::Value;

use crate::{AnyError, Decision, WorkbenchError};

/// The most values of a column that are listed; of more numbers only the ends of their range.
const LISTED: usize = 5;

/// The values in every column of some rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Scope(BTreeMap<String, Values>);

#[derive(Clone, Debug, Default, PartialEq)]
struct Values {
    numbers: Vec<f64>,
    texts: BTreeSet<String>,
}

impl Scope {
    /// The values in the rows; groups of columns, lists, booleans and missing cells are left out.
    ///
    /// # Errors
    /// No rows: then nothing was tested.
    pub(crate) fn of<R: Serialize>(rows: impl IntoIterator<Item = R>) -> Result<Self, AnyError> {
        Self::of_values(rows.into_iter().map(serde_json::to_value).collect::<Result<_, _>>()?)
    }

    fn of_values(rows: Vec<Value>) -> Result<Self, AnyError> {
        if rows.is_empty() {
            return Err(WorkbenchError::NoRows.into());
        }
        let mut columns: BTreeMap<String, Values> = BTreeMap::new();
        for row in rows {
            let Value::Object(cells) = row else { continue };
            for (name, cell) in cells {
                let values = columns.entry(name).or_default();
                match cell {
                    Value::Number(number) => values.numbers.extend(number.as_f64()),
                    Value::String(text) => values.texts.extend([text]),
                    _ => {}
                }
            }
        }
        for values in columns.values_mut() {
            values.numbers.sort_by(f64::total_cmp);
            values.numbers.dedup();
        }
        Ok(Self(columns))
    }

    /// The scope of every decision that has none of its own.
    pub(crate) fn of_all(&self, decisions: Vec<Decision>) -> Vec<Decision> {
        decisions.into_iter().map(|decision| decision.or_scope(self)).collect()
    }

    /// With the values of names that it does not have.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        for (name, values) in &other.0 {
            self.0.entry(name.clone()).or_insert_with(|| values.clone());
        }
        self
    }

    /// In words: for each pair of a column and its symbol, the symbol with the column's values.
    pub(crate) fn describe(&self, columns: &[(String, String)]) -> String {
        let described = columns.iter().filter_map(|(name, symbol)| self.0.get(name)?.describe(symbol));
        described.collect::<Vec<_>>().join("; ")
    }
}

impl Values {
    fn describe(&self, symbol: &str) -> Option<String> {
        match self.numbers.as_slice() {
            [] if self.texts.is_empty() => None,
            [] => Some(format!("{symbol}: {}", self.texts.iter().map(String::as_str).collect::<Vec<_>>().join(" / "))),
            [first, .., last] if self.numbers.len() > LISTED => {
                Some(format!("{symbol} = {} … {}", short(*first), short(*last)))
            }
            few => Some(format!("{symbol} = {}", few.iter().map(|&x| short(x)).collect::<Vec<_>>().join(", "))),
        }
    }
}

/// A number with at most four significant digits; whole numbers below ten million in full, and larger powers of two as such.
pub(crate) fn short(value: f64) -> String {
    let is_whole = value == value.trunc();
    if is_whole && value.abs() < 1e7 {
        return value.to_string();
    }
    if is_whole && value > 0.0 && value.log2() == value.log2().trunc() {
        return format!("2^{}", value.log2());
    }
    let text = if (1e-3..1e7).contains(&value.abs()) {
        let decimals = (3 - value.abs().log10().floor() as i32).max(0) as usize;
        format!("{value:.decimals$}")
    } else {
        return tidy(&format!("{value:.3e}"));
    };
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// A mantissa without its last zeros.
fn tidy(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Row {
        bits: u64,
        rate: Option<f64>,
        filter: &'static str,
        flag: bool,
    }

    #[test]
    fn a_scope_lists_few_values_and_the_ends_of_many() {
        let row = |bits| Row { bits, rate: (bits > 2).then(|| 1.0 / bits as f64), filter: "TBF", flag: true };
        let columns = [("rate", "f"), ("filter", "filter"), ("flag", "flag"), ("bits", "m"), ("gone", "g")];
        let columns = columns.map(|(name, symbol)| (name.to_owned(), symbol.to_owned()));
        let of = |rows: &[u64]| Scope::of(rows.iter().map(|&bits| row(bits))).unwrap().describe(&columns);
        assert_eq!(of(&[3, 1, 3, 2]), "f = 0.3333; filter: TBF; m = 1, 2, 3");
        assert_eq!(of(&[1, 2]), "filter: TBF; m = 1, 2");
        assert_eq!(of(&[7, 1, 2, 3, 4, 5]), "f = 0.1429, 0.2, 0.25, 0.3333; filter: TBF; m = 1 … 7");
        assert!(Scope::of::<Row>([]).is_err(), "nothing is tested on no rows");
        let parameters = Scope::of([serde_json::json!({"bits": 7, "rate": [0.5], "gone": 2})]).unwrap();
        assert_eq!(Scope::of([row(1)]).unwrap().or(&parameters).describe(&columns), "filter: TBF; m = 1; g = 2");
    }

    #[test]
    fn numbers_are_short() {
        let cases = [
            (32.0, "32"),
            (-1.0, "-1"),
            (1048576.0, "1048576"),
            (2_f64.powi(40), "2^40"),
            (1e12, "1e12"),
            (1e-5, "1e-5"),
            (0.0123456, "0.01235"),
            (2.5, "2.5"),
            (1234.567, "1235"),
            (0.00012, "1.2e-4"),
        ];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
    }
}
