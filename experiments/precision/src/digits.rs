//! The table a paper could cite: every formula in several arithmetics, with its rate, its digits and its cost.

mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

use crate::grid::Place;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// m.
    bits: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
    /// Where the closed forms lose their last digit.
    collapse: Collapse,
    evaluations: Evaluations,
}

/// Formulas that are evaluated at more m.
#[derive(Serialize, Deserialize)]
pub(crate) struct Collapse {
    formulas: Vec<String>,
    /// m.
    bits: Vec<u64>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits_per_item: u64,
    hashes: u64,
    formula: String,
    arithmetic: String,
    bits: u64,
    items: u64,
    exact_rate: f64,
    /// What the formula gives in the arithmetic.
    rate: Option<f64>,
    /// (the formula's certified value − exact)/exact: no arithmetic removes it.
    model_error: Option<f64>,
    /// The digits of the formula's own value that the arithmetic gets right.
    correct_digits: Option<f64>,
    failure: Option<String>,
    /// Arithmetic steps, about.
    steps: f64,
    /// Numbers held at once, about.
    numbers: f64,
    /// The median of the digits over several m near the size, of the formulas whose digits depend on those of m.
    median_digits: Option<f64>,
    /// The fewest and the most of these.
    least_digits: f64,
    most_digits: f64,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let collapse = Evaluations { formulas: p.collapse.formulas.clone(), ..p.evaluations.clone() };
    let (plan, collapse) = (p.evaluations.plan()?, collapse.plan()?);
    let sizes = p.bits.iter().map(|bits| (&plan, *bits)).chain(p.collapse.bits.iter().map(|bits| (&collapse, *bits)));
    let points = iproduct!(p.bits_per_item.iter().copied(), sizes);
    let rows =
        context.rows(points, |(bits_per_item, (plan, bits))| at_place(plan, Place::new(bits, bits_per_item)?))?;
    let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
    // series by series
    let rank = |names: &[String], name: &str| names.iter().position(|other| other == name);
    rows.sort_by_key(|row| {
        let Evaluations { arithmetics, formulas, .. } = &p.evaluations;
        (row.bits_per_item, rank(arithmetics, &row.arithmetic), rank(formulas, &row.formula), row.bits)
    });
    Ok(rows)
}

/// Every formula in every arithmetic; nothing where m/n asks for less than one item.
fn at_place(plan: &Plan, place: Place) -> Result<Vec<Row>, AnyError> {
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
