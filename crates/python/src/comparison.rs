//! Every filter for the same job.

use bloomlab::{SizedFilter, SizedWindow, Value, compare};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::batch::{Length, answers};

type ItemRow<'py> = (&'static str, f64, f64, Option<f64>, bool, Bound<'py, PyDict>, bool, bool);
type WindowRow<'py> = (&'static str, f64, f64, Option<f64>, u64, f64, Bound<'py, PyDict>);

/// Filter, bits per item, rate, cache lines, deletable, parameters, insertable and mergeable of every filter for a set of items.
#[pyfunction]
pub fn filters_for_items(py: Python<'_>, items: u64, target: f64) -> PyResult<Vec<ItemRow<'_>>> {
    let row = |row: SizedFilter| {
        let (kind, made_of) = (row.filter, settings(py, &row.parameters)?);
        let (bits, rate, deletes) = (row.bits_per_item, row.rate, kind.deletes());
        Ok((kind.into(), bits, rate, row.cache_lines, deletes, made_of, kind.inserts(), kind.merges()))
    };
    answers(py, 1, Length::Any, move |_| compare::for_items(items, target))?.into_iter().flatten().map(row).collect()
}

/// Filter, bits per message, rate, worst rate, window, false-negative rate and parameters of every filter for the last messages of a stream.
#[pyfunction]
pub fn filters_for_window(py: Python<'_>, window: u64, target: f64) -> PyResult<Vec<WindowRow<'_>>> {
    let row = |row: SizedWindow| {
        let (made_of, bits) = (settings(py, &row.parameters)?, row.bits_per_message);
        Ok((row.filter.into(), bits, row.rate, row.worst_rate, row.window, row.false_negative_rate, made_of))
    };
    answers(py, 1, Length::Any, move |_| compare::for_window(window, target))?.into_iter().flatten().map(row).collect()
}

fn settings<'py>(py: Python<'py>, parameters: &[(&'static str, Value)]) -> PyResult<Bound<'py, PyDict>> {
    let settings = PyDict::new(py);
    for (name, value) in parameters {
        match value {
            Value::Integer(value) => settings.set_item(name, value)?,
            Value::Real(value) => settings.set_item(name, value)?,
        }
    }
    Ok(settings)
}
