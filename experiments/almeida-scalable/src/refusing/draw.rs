//! The excess of the rate against the load in the limit, and against the size at half fill.

use std::f64::consts::LN_2;

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::{AnyError, Interval};

use super::Row;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([by_load(rows), by_size(rows)]).plot_height(280.0).draw()?)
}

fn by_load(rows: &[Row]) -> Panel {
    let limits: Vec<&Row> = rows.iter().filter(|row| row.limit).collect();
    let series = limits.chunk_by(|a, b| a.hashes == b.hashes).map(|rows| {
        let points = rows.iter().map(|row| Point::new(row.load, row.excess));
        Series::new(name(rows[0].hashes), Mark::Line, points.collect::<Vec<_>>()).look(look(rows[0].hashes))
    });
    let y = Axis::new("rate above that of the plain filter", Scale::Log10).percent().limited(1e-5, 1.0);
    Panel::new(Axis::new("load *kn*/*m*", Scale::Linear), y, series.collect::<Vec<_>>())
        .titled("(a) by load, many bits")
        .reference(Reference::vertical(LN_2, "ln 2"))
}

fn by_size(rows: &[Row]) -> Panel {
    let sized: Vec<&Row> = rows.iter().filter(|row| !row.limit).collect();
    let series = sized.chunk_by(|a, b| a.hashes == b.hashes).flat_map(|sized| {
        let hashes = sized[0].hashes;
        let ends = [sized[0].bits, sized[sized.len() - 1].bits];
        let limit = rows.iter().find(|row| row.limit && row.hashes == hashes && is_half_full(row));
        let limit = limit.map_or(Vec::new(), |row| ends.map(|bits| Point::new(bits as f64, row.excess)).to_vec());
        let exact = sized.iter().map(|row| Point::new(row.bits as f64, row.excess));
        let simulated = sized.iter().filter_map(|row| {
            let over = row.simulated?.over(row.plain);
            let above = Interval { value: over.value - 1.0, lower: over.lower - 1.0, upper: over.upper - 1.0 };
            // an interval that reaches below 0 has no place on this axis
            (above.lower > 0.0).then(|| above.at(row.bits as f64))
        });
        [
            Series::new(name(hashes), Mark::Line, exact.collect::<Vec<_>>()).look(look(hashes)),
            Series::new("", Mark::MarkersOnPrevious, simulated.collect::<Vec<_>>()).look(look(hashes)),
            Series::new("limit", Mark::Line, limit).look(look(hashes).dashed(Dash::Dotted)).unlisted(),
        ]
    });
    let y = Axis::new("rate above that of the plain filter", Scale::Log10).percent().limited(3e-4, 1.0);
    Panel::new(Axis::new("bits *m*", Scale::Log2), y, series.collect::<Vec<_>>()).titled("(b) by size, load ln 2")
}

/// Whether a filter that inserts everything is half full.
pub(super) fn is_half_full(row: &Row) -> bool {
    (row.load - LN_2).abs() < 1e-6
}

fn name(hashes: u64) -> String {
    format!("*k* = {hashes}")
}

fn look(hashes: u64) -> Look {
    match hashes {
        1 => Look::new(Colour::Ink).marked(Marker::Diamond),
        2 => Look::new(Colour::Vermilion).marked(Marker::Square),
        4 => Look::new(Colour::Green).marked(Marker::Triangle),
        7 => Look::new(Colour::Blue).heavy(),
        _ => Look::new(Colour::Purple).marked(Marker::Ring),
    }
}
