//! One line for each block size, and the simulated filters on it.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::blocks::Filter;
use crate::looks;

/// Bits of a cache line.
const CACHE_LINE: u64 = 512;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let x = |row: &Row| row.bits_per_item as f64;
    let series = rows.chunk_by(|a, b| a.filter == b.filter).flat_map(|rows| {
        let (filter, look) = (looks::name(rows[0].filter()), looks::of(rows[0].filter()));
        let simulated = rows.iter().filter_map(|row| Some(row.simulated?.at(x(row))));
        [
            Series::new(filter, Mark::Line, rows.iter().map(|row| Point::new(x(row), row.rate))).look(look),
            Series::new("", Mark::MarkersOnPrevious, simulated).look(look),
        ]
    });
    let panel = Panel::new(
        Axis::new("bits per item *m*/*n*", Scale::Linear),
        Axis::new("false-positive rate at the best *k*", Scale::Log10),
        series,
    );
    let at_ten = cost_of_a_cache_line(rows, 10, |ratio| format!("blocks of a cache line:\n{ratio:.1} times the rate"))?;
    let at_last = cost_of_a_cache_line(rows, 32, |ratio| format!("{ratio:.0} times"))?;
    let panel = panel.labelled().note(at_ten((0.0, 110.0))).note(at_last((-24.0, 7.0)));
    Ok(LineFigure::single(panel).wide().plot_height(340.0).draw()?)
}

/// A note at the rate with blocks of a cache line, of its ratio to that without blocks.
fn cost_of_a_cache_line(
    rows: &[Row],
    bits_per_item: u64,
    text: impl Fn(f64) -> String,
) -> Result<impl Fn((f64, f64)) -> Note, AnyError> {
    let rate = |filter: Filter| {
        let found = rows.iter().find(|row| row.filter() == filter && row.bits_per_item == bits_per_item);
        found.map(|row| row.rate).ok_or_else(|| format!("no rate of {} at m/n = {bits_per_item}", filter.name()))
    };
    let (blocked, unblocked) = (rate(Filter::Plain(CACHE_LINE))?, rate(Filter::Unblocked)?);
    let text = text(blocked / unblocked);
    Ok(move |offset| Note::arrow((bits_per_item as f64, blocked), offset, text.clone()))
}
