//! Times against m in doubles, with their estimates; and digits against time at one m.

use bloomlab_formulas::Formula;
use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;

/// What the legend calls the formulas.
const FORMULAS: [(Formula, &str); 5] = [
    (Formula::ChristensenClosed, "closed form, eq. 18"),
    (Formula::BoseStirling, "Stirling numbers, eq. 20"),
    (Formula::ChristensenRecursion, "recursion, eq. 17"),
    (Formula::InclusionExclusion, "inclusion–exclusion"),
    (Formula::Coverage, "coverage"),
];
/// Digits of the arithmetics, with what stands on their lines.
const ARITHMETICS: [(f64, &str); 3] = [(15.95, "f64"), (34.0, "113 bits"), (77.1, "256 bits")];
/// The estimate beyond which the atlas evaluates nothing, in seconds.
const TOO_LARGE: f64 = 0.25;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let estimate = Look::new(Colour::Ink).dashed(Dash::Dotted);
    Ok(LineFigure::new([times(rows), digits(rows)?]).key(estimate, Mark::Line, "estimate").draw()?)
}

/// Colour and marker alone: here dashes tell estimates.
fn thin(formula: Formula) -> Look {
    let markers = [Marker::Diamond, Marker::Wedge, Marker::Square, Marker::Triangle, Marker::Circle];
    let place = FORMULAS.iter().position(|(other, _)| *other == formula).unwrap_or(0);
    Look::new(looks::colour(formula)).marked(markers[place])
}

fn times(rows: &[Row]) -> Panel {
    let of = |formula: Formula| rows.iter().filter(move |r| r.formula == formula.name() && r.arithmetic == "f64");
    let series = FORMULAS.iter().flat_map(|&(formula, name)| {
        let point = |y: fn(&Row) -> f64| of(formula).map(move |row| Point::new(row.bits as f64, y(row)));
        let look = thin(formula);
        [
            Series::new("", Mark::Line, point(|row| row.estimated_seconds)).look(look.dashed(Dash::Dotted)),
            Series::new(name, Mark::Joined, point(|row| row.seconds)).look(look),
        ]
    });
    Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log10),
        Axis::new("seconds of one rate in f64", Scale::Log10),
        series,
    )
    .titled("(a) measured times, and what was estimated")
    .reference(Reference::horizontal(TOO_LARGE, "too large in the atlas"))
}

fn digits(rows: &[Row]) -> Result<Panel, AnyError> {
    let compared = || rows.iter().filter(|row| row.correct_digits.is_some());
    let bits = compared().next().ok_or("no filter whose digits are compared")?.bits;
    let series = FORMULAS.iter().map(|&(formula, name)| {
        let of_formula = compared().filter(|row| row.formula == formula.name());
        let points = of_formula.filter_map(|row| Some(Point::new(row.seconds, row.correct_digits?)));
        Series::new(name, Mark::Joined, points).look(thin(formula))
    });
    let panel = Panel::new(
        Axis::new("seconds of one rate", Scale::Log10),
        Axis::new("correct decimal digits", Scale::Linear).including(0.0).including(88.0),
        series,
    );
    let panel = panel.titled(format!("(b) digits for the time, *m* = {bits}"));
    let named = |panel: Panel, (digits, name)| panel.reference(Reference::horizontal(digits, name).named_at(0.0));
    Ok(ARITHMETICS.into_iter().fold(panel, named))
}
