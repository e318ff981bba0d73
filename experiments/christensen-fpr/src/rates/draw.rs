//! Two panels: growing filters at one m/n, and a filter of one size that is filled.

use bloomlab_pictures::{Axis, LineFigure, Look, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{BITS, ITEMS, Row};
use crate::looks;

/// Name, look and rate of a formula.
type Formula = (&'static str, Look, fn(&Row) -> f64);

/// The exact rate last, on top.
const FORMULAS: [Formula; 4] = [
    ("Bloom 1970, eq. 19", looks::BLOOM, |row| row.bloom_rate),
    ("limit of the classic formula", looks::LIMIT, |row| row.limit_rate),
    ("classic, eq. 1", looks::CLASSIC, |row| row.classic_rate),
    ("exact, eq. 17", looks::EXACT, |row| row.exact_rate),
];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let of = |grows: &str| rows.iter().filter(|row| row.grows == grows).collect::<Vec<_>>();
    let (bits, items) = (of(BITS), of(ITEMS));
    let (Some(first), Some(fullest)) = (bits.first(), items.first()) else { return Err("no rows".into()) };
    let growing = Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("false-positive rate", Scale::Linear).percent().limited(0.0, 0.08),
        series(&bits, Mark::Line, |row| row.bits),
    )
    .titled(format!("(a) *m*/*n* = {}, *k* = {}", first.bits / first.items, first.hashes));
    let filled = Panel::new(
        Axis::new("items *n*", Scale::Linear).including(0.0),
        Axis::new("false-positive rate", Scale::Log10),
        series(&items, Mark::Joined, |row| row.items),
    )
    .titled(format!("(b) *m* = {} bits, *k* = (*m*/*n*) ln 2", fullest.bits))
    .note(Note::arrow(
        (1.0, fullest.exact_rate),
        (70.0, 12.0),
        format!(
            "one item: eq. 1 {:.1} times too low,\neq. 19 {:.0} times too high",
            fullest.exact_rate / fullest.classic_rate,
            fullest.bloom_rate / fullest.exact_rate
        ),
    ));
    Ok(LineFigure::new([growing, filled]).draw()?)
}

fn series(rows: &[&Row], mark: Mark, x: fn(&Row) -> u64) -> Vec<Series> {
    let one = |&(name, look, rate): &Formula| {
        Series::new(name, mark, rows.iter().map(|row| Point::new(x(row) as f64, rate(row)))).look(look)
    };
    FORMULAS.iter().map(one).collect()
}
