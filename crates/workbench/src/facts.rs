//! Facts: the numbers that words may use, by name.

use std::collections::BTreeMap;

use bloomlab_pictures::{grouped, power};
use serde_json::Value;

use crate::figure::Result;

/// The numbers of a figure that its title, its caption, its assumptions and the notes in its picture cite as `{name}`, beside the
/// parameters, which they cite in the same way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts(BTreeMap<String, String>);

impl Facts {
    /// No facts: the words cite parameters alone.
    pub fn new() -> Self {
        Self::default()
    }

    /// A number with a given number of significant digits: 1.2, 25, 10,000, 3.1·10⁻⁷.
    #[must_use]
    pub fn number(self, name: &str, value: f64, digits: usize) -> Self {
        self.text(name, number(value, digits))
    }

    /// A share as per cent, with a given number of significant digits.
    #[must_use]
    pub fn percent(self, name: &str, share: f64, digits: usize) -> Self {
        self.text(name, format!("{} %", number(100.0 * share, digits)))
    }

    /// A whole number.
    #[must_use]
    pub fn count(self, name: &str, count: u64) -> Self {
        self.text(name, grouped(&count.to_string()))
    }

    /// A word that the rows decide, such as the name of the best filter.
    #[must_use]
    pub fn text(mut self, name: &str, text: impl Into<String>) -> Self {
        self.0.insert(name.to_owned(), text.into());
        self
    }

    /// The text with the facts in the places of their names.
    ///
    /// # Errors
    /// A name that is no fact.
    pub fn fill(&self, text: &str) -> Result<String> {
        let mut filled = String::with_capacity(text.len());
        for part in parts(text) {
            match part {
                Part::Words(words) => filled += words,
                Part::Name(name) => {
                    filled +=
                        self.0.get(name).ok_or_else(|| format!("{{{name}}} is neither a fact nor a parameter"))?;
                }
            }
        }
        Ok(filled)
    }

    /// With the parameters of the figure. A list is its values joined by commas; what stands in a table is named `table_key`.
    pub(crate) fn and_parameters(mut self, parameters: &Value) -> Result<Self> {
        let mut found = Self::new();
        found.insert("", parameters);
        for (name, text) in found.0 {
            if self.0.insert(name.clone(), text).is_some() {
                return Err(format!("fact {name}: a parameter has this name").into());
            }
        }
        Ok(self)
    }

    fn insert(&mut self, name: &str, value: &Value) {
        if let Value::Object(table) = value {
            for (key, value) in table {
                self.insert(&if name.is_empty() { key.clone() } else { format!("{name}_{key}") }, value);
            }
        } else if let Some(text) = written(value) {
            self.0.insert(name.to_owned(), text);
        }
    }

    pub(crate) fn texts(&self) -> &BTreeMap<String, String> {
        &self.0
    }
}

/// A parameter as words cite it.
fn written(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(grouped(&number.to_string()).replace('-', "−")),
        Value::Array(values) => {
            let texts: Option<Vec<String>> = values.iter().map(written).collect();
            let mut texts = texts?;
            let last = texts.pop()?;
            Some(if texts.is_empty() { last } else { format!("{} and {last}", texts.join(", ")) })
        }
        _ => None,
    }
}

/// A number with a given number of significant digits, without zeros at the end of its decimals.
#[must_use]
pub fn number(value: f64, digits: usize) -> String {
    let digits = digits.max(1);
    let scientific = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let tidy = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    let text = match exponent {
        _ if !value.is_finite() || value == 0.0 => value.to_string(),
        -3..7 => {
            let rounded: f64 = scientific.parse().unwrap_or(value);
            let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
            grouped(&tidy(&format!("{rounded:.decimals$}")))
        }
        _ => match tidy(mantissa) {
            one if one == "1" => power(10, exponent),
            mantissa => format!("{mantissa}·{}", power(10, exponent)),
        },
    };
    text.replace('-', "−")
}

/// A piece of a text with names in braces.
#[derive(Debug, PartialEq)]
pub(crate) enum Part<'a> {
    Words(&'a str),
    Name(&'a str),
}

/// The pieces of a text. Braces that belong to a script, such as `f_{o}`, are words.
pub(crate) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let (mut start, mut from) = (0, 0);
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        from = open + 1;
        let Some(length) = text[from..].find('}') else { break };
        let name = &text[from..from + length];
        let is_name = name.starts_with(|c: char| c.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name || text[..open].ends_with(['_', '^']) {
            continue;
        }
        parts.extend([Part::Words(&text[start..open]), Part::Name(name)]);
        (start, from) = (from + length + 1, from + length + 1);
    }
    parts.push(Part::Words(&text[start..]));
    parts
}

/// The names in braces of a text.
pub(crate) fn names(text: &str) -> impl Iterator<Item = &str> {
    parts(text).into_iter().filter_map(|part| match part {
        Part::Words(_) => None,
        Part::Name(name) => Some(name),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_asked_for() {
        let cases = [
            (1.24, 2, "1.2"),
            (24.6, 2, "25"),
            (1234.5, 2, "1200"),
            (32_768.0, 5, "32,768"),
            (0.0012, 1, "0.001"),
            (1.96, 2, "2"),
            (3.14e-7, 2, "3.1·10^{−7}"),
            (1e8, 3, "10^{8}"),
            (-0.5, 2, "−0.5"),
            (0.0, 2, "0"),
        ];
        for (value, digits, text) in cases {
            assert_eq!(number(value, digits), text, "{value}");
        }
        assert_eq!(Facts::new().percent("a", 0.0123, 2).0["a"], "1.2 %");
    }

    #[test]
    fn names_are_replaced_and_scripts_stay() {
        let facts = Facts::new().number("ratio", 1.24, 2).count("items", 32_768);
        assert_eq!(facts.fill("{ratio} times at {items}: f_{o}").unwrap(), "1.2 times at 32,768: f_{o}");
        assert_eq!(facts.fill("{rate}").unwrap_err().to_string(), "{rate} is neither a fact nor a parameter");
        assert_eq!(facts.fill("an open { brace").unwrap(), "an open { brace");
    }

    #[test]
    fn parameters_are_cited_like_facts() {
        let parameters =
            serde_json::json!({"items": 32768, "bits": [64, 512, 4096], "one": [7], "filter": {"hashes": 7}});
        let facts = Facts::new().and_parameters(&parameters).unwrap();
        let filled = facts.fill("{items} items, {bits} bits, {one}, {filter_hashes}").unwrap();
        assert_eq!(filled, "32,768 items, 64, 512 and 4096 bits, 7, 7");
        let twice = Facts::new().count("items", 1).and_parameters(&parameters).unwrap_err().to_string();
        assert_eq!(twice, "fact items: a parameter has this name");
    }
}
