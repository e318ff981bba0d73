//! The choices of k for one item, and what the classic choice costs for several n.

use bloomlab_pictures::{Axis, Colour, LineFigure, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;

/// The largest n that is drawn.
const MOST_ITEMS: u64 = 8;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([choices(rows)?, costs(rows)?]).draw()?)
}

fn axis() -> Axis {
    Axis::new("bits per item *m*/*n*", Scale::Linear).including(0.0)
}

fn choices(rows: &[Row]) -> Result<Panel, AnyError> {
    let one_item = || rows.iter().filter(|row| row.items == 1);
    let last = one_item().next_back().ok_or("no filter with one item")?;
    let best = |name: &str, k: fn(&Row) -> u64| {
        Series::new(name, Mark::Markers, one_item().map(|row| Point::new(row.bits_per_item as f64, k(row) as f64)))
    };
    let real = one_item().map(|row| Point::new(row.bits_per_item as f64, row.real_best()));
    let panel = Panel::new(
        axis(),
        Axis::new("hash functions *k*", Scale::Linear).including(0.0),
        [
            best("*k* of the lowest classic rate", |row| row.classic_best).look(looks::CLASSIC),
            best("*k* of the lowest exact rate", |row| row.exact_best).look(looks::EXACT),
        ],
    );
    Ok(panel
        .titled("(a) the best *k* of a filter with one item")
        .reference(Reference::curve(real, ""))
        .note(Note::text((20.0, 20.0 * std::f64::consts::LN_2), (-14.0, -6.0), "(*m*/*n*) ln 2").coloured(Colour::Grey))
        .note(Note::arrow(
            (last.bits_per_item as f64, last.exact_best as f64),
            (-6.0, 96.0),
            format!("best is *k* = {}, not {}", last.exact_best, last.classic_best),
        )))
}

fn costs(rows: &[Row]) -> Result<Panel, AnyError> {
    let drawn = || rows.iter().filter(|row| row.items <= MOST_ITEMS);
    let worst = drawn().max_by(|a, b| a.loss().total_cmp(&b.loss())).ok_or("no rows")?;
    let name = |row: &&Row| format!("*n* = {}", row.items);
    let point = |row: &Row| Point::new(row.bits_per_item as f64, row.loss() - 1.0);
    let lines = Series::by_name(drawn(), name, Mark::Joined, |row| Some(point(row))).into_iter().enumerate();
    let at = point(worst);
    let panel = Panel::new(
        axis(),
        Axis::new("exact rate above the lowest", Scale::Linear).percent().including(0.0),
        lines.map(|(i, line)| line.look(looks::step(i))),
    );
    Ok(panel.titled("(b) what the *k* of the classic formula costs").labelled().note(Note::ring(
        (at.x, at.y),
        (-40.0, 0.0),
        format!("{:.0} % more false positives", 100.0 * at.y),
    )))
}
