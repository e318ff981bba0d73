//! Rows on their way to the disk.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Cell, Table, write};
use crate::WorkbenchError;

/// A table with the types of its columns, which a CSV file does not hold.
pub(crate) struct Written {
    names: Vec<&'static str>,
    /// One vector for each row.
    rows: Vec<Vec<Cell>>,
}

impl Written {
    /// The columns are the fields of the rows, in their order. What could not be read back is refused.
    pub(crate) fn from_rows<R: Serialize + DeserializeOwned>(rows: &[R]) -> Result<Self, WorkbenchError> {
        let mut written = Self { names: Vec::new(), rows: Vec::with_capacity(rows.len()) };
        for row in rows {
            written.push(write::cells(row)?);
        }
        written.table()?.rows::<R>()?;
        Ok(written)
    }

    fn push(&mut self, row: Vec<(&'static str, Cell)>) {
        let (names, cells) = row.into_iter().unzip();
        if self.rows.is_empty() {
            self.names = names;
        }
        self.rows.push(cells);
    }

    /// As it is read back.
    fn table(&self) -> Result<Table, WorkbenchError> {
        if self.rows.is_empty() { Err(WorkbenchError::NoRows) } else { Table::from_csv(&self.to_csv()) }
    }

    /// A missing cell is empty, and an empty text is a pair of quotes, which no library writes.
    pub(crate) fn to_csv(&self) -> Vec<u8> {
        let quoted = |cell: &Cell| {
            let text = cell.to_string();
            let is_plain = !text.contains([',', '"', '\n', '\r']) && *cell != Cell::Text(String::new());
            if is_plain { text } else { format!("\"{}\"", text.replace('"', "\"\"")) }
        };
        let mut csv = self.names.join(",") + "\n";
        for row in &self.rows {
            csv += &row.iter().map(quoted).collect::<Vec<_>>().join(",");
            csv.push('\n');
        }
        csv.into_bytes()
    }
}
