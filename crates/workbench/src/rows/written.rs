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
            let (names, cells) = write::cells(row)?.into_iter().unzip();
            if written.rows.is_empty() {
                written.names = names;
            }
            written.rows.push(cells);
        }
        if written.rows.is_empty() {
            return Err(WorkbenchError::NoRows);
        }
        Table::from_csv(&written.to_csv())?.rows::<R>()?;
        Ok(written)
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
