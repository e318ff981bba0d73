//! The committed tables.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;

/// One row: its cells by column.
pub struct Row(HashMap<String, String>);

impl Row {
    pub fn text(&self, column: &str) -> &str {
        self.0.get(column).unwrap_or_else(|| panic!("no column {column}"))
    }

    /// `None` for an empty cell.
    pub fn number(&self, column: &str) -> Option<f64> {
        let text = self.text(column);
        (!text.is_empty()).then(|| text.parse().unwrap_or_else(|_| panic!("{column}: {text} is no number")))
    }

    pub fn value(&self, column: &str) -> f64 {
        self.number(column).unwrap_or_else(|| panic!("no value of {column}"))
    }
}

/// The rows of a figure's table.
pub fn table(figure: &str) -> Vec<Row> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../data/kwon-dfp/{figure}.csv"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines().map(cells);
    let header = lines.next().unwrap_or_default();
    let row = |line: Vec<String>| {
        assert_eq!(line.len(), header.len(), "{figure}: {line:?}");
        Row(header.iter().cloned().zip(line).collect())
    };
    lines.map(row).collect()
}

/// Those of the rows that have simulations of this column; the others hold models of it alone.
pub fn simulated(rows: Vec<Row>, column: &str) -> Vec<Row> {
    rows.into_iter().filter(|row| row.number(column).is_some()).collect()
}

/// Commas within quotes do not separate.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().into_iter().for_each(|cell| cell.push(character)),
        }
    }
    cells
}
