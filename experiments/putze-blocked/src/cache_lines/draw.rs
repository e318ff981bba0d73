//! The cache lines of a lookup against m/n, and what each saved line costs in rate.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{CACHE_LINE, Row};
use crate::blocks::Filter;
use crate::looks;

/// The m/n of the second panel, with their markers.
const DRAWN: [(u64, Marker); 4] =
    [(8, Marker::Ring), (16, Marker::Square), (24, Marker::Triangle), (32, Marker::Diamond)];
/// Cache lines of the larger blocks that a note names.
const SOME_LINES: u64 = 8;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([lines_touched(rows), price(rows)?]).draw()?)
}

fn lines_touched(rows: &[Row]) -> Panel {
    let blocked = |row: &&Row| row.block_bits == CACHE_LINE;
    let unblocked = |row: &&Row| row.bits_of_absent.is_some();
    let at = |row: &Row, y: f64| Point::new(row.bits_per_item as f64, y);
    let present = |row: &Row| at(row, row.lines_of_present);
    let absent = rows.iter().filter_map(|row| Some(at(row, row.bits_of_absent?)));
    let look = looks::of(Filter::Unblocked);
    Panel::new(
        Axis::new("bits per item *m*/*n*", Scale::Linear),
        Axis::new("cache lines that a lookup touches", Scale::Linear).including(0.0),
        [
            Series::new("", Mark::Line, rows.iter().filter(unblocked).map(present)).look(look),
            Series::new("", Mark::Line, absent).look(look.dashed(Dash::Dotted)),
            Series::new("blocked", Mark::Line, rows.iter().filter(blocked).map(present)).look(looks::CACHE_LINE),
        ],
    )
    .titled("(a) no blocks, and blocks of a cache line")
    .labelled()
    .note(Note::text((22.0, 15.0), (-16.0, -8.0), "no blocks, present item"))
    .note(Note::text((18.0, 2.0), (0.0, -13.0), "no blocks, absent item"))
}

fn price(rows: &[Row]) -> Result<Panel, AnyError> {
    let series = DRAWN.map(|(bits_per_item, marker)| {
        let drawn = rows.iter().filter(|row| row.bits_per_item == bits_per_item);
        let points = drawn.map(|row| Point::new(row.lines_of_present, row.rate_ratio));
        let look = Look::new(Colour::Ink).marked(marker);
        Series::new(format!("*m*/*n* = {bits_per_item}"), Mark::Joined, points).look(look)
    });
    let (most, _) = DRAWN[DRAWN.len() - 1];
    let with_lines = |lines: u64| {
        let is_wanted = |row: &&Row| row.block_bits == lines * CACHE_LINE && row.bits_per_item == most;
        rows.iter().find(is_wanted).ok_or_else(|| format!("no blocks of {lines} lines at m/n = {most}"))
    };
    let note = |row: &Row, text: &str| {
        let at = (row.lines_of_present, row.rate_ratio);
        Note::arrow(at, (34.0, -10.0), format!("{text}:\n{:.1} times the rate", row.rate_ratio))
    };
    let panel = Panel::new(
        Axis::new("cache lines of an item’s *k* bits", Scale::Linear).including(0.0),
        Axis::new("rate / rate without blocks", Scale::Log10).including(40.0),
        series,
    );
    Ok(panel
        .titled("(b) what fewer lines cost")
        .note(note(with_lines(1)?, "blocks of one line"))
        .note(note(with_lines(SOME_LINES)?, &format!("of {SOME_LINES} lines"))))
}
