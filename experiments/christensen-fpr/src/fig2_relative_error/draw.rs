//! Four panels with one range of errors: eq. 1 with two choices of k, its limit, and eq. 19.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{BEST, BLOOM, CLASSIC, FIXED, LIMIT, Row};
use crate::looks;

/// The error that counts as very significant in the claims.
const SIGNIFICANT: f64 = 0.1;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let fixed_hashes = rows.iter().find(|row| row.choice == FIXED).map_or(0, |row| row.hashes);
    let of = |formula: &'static str, choice: &'static str| {
        rows.iter().filter(move |row| row.formula == formula && row.choice == choice)
    };
    let panels = [
        (CLASSIC, BEST, "(a) classic, eq. 1, *k* = (*m*/*n*) ln 2: too low".to_owned()),
        (CLASSIC, FIXED, format!("(b) classic, *k* = {fixed_hashes} for every *m*/*n*: too low")),
        (LIMIT, BEST, "(c) its limit for many bits: lower still".to_owned()),
        (BLOOM, BEST, "(d) Bloom’s formula of 1970, eq. 19: too high".to_owned()),
    ];
    let panels = panels.map(|(formula, choice, title)| {
        let panel = panel(of(formula, choice)).titled(title);
        let panel =
            if formula == CLASSIC { panel.reference(Reference::horizontal(SIGNIFICANT, "10 %")) } else { panel };
        match worst(of(formula, choice)) {
            Some(worst) if choice == BEST && formula != LIMIT => panel.note(note(worst)),
            _ => panel,
        }
    });
    Ok(LineFigure::new(panels).sharing_x().sharing_y().draw()?)
}

fn panel<'a>(rows: impl Iterator<Item = &'a Row>) -> Panel {
    let name = |row: &&Row| format!("*m*/*n* = {}", row.bits_per_item);
    let error = |row: &&Row| Some(Point::new(row.bits as f64, row.relative_error.abs()));
    let lines = Series::by_name(rows, name, Mark::Line, error).into_iter().enumerate();
    Panel::new(
        Axis::new("filter size *m* (bits)", Scale::Log2),
        Axis::new("error / exact rate", Scale::Log10).limited(1e-5, 400.0),
        lines.map(|(i, line)| line.look(looks::step(i))),
    )
    .reference(Reference::curve([32.0, 65536.0].map(|m| Point::new(m, 0.02 / m)), "∝ 1/*m*").named_at(0.0))
}

/// The row with the largest error.
fn worst<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<&'a Row> {
    rows.max_by(|a, b| a.relative_error.abs().total_cmp(&b.relative_error.abs()))
}

fn note(row: &Row) -> Note {
    let text = if row.rate < row.exact_rate {
        format!("the true rate is {:.1} times\neq. 1, for one item", row.exact_rate / row.rate)
    } else {
        format!("{:.0} times the true rate,\nfor one item", row.rate / row.exact_rate)
    };
    Note::ring(
        (row.bits as f64, row.relative_error.abs()),
        (30.0, if row.rate < row.exact_rate { -22.0 } else { 14.0 }),
        text,
    )
}
