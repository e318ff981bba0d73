//! Rates, digits and costs of every formula at one filter.

use bloomlab_crosscheck::Outcome;
use bloomlab_evaluation::{FilterRate, Quantity};
use bloomlab_exact::Certified;
use bloomlab_formulas::Formula;
use bloomlab_numbers::{Double, Number};
use bloomlab_workbench::figure::*;

use super::Row;
use crate::evaluated::{Plan, digits_or_reason};
use crate::grid::Place;
use crate::sampled::{Spread, spreads};

/// Every formula in every arithmetic; nothing where m/n asks for less than one item.
pub(super) fn at_place(plan: &Plan, place: Place) -> Result<Vec<Row>, AnyError> {
    let Some(load) = place.load else { return Ok(Vec::new()) };
    let exact = plan.exact_rate(load)?;
    let formulas = iproduct!(&plan.formulas, &plan.arithmetics).map(|(&formula, _)| formula);
    let outcomes = plan.outcomes(load);
    let spreads = spreads(plan, place, &outcomes)?;
    let row = |((formula, outcome), spread): ((Formula, &Outcome), Spread)| {
        row(place.bits_per_item, FilterRate { formula, load }, &exact, outcome, spread)
    };
    Ok(formulas.zip(&outcomes).zip(spreads).map(row).collect())
}

fn row(bits_per_item: u64, rate: FilterRate, exact: &Certified, outcome: &Outcome, spread: Spread) -> Row {
    let (correct_digits, failure) = digits_or_reason(outcome);
    let checked = outcome.result.as_ref().ok();
    let cost = rate.demand(&Double).cost;
    Row {
        bits_per_item,
        hashes: rate.load.hashes(),
        formula: outcome.formula.to_owned(),
        arithmetic: outcome.arithmetic.to_string(),
        bits: rate.load.bits(),
        items: rate.load.items(),
        exact_rate: exact.to_f64(),
        rate: checked.map(|checked| checked.value.to_f64()),
        model_error: checked.and_then(|checked| Some(checked.model_error.as_ref()?.to_f64())),
        correct_digits,
        failure,
        steps: cost.steps,
        numbers: cost.numbers,
        median_digits: spread.median,
        least_digits: spread.least,
        most_digits: spread.most,
    }
}
