//! Tables as they stand on disk: names and texts.

use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::{Cell, read};
use crate::WorkbenchError;

/// A CSV file.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    names: Vec<String>,
    /// One vector for each row.
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn read(path: &Path) -> Result<Self, WorkbenchError> {
        Self::from_csv(&fs::read(path).map_err(WorkbenchError::file("read", path))?)
    }

    pub(crate) fn from_csv(bytes: &[u8]) -> Result<Self, WorkbenchError> {
        let mut reader = csv::Reader::from_reader(bytes);
        let names = reader.headers()?.iter().map(str::to_owned).collect();
        let texts = |record: csv::StringRecord| record.iter().map(str::to_owned).collect();
        let rows = reader.into_records().map(|record| record.map(texts)).collect::<Result<_, _>>()?;
        Ok(Self { names, rows })
    }

    /// The rows, deserialised into structs.
    pub(crate) fn rows<R: DeserializeOwned>(&self) -> Result<Vec<R>, WorkbenchError> {
        Ok(self.rows.iter().map(|cells| read::row(&self.names, cells)).collect::<Result<_, _>>()?)
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    pub(crate) fn height(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn cell(&self, row: usize, column: usize) -> Cell {
        Cell::parse(&self.rows[row][column])
    }

    /// The table with other cells: `value` of each by row and column.
    pub(crate) fn with(&self, column: usize, value: impl Fn(usize) -> Cell) -> Self {
        let mut other = self.clone();
        for (i, cells) in other.rows.iter_mut().enumerate() {
            cells[column] = value(i).to_string();
        }
        other
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Interval, Written};
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Row {
        series: String,
        bits: u64,
        rate: f64,
        counted: Option<u64>,
        flag: bool,
        #[serde(rename = "simulated,lower,upper")]
        simulated: Option<Interval>,
    }

    fn rows() -> Vec<Row> {
        let row = |series: &str, bits, rate, counted, simulated| Row {
            series: series.to_owned(),
            bits,
            rate,
            counted,
            flag: bits > 2,
            simulated,
        };
        vec![
            row("a, with a comma", 1, 0.1, None, None),
            row("β \"quoted\"", u64::MAX / 2, 1.195757e-317, Some(3), Some((0.5, 0.25, 1.0).into())),
            row("", 3, 2.0, Some(0), None),
            row("4", 1 << 53, 1.0 / 3.0, None, Some((1e-7, -0.5, 1e300).into())),
            row("1e5", 4, -0.0, None, None),
        ]
    }

    fn csv(rows: &[Row]) -> String {
        String::from_utf8(Written::from_rows(rows).unwrap().to_csv()).unwrap()
    }

    #[test]
    fn rows_survive_the_csv_to_the_last_bit() {
        let csv = csv(&rows());
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("series,bits,rate,counted,flag,simulated,lower,upper"));
        assert_eq!(lines.next(), Some("\"a, with a comma\",1,0.1,,false,,,"));
        assert_eq!(lines.next(), Some("\"β \"\"quoted\"\"\",9223372036854775807,1.195757e-317,3,true,0.5,0.25,1.0"));
        assert_eq!(lines.next(), Some("\"\",3,2.0,0,true,,,"));
        assert_eq!(Table::from_csv(csv.as_bytes()).unwrap().rows::<Row>().unwrap(), rows());
    }

    #[test]
    fn what_no_table_can_hold_is_refused() {
        fn why<R: Serialize + serde::de::DeserializeOwned>(rows: &[R]) -> String {
            Written::from_rows(rows).err().map_or(String::new(), |error| error.to_string())
        }
        assert!(why::<Row>(&[]).contains("no rows"));
        assert!(why(&[vec![1]]).contains("a list has no place"));
        assert!(why(&[1.0]).contains("must be a struct"));
        let row = || rows().swap_remove(1);
        assert!(why(&[Row { rate: f64::NAN, ..row() }]).contains("column rate: NaN"));
        assert!(why(&[Row { simulated: Some((1.0, f64::NEG_INFINITY, 2.0).into()), ..row() }]).contains("-inf"));
        assert!(why(&[Row { bits: u64::MAX, ..row() }]).contains("column bits: 18446744073709551615"));
    }

    #[test]
    fn what_is_wrong_in_a_table_is_named() {
        let why = |from: &str, to: &str| {
            let csv = csv(&rows()).replace(from, to);
            Table::from_csv(csv.as_bytes()).and_then(|table| table.rows::<Row>()).unwrap_err().to_string()
        };
        assert!(why("counted", "count").contains("column counted is missing"));
        assert!(why(",9223372036854775807,", ",many,").contains("column bits: `many` cannot be read as u64"));
        assert!(why("0.5,0.25,1.0", "0.5,,1.0").contains("column simulated,lower,upper: `` cannot be read as f64"));
        assert!(why("0.5,0.25,1.0", "0.5").contains("fields"));
    }
}
