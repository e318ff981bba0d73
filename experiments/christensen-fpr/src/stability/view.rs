//! The error of eq. 18 against m, and that of the recursion.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::claims::{closed, first_lost, first_overflow, largest_error};
use super::{Grows, RECURSION, Row, TABLE};
use crate::looks;

/// Smaller errors are drawn here: half a unit in the last place of a double, 2^−53.
const LEAST: f64 = 1.110_223_024_625_156_5e-16;

/// Larger errors are not drawn.
const MOST: f64 = 1e6;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (bits, _) = first_overflow(&closed(rows, Grows::Bits)).ok_or("eq. 18 does not overflow with m")?;
    let (_, items) = first_overflow(&closed(rows, Grows::Items)).ok_or("eq. 18 does not overflow with n")?;
    Ok(Facts::new()
        .count("lost", first_lost(rows).ok_or("eq. 18 keeps its digits")?)
        .count("overflow", bits)
        .count("overflow_items", items)
        .number("error", largest_error(rows, RECURSION).max(largest_error(rows, TABLE)), 2)
        .number("largest", largest(rows, |row| row.bits as f64)?.value, 4))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let closed = closed(rows, Grows::Bits);
    let recursion: Vec<&Row> = rows.iter().filter(|row| row.grows == Grows::Bits && row.route == RECURSION).collect();
    let (overflow, _) = first_overflow(&closed).ok_or("eq. 18 does not overflow with m")?;
    let lost = first_lost(rows).ok_or("eq. 18 keeps its digits")?;
    let is_apart = |pair: &[&Row]| pair[1].bits > pair[0].bits + 1;
    let dense = recursion.windows(2).position(is_apart).map_or(recursion.len(), |last| last + 1);
    let (dense, apart) = recursion.split_at(dense);
    let points = |rows: &[&Row]| -> Vec<Point> {
        let error = |row: &&Row| Some(Point::new(row.bits as f64, row.relative_error?.max(LEAST)));
        rows.iter().filter_map(error).filter(|point| point.y <= MOST).collect()
    };
    let panel = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("relative error in doubles", Scale::Log10).limited(1e-17, MOST),
        [
            Series::new("", Mark::Line, points(dense)).look(looks::RECURSION),
            Series::new("recursion", Mark::Markers, points(apart)).look(looks::RECURSION),
            Series::new("", Mark::Line, points(&closed)).look(looks::CLOSED.heavy()),
        ],
    );
    let panel = panel
        .labelled()
        .note(Note::text((84.0, 1e4), (10.0, 0.0), "eq. 18").coloured(looks::CLOSED.colour()))
        .region(Region::above(1.0, "no digit is right").named_in(Corner::TopLeft))
        .reference(Reference::vertical(overflow as f64, format!("eq. 18 overflows at {overflow}")).named_at(0.35))
        .note(Note::ring((lost as f64, 1.0), (-18.0, -28.0), facts(rows)?.fill("from *m* = {lost} on")?));
    Ok(LineFigure::single(panel).draw()?)
}
