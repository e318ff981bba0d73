//! Rows: how a figure's points become rows, and rows become tables and rows again.
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
mod in_parallel;
mod interval;
mod read;
mod table;
mod write;
mod written;

pub(crate) use cell::Cell;
pub(crate) use in_parallel::in_parallel;
pub use interval::Interval;
pub(crate) use table::Table;
pub(crate) use written::Written;

/// What separates the names of a group of columns.
const SEPARATOR: char = ',';

/// A row that no table can hold, or a table that does not hold such rows.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct RowError(String);

impl serde::ser::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl serde::de::Error for RowError {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}
