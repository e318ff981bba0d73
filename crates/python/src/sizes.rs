//! The smallest filters that keep a target rate.

use bloomlab::scheme_size;
use pyo3::prelude::*;

use crate::batch::{IntegerColumn, LONG, Reals, answers, column};
use crate::scheme::Schemes;

/// Bits, hash functions and exact rate of the smallest filter for each question.
#[pyfunction]
pub fn sizes<'py>(
    py: Python<'py>,
    goals: (IntegerColumn<'py>, Reals<'py>),
    scheme: &str,
    part_bits: Option<IntegerColumn<'py>>,
    power_of_two: bool,
) -> PyResult<Vec<(u64, u64, f64)>> {
    let schemes = Schemes::new(scheme, part_bits.as_ref())?;
    let (items, target) = (column(&goals.0), column(&goals.1));
    answers(py, items.len(), LONG, |i| {
        let size = scheme_size(schemes.at(i), items[i], target[i], power_of_two)?;
        Ok((size.bits, size.hashes, size.rate))
    })
}
