//! Errors up to 1, beyond which no digit is left.

use bloomlab_pictures::{
    Axis, Corner, LineFigure, Mark, Note, Panel, Picture, Point, Reference, Region, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{BITS, CLOSED, ITEMS, RECURSION, Row};
use crate::looks;

/// Smaller errors are drawn here: half a unit in the last place of a double, 2^−53.
const LEAST: f64 = 1.110_223_024_625_156_5e-16;
/// An error that leaves no digit to speak of.
const USELESS: f64 = 0.1;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([growing_bits(rows)?, growing_items(rows)?]).sharing_y().draw()?)
}

fn growing_bits(rows: &[Row]) -> Result<Panel, AnyError> {
    let (closed, recursion) = (of(rows, BITS, CLOSED), of(rows, BITS, RECURSION));
    let overflow = closed.iter().find(|row| row.value.is_none()).ok_or("eq. 18 does not overflow with m")?;
    let is_useless = |row: &&&Row| row.relative_error.is_none_or(|error| error > USELESS);
    let useless = closed.iter().find(is_useless).ok_or("eq. 18 keeps its digits")?;
    let axis = Axis::new("filter size *m* (bits)", Scale::Log2);
    let is_apart = |pair: &[&Row]| pair[1].bits > pair[0].bits + 1;
    let dense = recursion.windows(2).position(is_apart).map_or(recursion.len(), |last| last + 1);
    let (recursion, apart) = recursion.split_at(dense);
    let error = |row: &&Row| Some(Point::new(row.bits as f64, row.relative_error?.max(LEAST)));
    let apart = Series::new("", Mark::Markers, apart.iter().filter_map(error)).look(looks::RECURSION);
    Ok(panel(axis, Mark::Line, &closed, recursion, |row| row.bits, Some(apart))
        .titled("(a) *m* grows, *m*/*n* = 8, *k* = 6")
        .region(Region::above(1.0, "no digit is right").named_in(Corner::TopRight))
        .reference(Reference::vertical(overflow.bits as f64, format!("overflow at {}", overflow.bits)).named_at(0.5))
        .note(Note::arrow(
            (useless.bits as f64, USELESS),
            (-14.0, -6.0),
            format!("10 % off\nfrom *m* = {} on", useless.bits),
        )))
}

fn growing_items(rows: &[Row]) -> Result<Panel, AnyError> {
    let (closed, recursion) = (of(rows, ITEMS, CLOSED), of(rows, ITEMS, RECURSION));
    let overflow = closed.iter().find(|row| row.value.is_none()).ok_or("eq. 18 does not overflow with n")?;
    let axis = Axis::new("items *n*", Scale::Linear).including(0.0);
    Ok(panel(axis, Mark::Joined, &closed, &recursion, |row| row.items, None)
        .titled(format!("(b) *n* grows, *m* = {}, *k* = 6", overflow.bits))
        .region(Region::above(1.0, "no digit is right"))
        .reference(Reference::vertical(overflow.items as f64, "overflow").named_at(0.5).named_below()))
}

fn of<'a>(rows: &'a [Row], grows: &str, route: &str) -> Vec<&'a Row> {
    rows.iter().filter(|row| row.grows == grows && row.route == route).collect()
}

fn panel(x: Axis, mark: Mark, closed: &[&Row], recursion: &[&Row], at: fn(&Row) -> u64, more: Option<Series>) -> Panel {
    let error = |row: &&Row| Some(Point::new(at(row) as f64, row.relative_error?.max(LEAST)));
    let closed = Series::new("closed form, eq. 18", mark, closed.iter().filter_map(error)).look(looks::CLOSED);
    let recursion = Series::new("recursion, eq. 8 and 17", mark, recursion.iter().filter_map(error));
    let y = Axis::new("relative error in doubles", Scale::Log10).limited(1e-17, 1e3);
    Panel::new(x, y, [closed, recursion.look(looks::RECURSION)].into_iter().chain(more))
}
