//! The words of a page, with the answers to the queries in them.

use bloomlab_pictures::grouped;

use crate::query::{Scope, Tables, Value};
use crate::{Error, Result};

pub enum Piece<'a> {
    Words(&'a str),
    Query { query: &'a str, format: Format },
}

/// Significant digits, and whether the number is a share.
#[derive(Clone, Copy)]
pub struct Format {
    digits: Option<usize>,
    is_percent: bool,
}

/// The pieces of a text. Braces after `_` and `^` belong to the markup, unless they hold more than a subscript.
pub fn pieces(text: &str) -> Result<Vec<Piece<'_>>> {
    let (mut all, mut rest, mut searched) = (Vec::new(), text, 0);
    while let Some(open) = rest[searched..].find('{').map(|at| at + searched) {
        let close = rest[open..].find('}').ok_or_else(|| Error::new(text, "a brace is not closed"))? + open;
        if rest[..open].ends_with(['_', '^']) && !rest[open..close].contains([' ', '(', ':', '$']) {
            searched = close;
            continue;
        }
        all.push(Piece::Words(&rest[..open]));
        let (query, format) = format_of(&rest[open + 1..close]);
        all.push(Piece::Query { query, format });
        (rest, searched) = (&rest[close + 1..], 0);
    }
    all.push(Piece::Words(rest));
    Ok(all)
}

/// A text with the answer to each query in braces.
pub fn filled(text: &str, tables: &Tables, scope: &Scope) -> Result<String> {
    let answer = |piece: Piece| match piece {
        Piece::Words(words) => Ok(words.to_owned()),
        Piece::Query { query, format } => {
            let value = match tables.named(query)? {
                Some(value) => value,
                None => tables.one(query, scope)?,
            };
            format.shown(&value).ok_or_else(|| Error::new(query, "has no value"))
        }
    };
    pieces(text)?.into_iter().map(answer).collect()
}

/// A text for each row, with the values of the expressions in braces.
pub fn filled_rows(text: &str, tables: &Tables, scope: &Scope) -> Result<Vec<String>> {
    let pieces = pieces(text)?;
    let mut expressions = vec!["1"];
    for piece in &pieces {
        if let Piece::Query { query, .. } = piece {
            expressions.push(query.strip_prefix('$').unwrap_or(query));
        }
    }
    let row = |cells: Vec<Value>| {
        let mut cells = cells.into_iter().skip(1);
        let shown = |piece: &Piece| match piece {
            Piece::Words(words) => (*words).to_owned(),
            Piece::Query { format, .. } => cells.next().and_then(|value| format.shown(&value)).unwrap_or_default(),
        };
        pieces.iter().map(shown).collect::<String>()
    };
    Ok(tables.rows(&expressions, scope)?.into_iter().map(row).collect())
}

/// A query without its format, `:3`, `:2%` or `:%`.
fn format_of(query: &str) -> (&str, Format) {
    let none = Format { digits: None, is_percent: false };
    let Some((before, format)) = query.rsplit_once(':') else { return (query, none) };
    let is_percent = format.ends_with('%');
    match format.trim_end_matches('%') {
        "" if is_percent => (before, Format { digits: None, is_percent }),
        digits => match digits.parse() {
            Ok(digits) => (before, Format { digits: Some(digits), is_percent }),
            Err(_) => (query, none),
        },
    }
}

impl Format {
    /// A value in words; a missing one has none.
    pub fn shown(self, value: &Value) -> Option<String> {
        match value {
            Value::Missing => None,
            Value::Text(text) => Some(text.clone()),
            Value::Truth(truth) => Some(truth.to_string()),
            Value::Number(number) if self.is_percent => {
                Some(format!("{}\u{2009}%", number_with(100.0 * number, self.digits.unwrap_or(2))))
            }
            Value::Number(number) => Some(number_with(*number, self.digits.unwrap_or(15))),
        }
    }
}

/// A number with significant digits, as a decimal or with a power of ten.
pub fn number_with(value: f64, digits: usize) -> String {
    let scientific = format!("{value:.*e}", digits.max(1) - 1);
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let power = format!("10^{{{exponent}}}");
    let text = match (exponent, tidy(mantissa)) {
        (-3..7, _) => {
            let rounded: f64 = scientific.parse().unwrap_or(value);
            let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
            grouped(tidy(&format!("{rounded:.decimals$}")))
        }
        (_, "1") => power,
        (_, mantissa) => format!("{mantissa}·{power}"),
    };
    text.replace('-', "−")
}

/// A decimal without zeros at its end.
fn tidy(decimal: &str) -> &str {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.') } else { decimal }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_significant_digits() {
        let cases = [
            (0.2613, 2, "0.26"),
            (1234.5, 15, "1234.5"),
            (1_048_576.0, 15, "1,048,576"),
            (1e12, 15, "10^{12}"),
            (2.5e-7, 3, "2.5·10^{-7}"),
            (-0.05, 1, "−0.05"),
            (99.96, 3, "100"),
            (0.0, 3, "0"),
        ];
        for (value, digits, text) in cases {
            assert_eq!(number_with(value, digits), text.replace('-', "−"));
        }
    }

    #[test]
    fn braces_of_the_markup_are_no_queries() {
        let queries = |text: &str| {
            let pieces = pieces(text).unwrap();
            let query =
                |piece: &Piece| if let Piece::Query { query, .. } = piece { Some((*query).to_owned()) } else { None };
            pieces.iter().filter_map(query).collect::<Vec<_>>()
        };
        assert_eq!(queries("*f*_{σ} {max(a):2%}, 10^{-3} and {k}"), ["max(a)", "k"]);
        assert_eq!(queries("2^{max(a)}"), ["max(a)"]);
        assert!(pieces("{a").is_err());
    }
}
