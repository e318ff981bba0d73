//! The part of this crate that decides the bytes of a table: its sources belong to the hash of every figure's code.

mod csv;
mod estimate;
mod streams;

pub(crate) use csv::{Table, non_finite};
pub use estimate::{CONFIDENCE, Estimate, Interval, student_quantile};
pub use streams::Streams;
