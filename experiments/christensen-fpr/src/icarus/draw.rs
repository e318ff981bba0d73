//! Paths hop by hop, and by how many hops eq. 1 errs.

use bloomlab_pictures::{Axis, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use super::claims::best;
use crate::looks;

/// k of the lines of panels (b) and (c).
const HASHES: [u64; 4] = [2, 3, 4, 6];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let expected: Vec<&Row> = rows.iter().filter(|row| row.hops.is_none()).collect();
    Ok(LineFigure::new([path(rows)?, hops(&expected)?, share(&expected)?]).draw()?)
}

/// The probability that a path raises no false alarm, hop by hop, in the first filter that was followed.
fn path(rows: &[Row]) -> Result<Panel, AnyError> {
    let first = rows.iter().find(|row| row.hops.is_some()).ok_or("no path")?;
    let of = || rows.iter().filter(|row| (row.bits, row.hashes) == (first.bits, first.hashes));
    let line = |name, look: Look, y: fn(&Row) -> f64| {
        let points = of().filter_map(|row| Some(Point::new(row.hops? as f64, y(row))));
        Series::new(name, Mark::Joined, points).look(look)
    };
    let series = [line("exact", looks::EXACT, |row| row.exact), line("by eq. 1", looks::CLASSIC, |row| row.classic)];
    let mean = of().find(|row| row.hops.is_none()).ok_or("no expected hops")?;
    let text = |name, mean: f64| format!("{name}: {mean:.2} hops");
    Ok(Panel::new(Axis::new("hops", Scale::Linear).including(0.0), chance(), series)
        .titled(format!("(a) one path, *m* = {}, *k* = {}", first.bits, first.hashes))
        .note(Note::text((18.4, 0.9), (-4.0, 0.0), text("exact", mean.exact)))
        .note(Note::text((18.4, 0.8), (-4.0, 0.0), text("eq. 1", mean.classic)).coloured(looks::CLASSIC.colour())))
}

fn chance() -> Axis {
    Axis::new("probability of no false alarm", Scale::Linear).including(0.0).including(1.0)
}

fn hops(expected: &[&Row]) -> Result<Panel, AnyError> {
    let y = Axis::new("expected hops: eq. 1 − exact", Scale::Linear).including(0.0);
    let panel = Panel::new(size(), y, lines(expected, Row::excess)).titled("(b) hops too many by eq. 1");
    Ok(panel.reference(Reference::horizontal(1.0 / 3.0, "a third of a hop").named_below().named_at(1.0)))
}

fn share(expected: &[&Row]) -> Result<Panel, AnyError> {
    let y = Axis::new("eq. 1 above the exact hops", Scale::Linear).percent().including(0.0);
    let relative = |row: &Row| row.excess() / row.exact;
    let best = best(expected);
    let smallest = best.iter().find(|row| row.bits >= 32).ok_or("no filter of 32 bits")?;
    let at = (smallest.bits as f64, relative(smallest));
    let text = format!("{:.1} % at {} bits", 100.0 * at.1, smallest.bits);
    Ok(Panel::new(size(), y, lines(expected, relative)).titled("(c) the same, relative").note(Note::arrow(
        at,
        (22.0, -22.0),
        text,
    )))
}

fn size() -> Axis {
    Axis::new("filter size *m* (bits)", Scale::Log2)
}

/// One line for each k.
fn lines(expected: &[&Row], y: impl Fn(&Row) -> f64) -> Vec<Series> {
    let line = |(i, hashes): (usize, u64)| {
        let of = expected.iter().filter(|row| row.hashes == hashes);
        let points = of.map(|row| Point::new(row.bits as f64, y(row)));
        Series::new(format!("*k* = {hashes}"), Mark::Joined, points).look(looks::step(i))
    };
    HASHES.into_iter().enumerate().map(line).collect()
}
