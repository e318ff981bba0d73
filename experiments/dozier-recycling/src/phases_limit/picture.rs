//! Capacities and their ratio against the rate.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;

/// What the papers' words “closely match” are taken for in R09.
const CLOSE: f64 = 1.1;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([capacities(rows), ratio(rows)?]).draw()?)
}

fn rate() -> Axis {
    Axis::new("average false-positive rate", Scale::Log10)
}

fn capacities(rows: &[Row]) -> Panel {
    let line = |name: &str, look: Look, y: fn(&Row) -> f64| {
        Series::new(name, Mark::Line, rows.iter().map(|row| Point::new(row.target, y(row)))).look(look)
    };
    let series = [
        line("one phase", looks::ONE_PHASE, |row| row.one_phase_messages_per_bit),
        line("two phases", looks::TWO_PHASES, |row| row.two_phase_messages_per_bit),
    ];
    Panel::new(rate(), Axis::new("messages per bit", Scale::Log10), series).titled("(a) what a bit of memory holds")
}

fn ratio(rows: &[Row]) -> Result<Panel, AnyError> {
    let found =
        Series::new("one phase / two phases", Mark::Line, rows.iter().map(|row| Point::new(row.target, row.ratio)));
    let law = rows.iter().filter_map(|row| Some(Point::new(row.target, row.law?)));
    let law = Series::new("1/(1 − ln ln(1/*P*)/ln(1/*P*))", Mark::Line, law);
    let close = rows.iter().find(|row| row.ratio <= CLOSE).ok_or("they never come close")?;
    let percent = 100.0 * (CLOSE - 1.0);
    let text = format!("{percent:.0} % at {}", looks::power(close.target));
    Ok(Panel::new(
        rate(),
        Axis::new("messages: one phase / two phases", Scale::Linear).limited(0.95, 2.0),
        [law.look(Look::new(Colour::Grey).dashed(Dash::Dashed)), found.look(Look::new(Colour::Ink))],
    )
    .titled("(b) the price of a second phase")
    .reference(Reference::horizontal(1.0, ""))
    .note(Note::arrow((close.target, close.ratio), (-10.0, -60.0), text)))
}
