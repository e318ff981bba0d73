//! The share of the rate against the items: a line for each rate, dashed for the short hash.

use bloomlab_pictures::{Axis, Colour, Dash, LineFigure, Look, Mark, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;

const COLOURS: [Colour; 4] = [Colour::Blue, Colour::Green, Colour::Vermilion, Colour::Purple];
/// The share that a reader may think little of.
const ONE_PER_CENT: f64 = 0.01;
/// What is drawn: smaller shares interest nobody, and larger ones are all.
const SHARES: (f64, f64) = (1e-4, 0.97);

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
    hashes.sort_unstable();
    hashes.dedup();
    let shortest = rows.iter().map(|row| row.hash_bits).min().unwrap_or_default();
    let series = rows.chunk_by(|a, b| (a.hash_bits, a.hashes) == (b.hash_bits, b.hashes)).filter_map(|rows| {
        let colour = COLOURS[hashes.iter().position(|k| *k == rows[0].hashes)? % COLOURS.len()];
        let look = Look::new(colour);
        let points = rows
            .iter()
            .filter(|row| (SHARES.0..SHARES.1).contains(&row.share))
            .map(|row| Point::new(row.items as f64, row.share));
        let is_short = rows[0].hash_bits == shortest;
        let name = if is_short { String::new() } else { format!("rate 2^{{−{}}}", rows[0].hashes) };
        Some(Series::new(name, Mark::Line, points).look(if is_short { look.dashed(Dash::Dashed) } else { look }))
    });
    let panel = Panel::new(
        Axis::new("items *n*", Scale::Log10),
        Axis::new("share of the rate due to equal hashes", Scale::Log10).percent().limited(SHARES.0, 1.0),
        series,
    )
    .reference(Reference::horizontal(ONE_PER_CENT, "1 %"));
    let longest = rows.iter().map(|row| row.hash_bits).max().unwrap_or_default();
    Ok(LineFigure::single(panel)
        .wide()
        .plot_height(340.0)
        .key(Look::new(Colour::Ink).dashed(Dash::Dashed), Mark::Line, format!("a hash of {shortest} bits"))
        .key(Look::new(Colour::Ink), Mark::Line, format!("of {longest} bits"))
        .draw()?)
}
