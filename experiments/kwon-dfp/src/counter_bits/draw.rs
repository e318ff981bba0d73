//! Stuck counters against the load, and the rate against the items deleted.

use bloomlab_pictures::{
    Axis, Colour, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;
use itertools::Itertools;

use super::{DELETIONS, LOAD, Row};
use crate::comparison::in_64ths;
use crate::panels::load_axis;

/// Fewer expected counters are not drawn.
const LEAST: f64 = 1e-6;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([stuck(rows), deletions(rows)?]).labelled().draw()?)
}

fn stuck(rows: &[Row]) -> Panel {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.part == LOAD).collect();
    let point = |row: &Row| (row.stuck_counters > LEAST).then(|| Point::new(row.items_per_bit, row.stuck_counters));
    let y = Axis::new("expected stuck counters", Scale::Log10).limited(LEAST, 1e6);
    Panel::new(load_axis(), y, lines(&rows, |row| row.counter_bits > 1, point))
        .titled("(a) counters that reached 2^{*l*} − 1")
        .reference(Reference::horizontal(1.0, "one counter").named_at(0.3))
}

/// The rate as ever more items are inserted and then deleted; one-bit counters are a plain filter, which forgets none.
fn deletions(rows: &[Row]) -> Result<Panel, AnyError> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.part == DELETIONS).collect();
    let first = rows.first().ok_or("no deletions")?;
    let point = |row: &Row| Some(Point::new(row.deleted as f64 / row.items as f64, row.rate));
    let load = first.items * 64 / first.bits;
    Ok(Panel::new(
        Axis::new("deleted items *r*/*n*", Scale::Log10),
        Axis::new("false-positive rate", Scale::Log10),
        lines(&rows, |_| true, point),
    )
    .titled(format!("(b) in equal memory, *n* = {}", in_64ths(load))))
}

/// One line for each l.
fn lines(rows: &[&Row], is_drawn: fn(&Row) -> bool, point: impl Fn(&Row) -> Option<Point>) -> Vec<Series> {
    let of_each = rows.iter().filter(|row| is_drawn(row)).map(|row| row.counter_bits).unique();
    let line = |counter_bits: u64| {
        let points = rows.iter().filter(|row| row.counter_bits == counter_bits).filter_map(|row| point(row));
        Series::new(format!("*l* = {counter_bits}"), Mark::Joined, points).look(look(counter_bits))
    };
    of_each.map(line).collect()
}

fn look(counter_bits: u64) -> Look {
    match counter_bits {
        1 => Look::new(Colour::Grey).marked(Marker::Ring),
        2 => Look::new(Colour::Blue),
        3 => Look::new(Colour::Green).marked(Marker::Square),
        4 => Look::new(Colour::Ink).marked(Marker::Plus),
        _ => Look::new(Colour::Wine).marked(Marker::Triangle),
    }
}
