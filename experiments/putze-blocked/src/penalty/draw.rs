//! Both penalties against the bits per item.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::blocks::Filter;
use crate::looks;

/// Bits of a cache line.
const CACHE_LINE: u64 = 512;
/// The share of more bits that the claims ask about.
const A_TENTH: f64 = 0.1;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let panel = |title: &str, y: Axis, value: fn(&Row) -> f64| {
        let series = rows.chunk_by(|a, b| a.block_bits == b.block_bits).map(|rows| {
            let filter = Filter::Plain(rows[0].block_bits);
            let points = rows.iter().map(|row| Point::new(row.bits_per_item as f64, value(row)));
            Series::new(looks::name(filter), Mark::Line, points).look(looks::of(filter))
        });
        Panel::new(Axis::new("bits per item *m*/*n* without blocks", Scale::Linear), y, series).titled(title).labelled()
    };
    let ratio = Axis::new("rate / rate without blocks", Scale::Log10);
    let extra = Axis::new("more bits", Scale::Log10).percent();
    let cache_lines = || rows.iter().filter(|row| row.block_bits == CACHE_LINE);
    let last = cache_lines().next_back().ok_or("no blocks of a cache line")?;
    let within = cache_lines().take_while(|row| row.extra_bits_share <= A_TENTH).last();
    let within = within.ok_or("a tenth more bits is never enough")?;
    let rates = panel("(a) the same number of bits", ratio, |row| row.rate_ratio).note(Note::arrow(
        (last.bits_per_item as f64, last.rate_ratio),
        (-10.0, 54.0),
        format!("{:.0} times", last.rate_ratio),
    ));
    let bits = panel("(b) the same rate", extra, |row| row.extra_bits_share)
        .reference(Reference::horizontal(A_TENTH, "a tenth"))
        .note(Note::arrow(
            (within.bits_per_item as f64, within.extra_bits_share),
            (12.0, 84.0),
            format!("*B* = 512: below\na tenth up to\n{} bits per item", within.bits_per_item),
        ));
    Ok(LineFigure::new([rates, bits]).draw()?)
}
