//! The costs of keeping and retaining, and the denials that they end.

use bloomlab_pictures::{Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{BY_BITS, DROPPING, FORGETTING, KEEPING, RETAINING, Row};
use crate::looks::{self, TWO_PHASES};

/// The size at which numbers stand.
const SHOWN: u64 = 1000;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let of = |ending: &'static str, retention: &'static str| {
        let is_of = move |row: &&Row| row.bound == BY_BITS && row.ending == ending && row.retention == retention;
        rows.iter().filter(is_of)
    };
    let curve = |ending, retention, name: &str, look: Look, value: fn(&Row) -> f64| {
        let points = of(ending, retention).map(|row| Point::new(row.bits as f64, value(row)));
        Series::new(name, Mark::Line, points).look(look)
    };
    let at = |ending, retention| of(ending, retention).find(|row| row.bits == SHOWN).ok_or("no filter of 1000 bits");
    let percent = |value: f64, digits: usize| format!("{:.digits$} % at {SHOWN} bits", 100.0 * value);
    let (keeping, retaining) = (at(KEEPING, FORGETTING)?, at(DROPPING, RETAINING)?);
    let floor = at(DROPPING, FORGETTING)?;
    let memory = || Axis::new("memory *M* (bits)", Scale::Log2);
    let difference: fn(&Row) -> f64 = |row| row.relative_difference;
    let costs = Panel::new(
        memory(),
        Axis::new("rate over that of dropping and forgetting, less 1", Scale::Log10).percent(),
        [
            curve(KEEPING, RETAINING, "keeping and retaining", Look::new(Colour::Ink).dashed(Dash::Dotted), difference),
            curve(KEEPING, FORGETTING, "keeping", looks::KEEPING, difference),
            curve(DROPPING, RETAINING, "retaining", looks::RETAINING, difference),
        ],
    )
    .titled("(a) What it costs")
    .note(Note::arrow(
        (SHOWN as f64, keeping.relative_difference),
        (30.0, -34.0),
        percent(keeping.relative_difference, 1),
    ))
    .note(Note::arrow(
        (SHOWN as f64, retaining.relative_difference),
        (-20.0, 40.0),
        percent(retaining.relative_difference, 2),
    ));
    let denied: fn(&Row) -> f64 = |row| row.denied_at_once;
    let buys = Panel::new(
        memory(),
        Axis::new("messages denied at once, 1/*L*", Scale::Log10).percent(),
        [curve(DROPPING, FORGETTING, "dropping and forgetting", TWO_PHASES, denied)],
    )
    .titled("(b) What it buys")
    .note(Note::arrow((SHOWN as f64, floor.denied_at_once), (24.0, -36.0), percent(floor.denied_at_once, 1)))
    .note(Note::text(
        (64.0, floor.denied_at_once * 0.15),
        (8.0, 0.0),
        "keeping, retaining, or both:\nnone, at any size",
    ));
    Ok(LineFigure::new([costs, buys]).plot_height(260.0).draw()?)
}
