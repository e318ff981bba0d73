//! What a rate costs by each use of the algorithm, and how many of its values are wrong.

use bloomlab_pictures::{Axis, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::failures::WRONG;
use super::{COST, INCLUSION_EXCLUSION, ONE_CALL, ROW_RECURSION, Row};
use crate::looks;

/// The multiplications of half a minute.
const HALF_A_MINUTE: f64 = 1e10;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([costs(rows), failures(rows)?]).draw()?)
}

fn costs(rows: &[Row]) -> Panel {
    let line = |(series, name, look): (&str, &str, Look)| {
        let drawn = rows.iter().filter(|row| row.quantity == COST && row.series == series);
        let points = drawn.map(|row| Point::new(row.bins as f64, row.count as f64));
        Series::new(name, Mark::Line, points).look(look)
    };
    // the tables kept would lie on the recursion
    let lines = [
        (ONE_CALL, "Figure 1, one call for each *K*", looks::ONE_CALL),
        (ROW_RECURSION, "recursion, eq. 8 = Figure 1, tables kept", looks::RECURSION),
        (INCLUSION_EXCLUSION, "inclusion–exclusion", looks::INCLUSION_EXCLUSION),
    ];
    let (x, y) = (Axis::new("filter size *m* (bits)", Scale::Log2), Axis::new("multiplications", Scale::Log10));
    Panel::new(x, y, lines.map(line))
        .titled("(a) the cost of one rate")
        .reference(Reference::horizontal(HALF_A_MINUTE, "10^{10}: half a minute").named_at(0.0))
}

fn failures(rows: &[Row]) -> Result<Panel, AnyError> {
    let drawn = || rows.iter().filter(|row| row.quantity == WRONG);
    let name = |row: &&Row| row.series.replace('M', "*M*");
    let wrong = |row: &&Row| Some(Point::new(row.balls as f64, row.count as f64));
    let lines = Series::by_name(drawn(), name, Mark::Line, wrong).into_iter().enumerate();
    let most = drawn().max_by_key(|row| (row.bins, row.balls)).ok_or("no wrong values")?;
    let of = most.of.unwrap_or(0);
    let panel = Panel::new(
        Axis::new("balls *N*", Scale::Linear).including(0.0),
        Axis::new("wrong values of *P*(*N*, *M*, *K*)", Scale::Linear).including(0.0),
        lines.map(|(i, line)| line.look(looks::step(i))),
    );
    Ok(panel.titled("(b) the algorithm as transcribed").labelled().note(Note::arrow(
        (most.balls as f64 - 14.0, most.count as f64),
        (0.0, 34.0),
        format!("{} of {of} values wrong", most.count),
    )))
}
