//! By how much filters sized with eq. 1 miss their target, and the bits that they should have had.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Region, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let worst = rows.iter().max_by(|a, b| a.penalty.total_cmp(&b.penalty)).ok_or("no rows")?;
    let is_missed = |row: &&Row| row.penalty > 1.01;
    let last = rows.iter().filter(is_missed).max_by_key(|row| row.items).ok_or("no target is missed by 1 %")?;
    let miss = Panel::new(
        Axis::new("items *n*", Scale::Log10),
        Axis::new("exact rate above the target", Scale::SymLog { linear_to: 1e-4 }).percent().including(8.0),
        lines(rows, Mark::Joined, |row| row.penalty - 1.0),
    )
    .titled("(a) the rate of a filter sized with eq. 1")
    .region(Region::above(0.0, ""))
    .note(Note::text((8192.0, 1.0), (-8.0, 0.0), "target missed"))
    .note(Note::text((8192.0, -0.05), (-8.0, 0.0), "target kept"))
    .note(Note::arrow(
        (last.items as f64, last.penalty - 1.0),
        (36.0, -22.0),
        format!("1 %, up to *n* = {}", last.items),
    ))
    .note(Note::ring(
        (worst.items as f64, worst.penalty - 1.0),
        (16.0, -9.0),
        format!("{:.1} times the target", worst.penalty),
    ));
    let chosen = lines(rows, Mark::Line, |row| row.bits as f64 / row.items as f64);
    let needed = lines(rows, Mark::Joined, |row| row.bits_needed as f64 / row.items as f64);
    let needs = Panel::new(
        Axis::new("items *n*", Scale::Log10),
        Axis::new("bits per item *m*/*n*", Scale::Linear).including(0.0),
        chosen.into_iter().map(Series::unlisted).zip(dashed()).map(|(line, look)| line.look(look)).chain(needed),
    )
    .titled("(b) the bits that keep the target");
    let key = Look::new(Colour::Ink).dashed(Dash::Dashed);
    Ok(LineFigure::new([miss, needs]).key(key, Mark::Line, "chosen by eq. 1").draw()?)
}

fn dashed() -> impl Iterator<Item = Look> {
    (0..).map(|i| looks::step(i).dashed(Dash::Dashed))
}

/// One line for each target.
fn lines(rows: &[Row], mark: Mark, y: fn(&Row) -> f64) -> Vec<Series> {
    let name = |row: &&Row| format!("target {}", row.target);
    let point = |row: &&Row| Some(Point::new(row.items as f64, y(row)));
    let lines = Series::by_name(rows, name, mark, point).into_iter().enumerate();
    lines.map(|(i, line)| line.look(looks::step(i))).collect()
}
