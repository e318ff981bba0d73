//! One row an engine, the worst first: the range of its measured rates in units of the promise.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::{Promise, promises};
use crate::kept::{ALLOWED, Kept};

/// Filters of at most this many items are small.
const SMALL: u64 = 1000;
/// The axis, in units of the promise; what is lower is cut off.
const AXIS: (f64, f64) = (0.1, 1e4);
/// Below the axis, where a logarithm has no place for 0.
const FLOOR: f64 = 1e-3;
/// Half the length of a bar of one point, as a factor.
const END: f64 = 1.03;

/// What is drawn of one kind: name, look, how far from the middle of the row, and whether a row is of it.
type Kind = (&'static str, Look, f64, fn(&Row) -> bool);

const KINDS: [Kind; 2] = [
    ("up to 1000 items", Look::new(Colour::Blue).marked(Marker::Ring).heavy(), 0.18, |row| row.items <= SMALL),
    ("more items", Look::new(Colour::Vermilion).marked(Marker::Ring).heavy(), -0.18, |row| row.items > SMALL),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let promises = promises(rows);
    let with = |kept| promises.iter().filter(|promise| promise.kept == kept).count() as u64;
    let worst = promises.first().ok_or("no promise")?;
    Ok(Facts::new()
        .count("kinds", promises.len() as u64)
        .count("kept", with(Kept::Yes))
        .count("not_kept", with(Kept::No))
        .percent("allowed", ALLOWED - 1.0, 2)
        .number("worst", worst.largest, 3)
        .text("worst_engine", worst.engine.clone())
        .count("rows", rows.len() as u64))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let promises = promises(rows);
    let height = |place: usize| (promises.len() - place) as f64;
    let mut series = Vec::new();
    for (place, promise) in promises.iter().enumerate() {
        for kind in &KINDS {
            let of: Vec<&Row> = rows.iter().filter(|row| row.engine == promise.engine && kind.3(row)).collect();
            series.extend(bars(&of, kind, height(place) + kind.2)?);
        }
    }
    let facts = facts(rows)?;
    let kept = promises.iter().rev().take_while(|promise| promise.kept == Kept::Yes).count() as f64;
    let names = promises.iter().enumerate().map(|(place, promise)| (height(place), promise.engine.clone()));
    let y = Axis::new("", Scale::Linear).limited(0.3, promises.len() as f64 + 0.7).ticked(names);
    let panel = Panel::new(Axis::new("measured rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1), y, series)
        .region(Region::below(kept + 0.5, facts.fill("within {allowed} at every size")?).named_in(Corner::BottomRight))
        .reference(Reference::vertical(1.0, ""));
    Ok(LineFigure::single(panel).plot_height(13.0 * promises.len() as f64 + 20.0).draw()?)
}

/// The range of some rows that decide, and hollow the intervals of those that leave the promise open.
fn bars(rows: &[&Row], (name, look, ..): &Kind, height: f64) -> Result<Vec<Series>> {
    let line = |low: f64, high: f64| [low, high].map(|value| Point::new(value.max(FLOOR), height));
    let (open, decided): (Vec<&Row>, Vec<&Row>) =
        rows.iter().copied().filter(|row| row.promised.is_some()).partition(|row| row.kept() == Some(Kept::Open));
    let mut series = Vec::new();
    if !decided.is_empty() {
        let value = |row: &&&Row| row.ratio().map_or(0.0, |ratio| ratio.value);
        let (low, high) = (smallest(&decided, value)?.value, largest(&decided, value)?.value);
        series.push(Series::new(*name, Mark::Line, line(low / END, high * END)).look(*look));
    }
    for ratio in open.iter().filter_map(|row| row.ratio()) {
        let thin = Look::new(look.colour()).marked(Marker::Ring);
        series.push(Series::new("", Mark::Line, line(ratio.lower, ratio.upper)).look(thin));
        series.push(Series::new("", Mark::Markers, [Point::new(ratio.value.max(FLOOR), height)]).look(thin));
    }
    Ok(series)
}

pub(super) fn of(promise: &Promise) -> String {
    format!("{} ({:.3} times)", promise.engine, promise.largest)
}
