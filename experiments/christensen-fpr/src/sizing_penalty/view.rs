//! By how much filters sized with eq. 1 miss their target.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::NOTICEABLE;
use crate::looks;

/// The largest n that is drawn: beyond it the lines are at 1.
const MOST_ITEMS: u64 = 128;

/// What the words of `sizing-penalty.toml` and the notes of the picture cite.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(rows, |row| row.penalty)?;
    let kept = share(rows, |row| row.penalty <= 1.0)?;
    let noticed = largest(rows.iter().filter(|row| row.penalty > NOTICEABLE), |row| row.items as f64)?;
    let missing = largest(rows, |row| row.bits_needed as f64 - row.bits as f64)?;
    Ok(Facts::new()
        .number("penalty", worst.value, 2)
        .percent("strictest", worst.row.target, 1)
        .count("kept", kept.having as u64)
        .count("filters", kept.of as u64)
        .count("noticed", noticed.row.items)
        .percent("noticeable", NOTICEABLE - 1.0, 1)
        .number("missing", missing.value, 1))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let worst = largest(rows, |row| row.penalty)?;
    let loosest = largest(rows, |row| row.target)?.row.target;
    let text = facts(rows)?.fill("{penalty} times the target of {strictest}")?;
    let drawn = rows.iter().filter(|row| row.items <= MOST_ITEMS);
    let name = |row: &&Row| format!("target {} %", 100.0 * row.target);
    let point = |row: &&Row| Some(Point::new(row.items as f64, row.penalty));
    let lines = Series::by_name(drawn, name, Mark::Joined, point).into_iter().enumerate();
    let is_loosest =
        |i: usize| rows.chunk_by(|a, b| a.target == b.target).nth(i).is_some_and(|of| of[0].target == loosest);
    let look = |i: usize| if is_loosest(i) { Look::new(Colour::Grey) } else { looks::step(i) };
    let ticks = [0.9, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0].map(|ratio| (ratio, ratio.to_string()));
    let panel = Panel::new(
        Axis::new("items *n*", Scale::Log10).ticked([1, 10, 100].map(|n| (f64::from(n), n.to_string()))),
        Axis::new("exact rate / target", Scale::Log10).limited(0.88, 3.0).ticked(ticks),
        lines.map(|(i, line)| line.look(look(i))),
    );
    let panel = panel
        .labelled()
        .region(Region::above(1.0, "target missed").named_in(Corner::TopRight))
        .note(Note::ring((worst.row.items as f64, worst.value), (20.0, 0.0), text));
    Ok(LineFigure::single(panel).wide().draw()?)
}
