//! Rows on their way to the disk, as CSV and Parquet.

use polars::prelude::{Column, DataFrame, IntoColumn, NamedFrom, ParquetWriter, Series};
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
            return Err(WorkbenchError::Table("no rows".to_owned()));
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

    pub(crate) fn to_parquet(&self) -> Result<Vec<u8>, WorkbenchError> {
        let columns = (0..self.names.len()).map(|i| self.column(i)).collect::<Result<_, _>>()?;
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).set_parallel(false).finish(&mut DataFrame::new(self.rows.len(), columns)?)?;
        Ok(bytes)
    }

    /// A polars column; its type is that of the first cell that is not missing, or text.
    fn column(&self, i: usize) -> Result<Column, WorkbenchError> {
        let name = self.names[i];
        let cells = || self.rows.iter().map(|row| &row[i]);
        macro_rules! typed {
            ($kind:path) => {{
                let value = |cell| match cell {
                    &Cell::Missing => Ok(None),
                    $kind(value) => Ok(Some(value.clone())),
                    other => Err(WorkbenchError::Table(format!("column {name} mixes types: {other:?}"))),
                };
                Series::new(name.into(), cells().map(value).collect::<Result<Vec<_>, _>>()?)
            }};
        }
        let series = match cells().find(|cell| **cell != Cell::Missing) {
            Some(Cell::Truth(_)) => typed!(Cell::Truth),
            Some(Cell::Count(_)) => typed!(Cell::Count),
            Some(Cell::Float(_)) => typed!(Cell::Float),
            Some(Cell::Text(_) | Cell::Missing) | None => typed!(Cell::Text),
        };
        Ok(series.into_column())
    }
}

impl From<polars::error::PolarsError> for WorkbenchError {
    fn from(error: polars::error::PolarsError) -> Self {
        WorkbenchError::Table(error.to_string())
    }
}
