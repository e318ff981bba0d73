//! One cell of a table.

use std::fmt;

/// A value, or none.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Missing,
    Truth(bool),
    Count(i64),
    /// Always finite.
    Float(f64),
    Text(String),
}

impl Cell {
    /// What a text in a table looks like to a reader who does not know the row's type.
    pub(crate) fn parse(text: &str) -> Self {
        if text.is_empty() {
            Cell::Missing
        } else if let Ok(truth) = text.parse() {
            Cell::Truth(truth)
        } else if let Ok(count) = text.parse() {
            Cell::Count(count)
        } else if let Some(number) = text.parse().ok().filter(|number: &f64| number.is_finite()) {
            Cell::Float(number)
        } else {
            Cell::Text(text.to_owned())
        }
    }
}

/// As the cell stands in a table: a float in its shortest form that reads back as the same double.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cell::Missing => Ok(()),
            Cell::Truth(truth) => write!(f, "{truth}"),
            Cell::Count(count) => write!(f, "{count}"),
            Cell::Float(number) => f.write_str(zmij::Buffer::new().format_finite(*number)),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let cells = [
            (Cell::Missing, ""),
            (Cell::Truth(true), "true"),
            (Cell::Count(-7), "-7"),
            (Cell::Float(1.0), "1.0"),
            (Cell::Float(1e-5), "0.00001"),
            (Cell::Float(1e-6), "1e-6"),
            (Cell::Float(1e16), "1e+16"),
            (Cell::Float(1.195_757e-317), "1.195757e-317"),
            (Cell::Text("infinity".to_owned()), "infinity"),
            (Cell::Text("NaN".to_owned()), "NaN"),
        ];
        for (cell, text) in cells {
            assert_eq!(cell.to_string(), text);
            assert_eq!(Cell::parse(text), cell);
        }
    }
}
