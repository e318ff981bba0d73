//! One mark an engine, in rows of engines of one kind: the largest of its rates in units of the promise.

mod groups;

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use groups::GROUPS;

use super::Row;
use super::claims::{Promise, promises};
use crate::kept::{ALLOWED, Kept};

/// Filters of at most this many items are small.
const SMALL: u64 = 1000;
/// The axis, in units of the promise.
const AXIS: (f64, f64) = (0.2, 3000.0);
/// How far below the middle of its row every second engine stands.
const ASIDE: f64 = 0.26;

/// What is drawn of an engine: the entry of the legend, and its look.
const KINDS: [(&str, Look); 3] = [
    ("kept at every size", Look::new(Colour::Blue)),
    ("missed up to 1000 items", Look::new(Colour::Vermilion).marked(Marker::OpenTriangle)),
    ("missed above 1000", Look::new(Colour::Vermilion).marked(Marker::Diamond)),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let promises = promises(rows);
    let with = |kept| promises.iter().filter(|promise| promise.kept == kept).count() as u64;
    let worst = promises.first().ok_or("no promise")?;
    Ok(Facts::new()
        .count("kinds", promises.len() as u64)
        .count("kept", with(Kept::Yes))
        .count("not_kept", with(Kept::No))
        .count("few", SMALL)
        .count("small", promises.iter().filter(|promise| kind(rows, promise) == Some(1)).count() as u64)
        .percent("allowed", ALLOWED - 1.0, 2)
        .number("worst", worst.largest, 3)
        .text("worst_engine", worst.engine.clone())
        .count("rows", rows.len() as u64))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let promises = promises(rows);
    let row_of = |promise: &Promise| {
        groups::of(&promise.engine).ok_or_else(|| format!("{} has no row in the picture: groups.rs", promise.engine))
    };
    let mut all: Vec<Vec<&Promise>> = vec![Vec::new(); GROUPS.len()];
    for promise in &promises {
        all[row_of(promise)?].push(promise);
    }
    let height = |row: usize| (GROUPS.len() - row) as f64;
    let mut points: [Vec<Point>; 3] = Default::default();
    let (mut names, mut notes) = (Vec::new(), Vec::new());
    for (row, of) in all.iter().enumerate() {
        for (place, promise) in of.iter().enumerate() {
            let y = height(row) - ASIDE * (place % 2) as f64;
            if let Some(kind) = kind(rows, promise) {
                points[kind].push(Point::new(promise.largest, y));
            }
        }
        let kept = of.iter().filter(|promise| promise.kept == Kept::Yes).count();
        names.push((height(row), format!("{}: {kept} of {}", GROUPS[row].0, of.len())));
        notes.extend(of.first().map(|worst| {
            let place = (worst.largest, height(row));
            if worst.largest < NAMED_RIGHT_BELOW {
                Note::text(place, (8.0, -1.0), worst.engine.clone())
            } else {
                Note::text(place, (-4.0, -13.0), worst.engine.clone())
            }
        }));
    }
    let series =
        KINDS.iter().zip(points).map(|((name, look), points)| Series::new(*name, Mark::Markers, points).look(*look));
    let y = Axis::new("kept of all", Scale::Linear).limited(0.4, GROUPS.len() as f64 + 0.6).ticked(names);
    let x = Axis::new("largest rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1);
    let panel = Panel::new(x, y, series).region(
        Region::new((f64::NEG_INFINITY, ALLOWED), (f64::NEG_INFINITY, f64::INFINITY), "kept")
            .named_in(Corner::BottomLeft),
    );
    let panel = notes.into_iter().fold(panel, Panel::note);
    Ok(LineFigure::single(panel).plot_height(310.0).draw()?)
}

/// A name has room at the right of a ratio below this.
const NAMED_RIGHT_BELOW: f64 = 200.0;

/// Which of the kinds an engine is, where that is decided.
fn kind(rows: &[Row], promise: &Promise) -> Option<usize> {
    let mut missed = rows.iter().filter(|row| row.engine == promise.engine && row.kept() == Some(Kept::No));
    match promise.kept {
        Kept::No if missed.any(|row| row.items > SMALL) => Some(2),
        Kept::No => Some(1),
        Kept::Yes => Some(0),
        Kept::Open => None,
    }
}

pub(super) fn of(promise: &Promise) -> String {
    format!("{} ({:.3} times)", promise.engine, promise.largest)
}
