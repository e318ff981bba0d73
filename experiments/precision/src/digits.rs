//! The table a paper could cite: every formula in several arithmetics, with its rate, its digits and its cost.

mod claims;
mod measured;

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::evaluated::{CANCELLATION, Evaluations, arithmetic_title};
use crate::grid::Place;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// m.
    bits: Vec<u64>,
    /// m/n.
    bits_per_item: Vec<u64>,
    evaluations: Evaluations,
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
    /// Arithmetic steps, about.
    steps: f64,
    /// Numbers held at once, about.
    numbers: f64,
}

/// The m/n that is drawn.
const DRAWN: u64 = 16;

pub(crate) struct Digits;

impl Figure for Digits {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let plan = p.evaluations.plan()?;
        let points = iproduct!(p.bits_per_item.iter().copied(), p.bits.iter().copied());
        let rows = context
            .rows(points, |(bits_per_item, bits)| measured::at_place(&plan, Place::new(bits, bits_per_item)?))?;
        let mut rows: Vec<Row> = rows.into_iter().flatten().collect();
        // series by series
        let rank = |names: &[String], name: &str| names.iter().position(|other| other == name);
        rows.sort_by_key(|row| {
            let Evaluations { arithmetics, formulas, .. } = &p.evaluations;
            (row.bits_per_item, rank(arithmetics, &row.arithmetic), rank(formulas, &row.formula))
        });
        Ok(rows)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let is_drawn = |row: &&Row| {
            row.bits_per_item == DRAWN && !row.bits.is_power_of_two() && series_title(&row.formula).is_some()
        };
        let drawn: Vec<&Row> = rows.iter().filter(is_drawn).collect();
        let panel = |rows: &[&Row]| {
            let series = rows.chunk_by(|a, b| a.formula == b.formula).map(|rows| {
                let name = series_title(&rows[0].formula).unwrap_or_default();
                Series::new(name, Mark::Line, until_lost(rows))
            });
            Panel::new(
                Axis::new("filter size m (bits)", Scale::Log10),
                Axis::new("correct decimal digits", Scale::Linear).including(0.0),
                series,
            )
            .titled(arithmetic_title(&rows[0].arithmetic))
        };
        Ok(LineFigure::new(drawn.chunk_by(|a, b| a.arithmetic == b.arithmetic).map(panel)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        Ok(claims::decide(rows))
    }
}

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

/// The digits up to the first filter at which none is right: it is drawn at 0 and ends the series.
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
