//! Filters from which items can sometimes be deleted.

use bloomlab::Error;
use bloomlab::deletable::{DeletableKind, Parameters, double};
use bloomlab::numbers::{ANSWER_SECONDS, Cost};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::batch::{IntegerColumn, LONG, answers, column};

/// The most that an answer may take: [`ANSWER_SECONDS`], and 800 MB.
const MAX_COST: Cost = Cost::of_seconds(ANSWER_SECONDS).holding(1e8);

/// Bits, items, hash functions, deleted items and bits of a region.
type Filters<'py> =
    (IntegerColumn<'py>, IntegerColumn<'py>, IntegerColumn<'py>, IntegerColumn<'py>, IntegerColumn<'py>);

/// Cells, deletability, rate and rate after deletions of each filter; bits of a region are read for `dlbf` only.
#[pyfunction]
pub fn deletable_filters<'py>(
    py: Python<'py>,
    filter: &str,
    filters: Filters<'py>,
) -> PyResult<Vec<(u64, f64, f64, f64)>> {
    let kind = kind_of(filter)?;
    let [bits, items, hashes, deleted, region_bits] =
        [&filters.0, &filters.1, &filters.2, &filters.3, &filters.4].map(column);
    answers(py, bits.len(), LONG, |i| {
        answer(&Parameters::new(kind(region_bits[i]), bits[i], items[i], deleted[i], hashes[i])?)
    })
}

fn answer(p: &Parameters) -> Result<(u64, f64, f64, f64), Error> {
    let cost = double::deletability_cost(p).then(double::rate_after_deletions_cost(p));
    cost.within(MAX_COST, "try fewer hash functions or smaller regions")?;
    Ok((p.cells(), double::deletability(p)?, double::rate(p)?, double::rate_after_deletions(p)?))
}

/// The kind of filter, made of the bits of a region.
fn kind_of(name: &str) -> PyResult<fn(u64) -> DeletableKind> {
    match name {
        "dfp" => Ok(|_| DeletableKind::Dfp),
        "tbf" => Ok(|_| DeletableKind::TBF),
        "tbf-packed" => Ok(|_| DeletableKind::TBF_PACKED),
        "qbf" => Ok(|_| DeletableKind::Qbf),
        "dlbf" => Ok(|region_bits| DeletableKind::Dlbf { region_bits }),
        _ => {
            let known = "dfp, tbf, tbf-packed, qbf or dlbf";
            Err(PyValueError::new_err(format!("filter = {name:?} is unknown: needs {known}")))
        }
    }
}
