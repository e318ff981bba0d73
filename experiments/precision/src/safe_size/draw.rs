//! The smallest filters for every formula and bound in one panel, with the rules of thumb.

use bloomlab_formulas::Formula;
use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks;

/// A bound, the factor of (m/n)² that is safe by the claims, and how the picture writes it.
const RULES: [(f64, f64, &str); 2] = [(0.1, 0.75, "0.75 (*m*/*n*)^2"), (0.01, 7.5, "7.5 (*m*/*n*)^2")];
/// What the legend calls the formulas.
const FORMULAS: [(Formula, &str); 3] = [
    (Formula::Bloom1970, "Bloom 1970"),
    (Formula::ClassicLimit, "limit of the classic formula"),
    (Formula::Classic, "classic"),
];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let series = rows.chunk_by(|a, b| a.error == b.error && a.formula == b.formula).flat_map(|rows| {
        let points: Vec<Point> = rows.iter().map(point).collect();
        let named = FORMULAS.iter().find(|(formula, _)| formula.name() == rows[0].formula);
        named.map(|&(formula, name)| Series::new(name, Mark::Joined, points).look(looks::of(formula)))
    });
    let mut panel = Panel::new(
        Axis::new("bits per item *m*/*n*", Scale::Log2),
        Axis::new("smallest filter *m* (bits)", Scale::Log10).limited(2.0, 1e5),
        series,
    );
    for (error, factor, name) in RULES {
        let rule = [3.0, 4.0, 6.0, 64.0].map(|x| Point::new(x, factor * x * x));
        panel = panel.reference(Reference::curve(rule, ""));
        let text = format!("error below {} %\nfrom {name} on", 100.0 * error);
        let (at, offset) = if error < 0.05 { (13.9, (-44.0, -44.0)) } else { (27.8, (40.0, 44.0)) };
        panel = panel.note(Note::arrow((at, factor * at * at), offset, text));
    }
    Ok(LineFigure::single(panel).wide().draw()?)
}

fn point(row: &Row) -> Point {
    Point::new(row.bits_per_item as f64, row.bits as f64)
}
