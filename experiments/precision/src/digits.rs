//! The digits of every formula in several arithmetics, against m.

use std::iter::zip;

use bloomlab::crosscheck::Outcome;
use bloomlab_formulas::Formula;
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::evaluated::{Evaluations, digits_or_reason, named};
use crate::grid::Place;
use crate::sampled::medians;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: Vec<u64>,
    bits_per_item: Vec<u64>,
    /// More sizes of the closed forms, at which they lose their last digit.
    collapse: Collapse,
    evaluations: Evaluations,
}

#[derive(Deserialize)]
pub(crate) struct Collapse {
    #[serde(deserialize_with = "named")]
    formulas: Vec<Formula>,
    bits: Vec<u64>,
}

#[derive(Clone, Serialize)]
pub(crate) struct Row {
    bits_per_item: u64,
    formula: &'static str,
    arithmetic: String,
    bits: u64,
    /// The digits of the formula's own value that the arithmetic gets right.
    correct_digits: Option<f64>,
    /// The median of the digits over several m near the size, of the formulas whose digits depend on those of m.
    median_digits: Option<f64>,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let collapse = Evaluations { formulas: p.collapse.formulas.clone(), ..p.evaluations.clone() };
    p.evaluations.check()?;
    let sizes =
        p.bits.iter().map(|bits| (&p.evaluations, *bits)).chain(p.collapse.bits.iter().map(|bits| (&collapse, *bits)));
    let points = iproduct!(p.bits_per_item.iter().copied(), sizes);
    let mut rows =
        run.map(points, |(bits_per_item, (all, bits))| at_place(all, Place::new(bits, bits_per_item)?))?.concat();
    // series by series
    rows.sort_by_key(|row| {
        let arithmetic = p.evaluations.arithmetics.iter().position(|kind| kind.to_string() == row.arithmetic);
        let formula = p.evaluations.formulas.iter().position(|formula| formula.name() == row.formula);
        (row.bits_per_item, arithmetic, formula, row.bits)
    });
    run.rows(rows, Ok)
}

/// Every formula in every arithmetic; nothing if m/n asks for less than one item.
fn at_place(evaluations: &Evaluations, place: Place) -> Result<Vec<Row>> {
    let Some(load) = place.load else { return Ok(Vec::new()) };
    let outcomes = evaluations.outcomes(load);
    let row = |(outcome, (median_digits, _)): (&Outcome, _)| Row {
        bits_per_item: place.bits_per_item,
        formula: outcome.formula,
        arithmetic: outcome.arithmetic.to_string(),
        bits: load.bits(),
        correct_digits: digits_or_reason(outcome).0,
        median_digits,
    };
    Ok(zip(&outcomes, medians(evaluations, place, &outcomes)?).map(row).collect())
}
