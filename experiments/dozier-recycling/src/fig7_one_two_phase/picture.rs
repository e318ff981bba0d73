//! How many times the messages of two phases one phase holds.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks::thousands;

/// The lowest rate of the paper's figure, by our assumption.
const PAPER_FROM: f64 = 1e-5;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut sizes: Vec<u64> = rows.iter().map(|row| row.bits).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let looks = [Dash::Dotted, Dash::Dashed, Dash::Solid].map(|dash| Look::new(Colour::Blue).dashed(dash));
    let curve = |(&bits, look): (&u64, Look)| {
        let of = rows.iter().filter(|row| row.bits == bits);
        let mut points: Vec<Point> = of.map(|row| Point::new(row.target, row.ratio_to_both)).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(format!("*M* = {}", thousands(bits)), Mark::Line, points).look(look)
    };
    let curves: Vec<Series> = sizes.iter().zip(looks).map(curve).collect();
    let largest = curves.last().ok_or("no filter")?.points();
    let at = |rate: f64| largest.iter().find(|point| point.x == rate).copied().ok_or("a rate that is not in the table");
    let (first, paper) = (*largest.first().ok_or("no rates")?, at(PAPER_FROM)?);
    let found = |point: Point| {
        let exponent = libm::log10(point.x).round().abs();
        format!("at 10^{{−{exponent}}}: {:.0} % more", 100.0 * (point.y - 1.0))
    };
    let panel = Panel::new(
        Axis::new("average false-positive rate", Scale::Log10),
        Axis::new("messages: one phase / two phases", Scale::Linear).including(0.9),
        curves,
    )
    .reference(Reference::horizontal(1.0, "as many, as “closely match” would have it").named_below())
    .note(Note::arrow((paper.x, paper.y), (-90.0, -60.0), found(paper)))
    .note(Note::arrow((first.x, first.y), (30.0, -60.0), found(first)));
    Ok(LineFigure::single(panel).wide().draw()?)
}
