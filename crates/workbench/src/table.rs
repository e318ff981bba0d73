//! Tables: one row per point and series, one serde struct per row, stored as CSV and Parquet.
//!
//! A row's fields are integers (counts), floats, texts or booleans, or `Option`s of them. CSV holds every float in
//! its shortest form that reads back as the same double.

use polars::prelude::{
    AnyValue, Column, CsvReadOptions, CsvWriter, DataFrame, IntoColumn, NamedFrom, ParquetWriter, SerReader, SerWriter,
    Series,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fs;
use std::io::Cursor;
use std::path::Path;

use crate::WorkbenchError;

/// A table as it stands on disk.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    frame: DataFrame,
}

impl Table {
    /// The columns are the fields of the rows, in their order. What could not be read back is refused, such as a float
    /// that is no number.
    pub(crate) fn from_rows<R: Serialize + DeserializeOwned>(rows: &[R]) -> Result<Self, WorkbenchError> {
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            match serde_json::to_value(row).map_err(|error| WorkbenchError::Table(error.to_string()))? {
                Value::Object(record) => records.push(record),
                other => return Err(WorkbenchError::Table(format!("a row must be a struct, got {other}"))),
            }
        }
        let Some(first) = records.first() else { return Err(WorkbenchError::Table("no rows".to_owned())) };
        let columns = first.keys().map(|name| column(name, &records)).collect::<Result<Vec<_>, _>>()?;
        let table = Self { frame: DataFrame::new(records.len(), columns)? };
        table.rows::<R>()?;
        Ok(table)
    }

    /// The rows, deserialised into structs.
    pub(crate) fn rows<R: DeserializeOwned>(&self) -> Result<Vec<R>, WorkbenchError> {
        let row = |record| {
            serde_json::from_value(Value::Object(record)).map_err(|error| WorkbenchError::Table(error.to_string()))
        };
        records(self.columns()?, self.height()).into_iter().map(row).collect()
    }

    /// The table with one column falsified, for every column and some ways to falsify it: numbers grown, shrunk, negated
    /// or in the order of other rows, booleans negated, texts in the order of other rows.
    pub(crate) fn falsified(&self) -> Result<impl Iterator<Item = Result<Self, WorkbenchError>>, WorkbenchError> {
        let ways: [fn(&[Value], usize) -> Value; 7] = [
            |cells, i| changed(&cells[i], |x| 1.5 * x),
            |cells, i| changed(&cells[i], |x| x / 1.5),
            |cells, i| changed(&cells[i], |x| 1e6 * x),
            |cells, i| changed(&cells[i], |x| 1e-6 * x),
            |cells, i| changed(&cells[i], |x| -x),
            |cells, i| cells[cells.len() - 1 - i].clone(),
            |cells, i| cells[(i + 1) % cells.len()].clone(),
        ];
        let columns = self.columns()?;
        let height = self.height();
        Ok((0..columns.len()).flat_map(move |column| ways.map(|way| (column, way))).map(move |(column, way)| {
            let mut falsified = columns.clone();
            falsified[column].1 = (0..height).map(|i| way(&columns[column].1, i)).collect();
            Self::from_rows(&records(falsified, height))
        }))
    }

    pub(crate) fn read(path: &Path) -> Result<Self, WorkbenchError> {
        Self::from_csv(fs::read(path).map_err(WorkbenchError::file("read", path))?)
    }

    pub(crate) fn from_csv(bytes: Vec<u8>) -> Result<Self, WorkbenchError> {
        let options = CsvReadOptions::default().with_infer_schema_length(None);
        Ok(Self { frame: options.into_reader_with_file_handle(Cursor::new(bytes)).finish()? })
    }

    pub(crate) fn to_csv(&self) -> Result<Vec<u8>, WorkbenchError> {
        let mut bytes = Vec::new();
        CsvWriter::new(&mut bytes).n_threads(1).finish(&mut self.frame.clone())?;
        Ok(bytes)
    }

    pub(crate) fn to_parquet(&self) -> Result<Vec<u8>, WorkbenchError> {
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes).set_parallel(false).finish(&mut self.frame.clone())?;
        Ok(bytes)
    }

    pub(crate) fn height(&self) -> usize {
        self.frame.height()
    }

    /// Names and cells of the columns.
    pub(crate) fn columns(&self) -> Result<Vec<(String, Vec<Value>)>, WorkbenchError> {
        let cells = |column: &Column| {
            (0..self.height()).map(|i| json(&column.get(i)?)).collect::<Result<Vec<_>, WorkbenchError>>()
        };
        self.frame.columns().iter().map(|column| Ok((column.name().to_string(), cells(column)?))).collect()
    }
}

/// Columns as one record for each row.
fn records(columns: Vec<(String, Vec<Value>)>, height: usize) -> Vec<Map<String, Value>> {
    let mut records = vec![Map::new(); height];
    for (name, cells) in columns {
        for (record, cell) in records.iter_mut().zip(cells) {
            record.insert(name.clone(), cell);
        }
    }
    records
}

/// A number changed, a boolean negated, anything else as it is.
fn changed(cell: &Value, change: impl Fn(f64) -> f64) -> Value {
    match cell {
        Value::Bool(value) => (!value).into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            // a count stays one, and never is what it was
            (Some(count), _) => {
                let new = change(count as f64) as i64;
                (if new == count { count + 1 } else { new }).into()
            }
            (None, Some(value)) => change(value).into(),
            (None, None) => cell.clone(),
        },
        _ => cell.clone(),
    }
}

/// A polars column from one field of every record; its type is that of the first value that is not missing.
fn column(name: &str, records: &[Map<String, Value>]) -> Result<Column, WorkbenchError> {
    let cells: Vec<&Value> = records.iter().map(|record| record.get(name).unwrap_or(&Value::Null)).collect();
    let mixed = || {
        WorkbenchError::Table(format!("column {name} mixes types, or holds what is no count, float, text or boolean"))
    };
    fn typed<'a, T>(cells: &[&'a Value], read: impl Fn(&'a Value) -> Option<T>) -> Option<Vec<Option<T>>> {
        cells.iter().map(|cell| if cell.is_null() { Some(None) } else { read(cell).map(Some) }).collect()
    }
    let series = match cells.iter().find(|cell| !cell.is_null()) {
        Some(Value::Number(number)) if number.is_f64() => {
            Series::new(name.into(), typed(&cells, Value::as_f64).ok_or_else(mixed)?)
        }
        Some(Value::Number(_)) => Series::new(name.into(), typed(&cells, Value::as_i64).ok_or_else(mixed)?),
        Some(Value::Bool(_)) => Series::new(name.into(), typed(&cells, Value::as_bool).ok_or_else(mixed)?),
        Some(Value::String(_)) => Series::new(name.into(), typed(&cells, Value::as_str).ok_or_else(mixed)?),
        None => Series::new(name.into(), vec![None::<&str>; cells.len()]),
        Some(_) => return Err(mixed()),
    };
    Ok(series.into_column())
}

fn json(cell: &AnyValue) -> Result<Value, WorkbenchError> {
    Ok(match cell {
        AnyValue::Null => Value::Null,
        AnyValue::Boolean(value) => (*value).into(),
        AnyValue::Int64(value) => (*value).into(),
        AnyValue::Float64(value) => (*value).into(),
        AnyValue::String(value) => (*value).into(),
        AnyValue::StringOwned(value) => value.as_str().into(),
        other => return Err(WorkbenchError::Table(format!("unexpected cell {other:?}"))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Row {
        series: String,
        bits: u64,
        rate: f64,
        counted: Option<u64>,
        flag: bool,
    }

    fn rows() -> Vec<Row> {
        let row =
            |series: &str, bits, rate, counted| Row { series: series.to_owned(), bits, rate, counted, flag: bits > 2 };
        vec![
            row("a, with a comma", 1, 0.1, None),
            row("β \"quoted\"", u64::MAX / 2, 1.1957568e-317, Some(3)),
            row("1", 3, 2.0, Some(0)),
            row("4", 1 << 53, 1.0 / 3.0, None),
        ]
    }

    #[test]
    fn rows_survive_the_csv_to_the_last_bit() {
        let csv = Table::from_rows(&rows()).unwrap().to_csv().unwrap();
        let text = String::from_utf8(csv.clone()).unwrap();
        assert!(text.starts_with("series,bits,rate,counted,flag\n"), "{text}");
        assert_eq!(Table::from_csv(csv).unwrap().rows::<Row>().unwrap(), rows());
    }

    #[test]
    fn parquet_bytes_are_reproducible() {
        let table = Table::from_rows(&rows()).unwrap();
        assert_eq!(table.to_parquet().unwrap(), table.to_parquet().unwrap());
    }

    #[test]
    fn what_no_column_can_hold_is_refused() {
        assert!(Table::from_rows::<Row>(&[]).is_err());
        assert!(Table::from_rows(&[vec![1]]).is_err());
        let nan = Row { rate: f64::NAN, ..rows()[0].clone() };
        assert!(Table::from_rows(&[nan]).is_err());
    }
}
