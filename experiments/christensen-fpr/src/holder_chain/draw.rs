//! What the one inequality gives away, which steps are identities, and how large the summands are that cancel.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{CHAIN, Row, STEP, SUMMAND};
use crate::looks;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let key = Look::new(Colour::Ink).dashed(Dash::Dashed);
    let figure = LineFigure::new([chain(rows), steps(rows), summands(rows)?]);
    Ok(figure.key(key, Mark::Line, "to the power *k*: eq. 1 below eq. 17").draw()?)
}

fn chain(rows: &[Row]) -> Panel {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.part == CHAIN).collect();
    let name = |row: &&&Row| format!("*m*/*n* = {}", row.bits.unwrap_or(0) / row.items.unwrap_or(1));
    let point = |y: fn(&Row) -> Option<f64>| move |row: &&&Row| Some(Point::new(row.bits? as f64, y(row)?));
    let before = Series::by_name(&rows, name, Mark::Joined, point(|row| row.value));
    let after = Series::by_name(&rows, name, Mark::Line, point(|row| row.after_power));
    let before = before.into_iter().enumerate().map(|(i, line)| line.look(looks::step(i)));
    let after =
        after.into_iter().enumerate().map(|(i, line)| line.look(looks::step(i).dashed(Dash::Dashed)).unlisted());
    Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("left side below right side", Scale::Log10).percent(),
        after.chain(before),
    )
    .titled("(a) the ≤ of eq. 7")
}

/// From the top down, one row for each sign.
fn steps(rows: &[Row]) -> Panel {
    let steps: Vec<&Row> = rows.iter().filter(|row| row.part == STEP).collect();
    let place = |i: usize| (steps.len() - i) as f64;
    let names = steps.iter().enumerate().map(|(i, row)| (place(i), row.step.clone()));
    let y = Axis::new("", Scale::Linear).limited(0.4, steps.len() as f64 + 0.6).ticked(names.collect::<Vec<_>>());
    let share = |right: fn((u64, Option<u64>, u64)) -> Option<u64>| {
        let point = move |(i, row): (usize, &&Row)| {
            let cases = row.cases?;
            Some(Point::new(right(cases)? as f64 / cases.0 as f64, place(i)))
        };
        steps.iter().enumerate().filter_map(point).collect::<Vec<_>>()
    };
    let meant = Series::new("as it is meant", Mark::Markers, share(|(_, _, meant)| Some(meant)));
    let is_damaged = |(cases, transcribed, _): (u64, Option<u64>, u64)| transcribed.filter(|right| *right < cases);
    let transcribed = Series::new("as transcribed", Mark::Markers, share(is_damaged));
    Panel::new(
        Axis::new("share of cases that are right", Scale::Linear).limited(-0.05, 1.08).percent(),
        y,
        [transcribed.look(looks::CLASSIC), meant.look(looks::EXACT)],
    )
    .titled("(b) every sign of both proofs")
    .reference(Reference::vertical(1.0, ""))
}

fn summands(rows: &[Row]) -> Result<Panel, AnyError> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.part == SUMMAND).collect();
    let looks = [looks::EXACT, looks::CLOSED, looks::INCLUSION_EXCLUSION];
    let point = |row: &&&Row| Some(Point::new(row.occupied? as f64, row.value?));
    let series = Series::by_name(&rows, |row| row.step.clone(), Mark::Line, point);
    let largest = rows.iter().max_by(|a, b| a.value.unwrap_or(0.0).total_cmp(&b.value.unwrap_or(0.0)));
    let largest = largest.ok_or("no summands")?;
    let at = (largest.occupied.unwrap_or(0) as f64, largest.value.unwrap_or(0.0));
    let text = format!("{} times *P*", thousands(at.1));
    Ok(Panel::new(
        Axis::new("occupied bins *K*", Scale::Linear),
        Axis::new("size / *P*(*N*, *M*, *K*)", Scale::Log10).limited(1e-6, 1e6),
        series.into_iter().zip(looks).map(|(line, look)| line.look(look)),
    )
    .titled("(c) the summands of eq. 13")
    .reference(Reference::horizontal(1.0, ""))
    .note(Note::text(at, (-14.0, -12.0), text)))
}

/// To thousands.
fn thousands(value: f64) -> String {
    format!("{},000", libm::round(value / 1000.0))
}
