//! How many times the messages of two phases one phase holds.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series, grouped,
};
use bloomlab_workbench::AnyError;

use super::Row;

/// A rate that few filters have to keep.
const STRICT: f64 = 1e-5;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut sizes: Vec<u64> = rows.iter().map(|row| row.bits).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let looks = [Dash::Dotted, Dash::Dashed, Dash::Solid].map(|dash| Look::new(Colour::Blue).dashed(dash));
    let curve = |(&bits, look): (&u64, Look)| {
        let of = rows.iter().filter(|row| row.bits == bits);
        let mut points: Vec<Point> = of.map(|row| Point::new(row.target, row.ratio_to_both)).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(format!("*M* = {}", grouped(&bits.to_string())), Mark::Line, points).look(look)
    };
    let curves: Vec<Series> = sizes.iter().zip(looks).map(curve).collect();
    let largest = curves.last().ok_or("no filter")?.points().to_vec();
    let [first, .., last] = *largest else { return Err("a filter at one rate only".into()) };
    let strict = largest.iter().find(|point| point.x >= STRICT).ok_or("no rate so high")?;
    let percent = |point: &Point| format!("{:.0} % more", 100.0 * (point.y - 1.0));
    let at_power = |point: &Point| {
        let exponent = libm::round(libm::log10(point.x));
        format!("at 10^{{{exponent}}}: {}", percent(point))
    };
    let panel = Panel::new(
        Axis::new("average false-positive rate", Scale::Log10),
        Axis::new("messages: one phase / two phases", Scale::Linear).including(0.9),
        curves,
    )
    .reference(Reference::horizontal(1.0, "as many, as “closely match” would have it").named_below())
    .note(Note::arrow((strict.x, strict.y), (-30.0, -70.0), at_power(strict)))
    .note(Note::arrow((first.x, first.y), (20.0, -70.0), at_power(&first)))
    .note(Note::text((last.x, last.y), (-12.0, 0.0), percent(&last)));
    Ok(LineFigure::single(panel).wide().draw()?)
}
