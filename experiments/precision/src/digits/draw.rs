//! One panel for each arithmetic: the digits of every formula against m.

use bloomlab_formulas::Formula;
use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::evaluated::{CANCELLATION, arithmetic_title};
use crate::looks;

/// The m/n that is drawn.
const DRAWN: u64 = 16;

/// What the legend calls the formulas; those that lie on others are not drawn. Coverage last, on top.
const FORMULAS: [(Formula, &str); 6] = [
    (Formula::ChristensenClosed, "closed form, eq. 18"),
    (Formula::BoseStirling, "Stirling numbers, eq. 20"),
    (Formula::ChristensenRecursion, "recursion, eq. 17"),
    (Formula::InclusionExclusion, "inclusion–exclusion"),
    (Formula::Classic, "classic (of its own value)"),
    (Formula::Coverage, "coverage"),
];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let is_drawn = |row: &&Row| row.bits_per_item == DRAWN && !row.bits.is_power_of_two();
    let drawn: Vec<&Row> = rows.iter().filter(is_drawn).collect();
    let panels = drawn.chunk_by(|a, b| a.arithmetic == b.arithmetic).zip(["a", "b", "c", "d"]);
    let panels = panels.map(|(rows, letter)| {
        let panel = panel(rows).titled(format!("({letter}) {}", arithmetic_title(&rows[0].arithmetic)));
        match rows[0].arithmetic.as_str() {
            "f64-naive" => panel.note(Note::text((3e9, 14.2), (0.0, 0.0), "a digit lost\nfor every ten times *m*")),
            "f64" => panel.note(Note::text((1e7, 13.2), (0.0, 0.0), "none lost as *m* grows")),
            _ => panel,
        }
    });
    Ok(LineFigure::new(panels).draw()?)
}

fn panel(rows: &[&Row]) -> Panel {
    let series = FORMULAS.iter().map(|&(formula, name)| {
        let of_formula = rows.iter().copied().filter(|row| row.formula == formula.name());
        Series::new(name, Mark::Line, until_lost(of_formula)).look(looks::of(formula))
    });
    Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log10),
        Axis::new("correct decimal digits", Scale::Linear).including(0.0),
        series,
    )
}

/// The median of the digits and their range, up to the first filter at which none is right: it is drawn at 0 and ends the
/// series.
fn until_lost<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<Point> {
    let mut points = Vec::new();
    for row in rows {
        let lost = row.median_digits.is_none() && row.failure.as_deref() == Some(CANCELLATION);
        let digits = row.median_digits.or(lost.then_some(0.0));
        let interval = Some((row.least_digits, row.most_digits));
        points.extend(digits.map(|y| Point { x: row.bits as f64, y, interval }));
        if lost {
            break;
        }
    }
    points
}
