//! Capacities and their ratio against the rate.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::looks;
use crate::verdicts::range;

/// What the papers' words “closely match” are taken for in R09.
const CLOSE: f64 = 1.1;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (lowest, highest) = range(rows.iter().map(|row| row.target));
    Ok(Facts::new()
        .number("close", close(rows)?.0, 1)
        .percent("tenth", CLOSE - 1.0, 1)
        .number("highest", highest, 1)
        .number("lowest", lowest, 1))
}

/// The rate at which the ratio falls to that of close capacities, and the ratio, between two rows.
fn close(rows: &[Row]) -> Result<(f64, f64)> {
    let [before, after] = rows.windows(2).find(|pair| pair[1].ratio <= CLOSE).ok_or("they never come close")? else {
        return Err("no pair".into());
    };
    let way = (before.ratio - CLOSE) / (before.ratio - after.ratio);
    Ok((before.target * libm::pow(after.target / before.target, way), CLOSE))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
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
    Panel::new(rate(), Axis::new("messages per bit", Scale::Log10), series).titled("(a) What a bit of memory holds")
}

fn ratio(rows: &[Row]) -> Result<Panel> {
    let found =
        Series::new("one phase / two phases", Mark::Line, rows.iter().map(|row| Point::new(row.target, row.ratio)));
    let law = rows.iter().filter_map(|row| Some(Point::new(row.target, row.law?)));
    let law = Series::new("1/(1 − ln ln(1/*P*)/ln(1/*P*))", Mark::Line, law);
    let text = facts(rows)?.fill("{tenth} at {close}")?;
    Ok(Panel::new(
        rate(),
        Axis::new("messages: one phase / two phases", Scale::Linear).limited(0.95, 2.0),
        [law.look(Look::new(Colour::Grey).dashed(Dash::Dashed)), found.look(Look::new(Colour::Ink))],
    )
    .titled("(b) The price of a second phase")
    .reference(Reference::horizontal(1.0, ""))
    .note(Note::arrow(close(rows)?, (-10.0, -60.0), text)))
}

/// The ratio is above the limit at every rate before the crossing and at none after it.
pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let at = close(rows).map_or(0.0, |(rate, _)| rate);
    let crosses_once = rows.iter().all(|row| (row.ratio > CLOSE) == (row.target > at));
    Ok(vec![
        Decision::title()
            .measured_as("rate at which the ratio falls to 1.1", at)
            .decide(at > 0.0 && crosses_once, "the ratio crosses 1.1 not at all, or more than once"),
    ])
}
