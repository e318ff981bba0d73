//! Bits an item against the target, and the rate over the target at the rule's sizes.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{Row, at};
use crate::blocks::Filter;
use crate::looks;

/// The target that the notes name.
const NOTED: f64 = 1e-5;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let noted = at(rows, NOTED)?;
    Ok(LineFigure::new([bits(rows, noted), rates(rows, noted)]).plot_height(280.0).draw()?)
}

fn x_axis() -> Axis {
    Axis::new("target rate *p*", Scale::Log10)
}

fn line(name: &str, rows: &[Row], look: Look, value: fn(&Row) -> f64) -> Series {
    Series::new(name, Mark::Line, rows.iter().map(|row| Point::new(row.target, value(row)))).look(look)
}

/// The rule's sizes.
const RULE: Look = Look::new(Colour::Vermilion);

fn bits(rows: &[Row], noted: &Row) -> Panel {
    let needed = looks::of(Filter::Split(32)).heavy();
    Panel::new(
        x_axis(),
        Axis::new("bits per item *m*/*n*", Scale::Linear).including(0.0),
        [
            line("split blocks, needed", rows, needed, |row| row.needed),
            line("split blocks, by the rule", rows, RULE, |row| row.ruled),
            line("no blocks", rows, looks::of(Filter::Unblocked), |row| row.unblocked),
        ],
    )
    .titled("(a) sizes")
    .note(Note::arrow(
        (noted.target, noted.needed),
        (30.0, -40.0),
        format!("{:.0} % more than the rule", 100.0 * (noted.needed / noted.ruled - 1.0)),
    ))
}

fn rates(rows: &[Row], noted: &Row) -> Panel {
    Panel::new(
        x_axis(),
        Axis::new("exact rate / target", Scale::Log10),
        [
            line("split blocks, by the rule", rows, RULE, |row| row.over_target),
            line("at twice the rule’s size", rows, RULE.dashed(Dash::Dashed), |row| row.over_target_doubled),
        ],
    )
    .titled("(b) rates at the rule’s sizes")
    .reference(Reference::horizontal(1.0, "kept").named_below())
    .note(Note::arrow((noted.target, noted.over_target), (40.0, -14.0), format!("{:.1} times", noted.over_target)))
}
