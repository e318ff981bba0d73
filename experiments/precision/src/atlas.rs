//! The atlas: correct digits of every formula for the exact rate, in several arithmetics, over m and m/n.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

use crate::grid::Grid;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    grid: Grid,
    evaluations: Evaluations,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    formula: String,
    arithmetic: String,
    bits_per_item: u64,
    bits: u64,
    hashes: u64,
    /// −log10 of the relative error, to a hundredth, at most the digits of the arithmetic.
    correct_digits: Option<f64>,
    /// Why there is no value.
    failure: Option<String>,
    /// The median over several m near the size, of the formulas whose digits depend on those of m.
    median_digits: Option<f64>,
    /// Why there is none.
    median_failure: Option<String>,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let plan = p.evaluations.plan()?;
    let places = p.grid.places()?;
    let panels: Vec<_> = iproduct!(&p.evaluations.formulas, &p.evaluations.arithmetics).collect();
    let results = context.rows(&places, |place| {
        let Some(load) = place.load else { return Ok(vec![None; panels.len()]) };
        let outcomes = plan.outcomes(load);
        let spreads = spreads(&plan, *place, &outcomes)?;
        Ok(zip(&outcomes, spreads).map(|(outcome, spread)| Some((digits_or_reason(outcome), spread))).collect())
    })?;
    let panels = panels.into_iter().enumerate();
    let rows = iproduct!(panels, zip(&places, &results)).map(|((panel, (formula, arithmetic)), (place, results))| {
        let ((correct_digits, failure), spread) = match results[panel].clone() {
            Some((at_size, spread)) => (at_size, Some(spread)),
            None => ((None, Some(OUT_OF_DOMAIN.to_owned())), None),
        };
        Row {
            formula: formula.clone(),
            arithmetic: arithmetic.clone(),
            bits_per_item: place.bits_per_item,
            bits: place.bits,
            hashes: place.hashes,
            correct_digits,
            median_digits: spread.as_ref().and_then(|spread| spread.median),
            median_failure: spread.map_or_else(|| failure.clone(), |spread| spread.failure),
            failure,
        }
    });
    Ok(rows.collect())
}
