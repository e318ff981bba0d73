//! Numbers of a page that may be queries.

use toml::Value as Setting;

use crate::query::{Scope, Tables};
use crate::{Error, Result};

/// A number, or the answer to a query on the rows of a panel.
pub fn number(value: &Setting, tables: &Tables, scope: &Scope) -> Result<f64> {
    match value {
        Setting::Integer(number) => Ok(*number as f64),
        Setting::Float(number) => Ok(*number),
        Setting::String(query) if is_constant(query) => tables.number(&format!("select ({query}) as answer"), scope),
        Setting::String(query) => tables.number(query, scope),
        other => Err(Error::new(other, "is neither a number nor a query")),
    }
}

/// True if a query names numbers, `$name` and operators, and no column.
fn is_constant(query: &str) -> bool {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '$');
    let words = query.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty());
    words.into_iter().all(|word| word.starts_with('$') || word.starts_with(|letter: char| letter.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::is_constant;

    #[test]
    fn constants_name_no_column() {
        assert!(["$small", "1 + $small_1", "(2.5 - 1e3) * $a"].into_iter().all(is_constant));
        assert!(["max(a)", "a where b", "$a + b"].into_iter().all(|query| !is_constant(query)));
    }
}
