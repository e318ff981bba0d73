//! The table a paper could cite: every formula in several arithmetics, with its rate, its digits and its cost.

use bloomlab_crosscheck::{FilterRate, Outcome, Quantity, reference};
use bloomlab_exact::Certified;
use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::{Double, Number};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::evaluated::{CANCELLATION, Evaluations, Plan, arithmetic_title, digits_or_reason};
use crate::grid::Place;

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m.
    bits: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
    evaluations: Evaluations,
}

impl Default for Parameters {
    fn default() -> Self {
        let formulas: Vec<_> =
            Formula::ALL.iter().copied().filter(|formula| *formula != Formula::ChristensenTable).collect();
        let round = |exponent: u32| [10_u64.pow(exponent), 3 * 10_u64.pow(exponent)];
        let small = [20, 30, 40, 50, 60, 70, 80, 90, 100, 120, 150, 200, 300, 500];
        let powers_of_two = [5, 6, 7, 8, 10, 16, 20, 30, 40].map(|exponent| 1 << exponent);
        let mut bits: Vec<u64> = small.into_iter().chain((3..12).flat_map(round)).chain(powers_of_two).collect();
        bits.push(10_u64.pow(12));
        bits.sort_unstable();
        Self { bits, bits_per_item: vec![8, 16, 32], evaluations: Evaluations::new(&formulas) }
    }
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
    /// (the formula's certified value − exact)/exact: no arithmetic mends it.
    model_error: Option<f64>,
    /// The digits of the formula's own value that the arithmetic gets right.
    correct_digits: Option<f64>,
    failure: Option<String>,
    /// ArithmeticKind steps, about.
    steps: f64,
    /// Numbers held at once, about.
    numbers: f64,
}

pub(crate) struct Digits;

impl Figure for Digits {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let plan = p.evaluations.plan()?;
        let mut rows = Vec::new();
        context.progress.expect((p.bits.len() * p.bits_per_item.len()) as u64);
        for &bits_per_item in &p.bits_per_item {
            let places = p.bits.iter().map(|bits| Place::new(*bits, bits_per_item)).collect::<Result<Vec<_>, _>>()?;
            let shapes: Vec<Load> = places.iter().filter_map(|place| place.shape).collect();
            let at_shape = |shape: &Load| {
                let rows = at_shape(&plan, bits_per_item, *shape);
                context.progress.advance();
                rows
            };
            let found = shapes.par_iter().map(at_shape).collect::<Result<Vec<_>, _>>()?;
            rows.extend(found.into_iter().flatten());
        }
        // series by series
        let place = |names: &[String], name: &str| names.iter().position(|other| other == name);
        rows.sort_by_key(|row| {
            let names = &p.evaluations;
            (row.bits_per_item, place(&names.arithmetics, &row.arithmetic), place(&names.formulas, &row.formula))
        });
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let drawn = rows.iter().filter(|row| row.bits_per_item == DRAWN && !row.bits.is_power_of_two());
        let drawn: Vec<&Row> = drawn.filter(|row| series_title(&row.formula).is_some()).collect();
        let panel = |rows: &[&Row]| {
            let series = rows.chunk_by(|a, b| a.formula == b.formula).map(|rows| Series {
                name: series_title(&rows[0].formula).unwrap_or_default().to_owned(),
                mark: Mark::LineAndMarkers,
                points: until_lost(rows),
            });
            Panel {
                title: Some(arithmetic_title(&rows[0].arithmetic)),
                x: Axis::new("filter size m (bits)", Scale::Log10),
                y: Axis::new("correct decimal digits", Scale::Linear).including(0.0),
                series: series.collect(),
            }
        };
        Ok(LineFigure { panels: drawn.chunk_by(|a, b| a.arithmetic == b.arithmetic).map(panel).collect() }.draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let of = |formula: &'static str, arithmetic: &'static str| {
            rows.iter().filter(move |row| row.formula == formula && row.arithmetic == arithmetic)
        };
        let digits = |row: &Row| row.correct_digits.unwrap_or(0.0);
        let literal = || of("classic", "f64-naive").chain(of("coverage", "f64-naive"));
        let powers_of_two = literal().filter(|row| row.bits.is_power_of_two());
        let at_powers = powers_of_two.map(digits).fold(f64::INFINITY, f64::min);
        let largest = of("classic", "f64-naive").filter(|row| row.bits == TRILLION).map(digits).fold(0.0, f64::max);
        let careful = ["exact", "classic", "classic-limit", "bloom-1970"].map(|formula| of(formula, "f64").map(digits));
        let careful = careful.into_iter().flatten().fold(f64::INFINITY, f64::min);
        let usual = of("christensen-closed", "f64").filter(|row| row.bits_per_item == 8);
        let last = usual.filter(|row| row.correct_digits.is_some()).map(|row| row.bits as f64).fold(0.0, f64::max);
        Ok(vec![
            Decision::new("P31").measured(last).decide((64.0..70.0).contains(&last)),
            Decision::new("P32").measured(largest).decide(largest > 0.0 && largest < 5.0),
            Decision::new("P33").measured(at_powers).decide(at_powers >= 14.0),
            Decision::new("P34").measured(careful).decide(careful >= 14.0),
        ])
    }
}

const TRILLION: u64 = 1_000_000_000_000;

/// The m/n that is drawn.
const DRAWN: u64 = 16;

/// What the legend calls a formula; those that lie on others are not drawn.
fn series_title(formula: &str) -> Option<&'static str> {
    match formula {
        "christensen-closed" => Some("eq. 18"),
        "bose-stirling" => Some("eq. 20"),
        "christensen-recursion" => Some("recursion, eq. 17"),
        "inclusion-exclusion" => Some("inclusion–exclusion"),
        "coverage" => Some("coverage"),
        "classic" => Some("classic (of its own value)"),
        _ => None,
    }
}

/// The digits, and 0 where for the first time none is right.
fn until_lost(rows: &[&Row]) -> Vec<Point> {
    let mut points = Vec::new();
    for row in rows {
        let lost = row.failure.as_deref() == Some(CANCELLATION);
        let digits = row.correct_digits.or(lost.then_some(0.0));
        points.extend(digits.map(|digits| Point::new(row.bits as f64, digits)));
        if lost {
            break;
        }
    }
    points
}

fn at_shape(plan: &Plan, bits_per_item: u64, shape: Load) -> Result<Vec<Row>, AnyError> {
    let exact = FilterRate { formula: Formula::Exact, load: shape };
    let exact_rate = reference(&exact, &plan.arithmetics, 17, plan.limits)?;
    let routes = plan.formulas.iter().flat_map(|formula| plan.arithmetics.iter().map(move |_| *formula));
    let rows = routes.zip(plan.outcomes(shape));
    Ok(rows
        .map(|(formula, outcome)| row(bits_per_item, FilterRate { formula, load: shape }, &exact_rate, &outcome))
        .collect())
}

fn row(bits_per_item: u64, rate: FilterRate, exact: &Certified, outcome: &Outcome) -> Row {
    let shape = rate.load;
    let (correct_digits, failure) = digits_or_reason(outcome);
    let checked = outcome.result.as_ref().ok();
    let cost = rate.demand(&Double).cost;
    Row {
        bits_per_item,
        hashes: shape.hashes(),
        formula: outcome.formula.to_owned(),
        arithmetic: outcome.arithmetic.to_string(),
        bits: shape.bits(),
        items: shape.items(),
        exact_rate: exact.to_f64(),
        rate: checked.map(|checked| checked.value.to_f64()),
        model_error: checked.and_then(|checked| Some(checked.model_error.as_ref()?.to_f64())),
        correct_digits,
        failure,
        steps: cost.steps,
        numbers: cost.numbers,
    }
}
