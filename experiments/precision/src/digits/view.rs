//! Taken literally and with care, in doubles: the digits of every formula against m.

use bloomlab_formulas::Formula;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::loss;
use crate::evaluated::CANCELLATION;
use crate::looks;

/// The m/n that is drawn.
pub(super) const DRAWN: u64 = 16;
/// What has powers of 1 − t/m, and loses about a digit for every ten times m if it is taken literally.
pub(super) const LITERAL: [Formula; 5] =
    [Formula::Exact, Formula::Classic, Formula::Bloom1970, Formula::InclusionExclusion, Formula::Coverage];

/// How the picture names the formulas, at the ends of lines; those that lie on others are not drawn. Coverage last, on top.
const FORMULAS: [(Formula, &str); 6] = [
    (Formula::ChristensenClosed, ""),
    (Formula::BoseStirling, ""),
    (Formula::ChristensenRecursion, ""),
    (Formula::InclusionExclusion, "inclusion–exclusion"),
    (Formula::Classic, "classic"),
    (Formula::Coverage, "coverage"),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let is_drawn = |row: &&Row| row.bits_per_item == DRAWN && !row.bits.is_power_of_two();
    let coverage = |arithmetic: &'static str| {
        let is_of = move |row: &&Row| row.formula == Formula::Coverage.name() && row.arithmetic == arithmetic;
        rows.iter().filter(is_drawn).filter(is_of)
    };
    let last = largest(coverage("f64-naive"), |row| row.bits as f64)?;
    let wide = largest(coverage("mpfr:113"), |row| row.bits as f64)?;
    let least = smallest(coverage("f64"), |row| row.median_digits.unwrap_or(0.0))?;
    Ok(Facts::new()
        .number("loss", loss(rows, "coverage").ok_or("coverage has no digits")?, 2)
        .count("drawn", DRAWN)
        .count("hashes", last.row.hashes)
        .number("largest", last.value, 2)
        .number("literal", last.row.median_digits.unwrap_or(0.0), 2)
        .number("wide", wide.row.median_digits.unwrap_or(0.0), 2)
        .number("careful", least.value, 3))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let literal = panel(rows, "f64-naive")
        .titled("(a) Taken literally, three of the formulas lose a digit for every ten times *m*");
    let careful = panel(rows, "f64").titled("(b) With care the same three lose none as *m* grows");
    let panels = [
        literal.note(
            Note::text((1e8, 11.4), (6.0, 0.0), facts.fill("{loss} digits\nfor ten times *m*")?)
                .coloured(looks::colour(Formula::Coverage)),
        ),
        careful.note(
            Note::text((1e7, 12.9), (6.0, 0.0), facts.fill("coverage: at least {careful}")?)
                .coloured(looks::colour(Formula::Coverage)),
        ),
    ];
    Ok(LineFigure::new(panels).columns(1).plot_height(200.0).sharing_x().draw()?)
}

fn panel(rows: &[Row], arithmetic: &str) -> Panel {
    let of = |formula: Formula| {
        let is_drawn = move |row: &&Row| row.bits_per_item == DRAWN && !row.bits.is_power_of_two();
        rows.iter().filter(is_drawn).filter(move |row| row.arithmetic == arithmetic && row.formula == formula.name())
    };
    let series =
        FORMULAS.map(|(formula, name)| Series::new(name, Mark::Line, until_lost(of(formula))).look(looks::of(formula)));
    let short = [
        ("eq. 18", Formula::ChristensenClosed, (26.0, 2.0), (-8.0, 0.0)),
        ("eq. 20", Formula::BoseStirling, (75.0, 2.0), (12.0, 0.0)),
        ("recursion", Formula::ChristensenRecursion, (1e3, 16.0), (6.0, -9.0)),
    ];
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log10).limited(0.8, 2e12),
        Axis::new("correct decimal digits", Scale::Linear).limited(0.0, 18.0),
        series,
    );
    short.into_iter().fold(panel.labelled(), |panel, (name, formula, at, offset)| {
        panel.note(Note::text(at, offset, name).coloured(looks::colour(formula)))
    })
}

/// The median of the digits up to the first filter at which none is right: it is drawn at 0 and ends the series.
fn until_lost<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<Point> {
    let mut points = Vec::new();
    for row in rows {
        let lost = row.median_digits.is_none() && row.failure.as_deref() == Some(CANCELLATION);
        let digits = row.median_digits.or(lost.then_some(0.0));
        points.extend(digits.map(|y| Point::new(row.bits as f64, y)));
        if lost {
            break;
        }
    }
    points
}
