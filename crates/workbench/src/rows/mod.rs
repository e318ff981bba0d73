//! Rows: how rows become tables, and rows again.
//!
//! A row is a struct of counts, floats, texts and booleans, or of `Option`s of them; each field is a column. A field that
//! serde renames to several names joined by commas is a group of columns and holds a tuple, an [`Interval`], or an
//! `Option` of one:
//!
//! ```
//! # use bloomlab_workbench::Interval;
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize)]
//! struct Row {
//!     items: u64,
//!     #[serde(rename = "rate,rate_lower,rate_upper")]
//!     rate: Interval,
//! }
//! ```
//!
//! Everything in this folder may change the bytes of a table: it is part of the hash of every figure's code.

mod cell;
mod interval;
mod read;
mod table;
mod write;
mod written;

pub(crate) use cell::Cell;
pub use interval::Interval;
pub(crate) use table::Table;
pub(crate) use written::Written;

/// What separates the names of a group of columns.
const SEPARATOR: char = ',';

/// A row that no table can hold, or a table that does not hold such rows.
#[derive(Debug, thiserror::Error)]
pub enum RowError {
    /// A row is not a flat struct.
    #[error("a row must be a struct without `flatten`")]
    NotAStruct,
    /// A value that no cell holds.
    #[error("{0} has no place in a table")]
    NoCell(String),
    /// A count above 2^63 − 1.
    #[error("{0} is above 2^63 − 1")]
    TooLargeCount(String),
    /// A group of columns that has not one cell for each name.
    #[error("not one cell for each name")]
    UnevenGroup,
    /// A column that the table lacks.
    #[error("column {0} is missing")]
    MissingColumn(String),
    /// Several cells where one is read.
    #[error("{0} cells where one is read")]
    ManyCells(usize),
    /// A cell that is not what its field asks for.
    #[error("`{cell}` cannot be read as {wanted}")]
    Unreadable {
        /// The cell.
        cell: String,
        /// The type of the field.
        wanted: &'static str,
    },
    /// A column, and what is wrong with it.
    #[error("column {name}: {error}")]
    Column {
        /// Its name.
        name: &'static str,
        /// What is wrong.
        error: Box<RowError>,
    },
    /// What a row's own serde code says.
    #[error("{0}")]
    Serde(String),
}

impl RowError {
    /// The same in a column.
    fn in_column(self, name: &'static str) -> Self {
        RowError::Column { name, error: Box::new(self) }
    }
}

impl serde::ser::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        RowError::Serde(message.to_string())
    }
}

impl serde::de::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        RowError::Serde(message.to_string())
    }
}
