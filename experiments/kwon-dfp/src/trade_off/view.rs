//! The rates and deletabilities of all filters at one load, and the front.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use itertools::Itertools;

use super::Row;
use super::claims::on_front;
use super::fingerprints::LOAD;
use crate::looks::{look, name};

/// n/m of the load that is drawn.
const SHOWN: f64 = 0.125;

/// At how many loads D-FP is on the front, and the numbers of the words.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let found = on_front(rows, "D-FP")?;
    Ok(Facts::new()
        .count("on_front", found.having as u64)
        .count("loads", found.of as u64)
        .count("most_hashes", rows.iter().map(|row| row.hashes).max().ok_or("no rows")?)
        .number("shown", SHOWN, 3)
        .number("most_filled", LOAD, 2))
}

/// Each filter over the k of which no other is better in both, and the front.
pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.items_per_bit == SHOWN).collect();
    let point = |row: &Row| Point::new(row.rate, row.deletability);
    let filters: Vec<&[&Row]> = rows.chunk_by(|a, b| a.filter == b.filter).collect();
    let unbeaten = |of: &[&Row]| -> Vec<Point> {
        of.iter().filter(|row| !of.iter().any(|other| other.beats(row))).map(|row| point(row)).collect()
    };
    let series =
        filters.iter().map(|of| Series::new("", Mark::Joined, unbeaten(of)).look(look(&of[0].filter)).unlisted());
    let front = rows.iter().filter(|row| row.on_front).sorted_by(|a, b| a.rate.total_cmp(&b.rate));
    let stairs = Series::new("Pareto front", Mark::Steps, front.map(|row| point(row)));
    let stairs = stairs.look(Look::new(Colour::Grey).heavy()).unlisted();
    let plain = smallest(&rows, |row| row.bloom_rate)?.value;
    let x = Axis::new("false-positive rate", Scale::Log10).limited(0.018, 0.5);
    let y = Axis::new("deletability of a stored item", Scale::Linear).limited(0.0, 1.08);
    let panel = Panel::new(x, y, [stairs].into_iter().chain(series));
    let panel = panel.reference(Reference::vertical(plain, "plain Bloom filter").named_at(0.04));
    let note = |of: &&[&Row]| {
        let last = unbeaten(of).into_iter().max_by(|a, b| a.x.total_cmp(&b.x))?;
        let filter = &of[0].filter;
        Some(Note::text((last.x, last.y), offset(filter), name(filter)).coloured(look(filter).colour()))
    };
    let panel = filters.iter().filter_map(note).fold(panel, Panel::note);
    Ok(LineFigure::single(panel).wide().plot_height(330.0).draw()?)
}

/// Where the name of a filter has room.
fn offset(filter: &str) -> (f64, f64) {
    match filter {
        "D-FP" => (-12.0, -8.0),
        "DlBF (4)" | "QBF" | "cuckoo" => (0.0, -14.0),
        "FP-CBF (4)" => (6.0, -14.0),
        "TBF (packed)" => (8.0, -12.0),
        "quotient" => (0.0, 16.0),
        _ => (8.0, 0.0),
    }
}
