//! The atlas: correct digits of every formula for the exact rate, in several arithmetics, over m and m/n.

use std::iter::zip;

use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::evaluated::{Digits, Evaluations, OUT_OF_DOMAIN, digits_or_reason};
use crate::grid::Grid;
use crate::sampled::medians;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    grid: Grid,
    evaluations: Evaluations,
}

#[derive(Serialize)]
pub(crate) struct Row {
    formula: &'static str,
    arithmetic: String,
    bits_per_item: u64,
    bits: u64,
    /// −log10 of the relative error, to a hundredth, at most the digits of the arithmetic.
    #[serde(rename = "correct_digits,failure")]
    correct: Digits,
    /// The median over several m near the size, of the formulas whose digits depend on those of m.
    #[serde(rename = "median_digits,median_failure")]
    median: Digits,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    p.evaluations.check()?;
    let places = p.grid.places()?;
    let panels = iproduct!(&p.evaluations.formulas, &p.evaluations.arithmetics);
    let results = run.map(&places, |place| {
        let Some(load) = place.load else { return Ok(None) };
        let outcomes = p.evaluations.outcomes(load);
        let medians = medians(&p.evaluations, *place, &outcomes)?;
        Ok(Some(zip(outcomes.iter().map(digits_or_reason), medians).collect::<Vec<_>>()))
    })?;
    let rows = iproduct!(panels.enumerate(), zip(&places, &results));
    run.rows(rows, |((panel, (formula, arithmetic)), (place, results))| {
        let none = (None, Some(OUT_OF_DOMAIN));
        let (correct, median) = results.as_ref().map_or((none, none), |results| results[panel]);
        Ok(Row {
            formula: formula.name(),
            arithmetic: arithmetic.to_string(),
            bits_per_item: place.bits_per_item,
            bits: place.bits,
            correct,
            median,
        })
    })
}
