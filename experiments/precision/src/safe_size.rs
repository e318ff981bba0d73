//! The errors of the formulas that are not the rate, and the size from which they err by less than a given share of it.

use bloomlab_formulas::{Formula, Load};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::approximations::{APPROXIMATIONS, relative_error, smallest_filter};
use crate::grid::Grid;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// m/n.
    bits_per_item: Vec<u64>,
    /// The bounds on the relative error.
    errors: Vec<f64>,
    /// The filters whose error is listed.
    grid: Grid,
}

#[derive(Serialize)]
pub(crate) struct Row {
    /// A bound, if the filter is the smallest m = n·(m/n) at which the formula errs by less; none at a filter of the grid.
    error: Option<f64>,
    formula: String,
    bits_per_item: u64,
    hashes: u64,
    bits: u64,
    /// (formula − exact)/exact there; none if the formula does not exist.
    relative_error: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let points = iproduct!(p.errors.iter().copied(), APPROXIMATIONS, p.bits_per_item.iter().copied());
    let mut rows = run.rows(points, |(error, formula, bits_per_item)| {
        let (load, relative_error) = smallest_filter(formula, bits_per_item, error)?;
        Ok(row(Some(error), formula, bits_per_item, load, Some(relative_error)))
    })?;
    let places = p.grid.places()?.into_iter().filter_map(|place| Some((place.bits_per_item, place.load?)));
    rows.extend(run.rows(iproduct!(APPROXIMATIONS, places), |(formula, (bits_per_item, load))| {
        Ok(row(None, formula, bits_per_item, load, relative_error(formula, load)?))
    })?);
    Ok(rows)
}

fn row(error: Option<f64>, formula: Formula, bits_per_item: u64, load: Load, relative_error: Option<f64>) -> Row {
    let (formula, hashes, bits) = (formula.name().to_owned(), load.hashes(), load.bits());
    Row { error, formula, bits_per_item, hashes, bits, relative_error }
}
