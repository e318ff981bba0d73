//! The chance that a cycle goes on, and a map of every small filter: where it falls at each step, where it stays.

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::{
    Axis, Colour, Legend, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series, grouped,
};
use bloomlab_workbench::AnyError;

use super::{CURVE, GRID, Row};
use crate::enumerated::positions_name;

const FALLS: Look = Look::new(Colour::Green).marked(Marker::Square);
const STAYS: Look = Look::new(Colour::Green).marked(Marker::OpenSquare);
const RISES: Look = Look::new(Colour::Ink).marked(Marker::Cross);

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut panels = vec![chances(rows)?.titled("(a) It falls to *ρ*(*σ*) = 1/*H*; *H* is not small")];
    for (letter, k) in [('b', 2), ('c', 3), ('d', 4)] {
        let filters = rows.iter().filter(|row| row.part == GRID && row.hashes == k);
        let filters: Vec<&Row> =
            filters.filter(|row| row.positions == positions_name(Sampling::WithReplacement)).collect();
        panels.push(map(&filters).titled(format!("({letter}) Every filter with *k* = {k}")));
    }
    let rising: u64 = rows.iter().filter_map(|row| row.steps).map(|steps| steps.rising).sum();
    let all: u64 = rows.iter().filter_map(|row| row.steps).map(|steps| steps.all).sum();
    Ok(LineFigure::new(panels)
        .columns(2)
        .plot_height(170.0)
        .legend(Legend::Above)
        .key(FALLS, Mark::Markers, "falls at every step")
        .key(STAYS, Mark::Markers, "stays at some, falls at the others")
        .key(RISES, Mark::Markers, format!("rises: {rising} of {} steps", grouped(&all.to_string())))
        .draw()?)
}

/// `E[γ_i]` of the large filters, with its limits.
fn chances(rows: &[Row]) -> Result<Panel, AnyError> {
    let curves: Vec<&Row> = rows.iter().filter(|row| row.part == CURVE).collect();
    let filters = curves.chunk_by(|a, b| (a.bits, a.hashes, a.sigma) == (b.bits, b.hashes, b.sigma));
    let colours = [Colour::Blue, Colour::Vermilion, Colour::Purple];
    let (mut series, mut limits) = (Vec::new(), Vec::new());
    for (filter, colour) in filters.zip(colours) {
        let first = filter.first().ok_or("a filter without a curve")?;
        let name = format!("*M* = {}, *k* = {}, *σ* = {}", grouped(&first.bits.to_string()), first.hashes, first.sigma);
        let points = filter.iter().map(|row| Point::new(row.i as f64, row.continuation));
        series.push(Series::new(name, Mark::Line, points).look(Look::new(colour)));
        limits.push(Reference::horizontal(first.limit, format!("1/{:.1}", 1.0 / first.limit)).named_below());
    }
    let x = Axis::new("*i*, messages of a cycle", Scale::Linear).including(540.0);
    let y = Axis::new("E[*γ*_{*i*}]: chance of an *i*-th interval", Scale::Log10).including(0.036);
    Ok(limits.into_iter().fold(Panel::new(x, y, series), Panel::reference))
}

/// A tile for each M and σ.
fn map(filters: &[&Row]) -> Panel {
    let tiles = |look: Look, is_drawn: fn(f64) -> bool| {
        let drawn = filters.iter().filter(|row| row.steps.is_some_and(|steps| is_drawn(steps.smallest)));
        let points = drawn.map(|row| Point::new(row.bits as f64, row.sigma as f64));
        Series::new("", Mark::Markers, points).look(look)
    };
    let series = [tiles(FALLS, |step| step > 0.0), tiles(STAYS, |step| step == 0.0), tiles(RISES, |step| step < 0.0)];
    Panel::new(Axis::new("memory *M* (bits)", Scale::Linear), Axis::new("threshold *σ*", Scale::Linear), series)
}
