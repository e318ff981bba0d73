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
const AXIS: (f64, f64) = (0.2, 5e4);

/// What is drawn of an engine: the entry of the legend, and its look.
const KINDS: [(&str, Look); 3] = [
    ("kept at every size", Look::new(Colour::Blue)),
    ("missed only up to 1000 items", Look::new(Colour::Vermilion).marked(Marker::OpenTriangle)),
    ("missed above 1000 items", Look::new(Colour::Vermilion).marked(Marker::Diamond)),
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
    let mut dots: Vec<Vec<Dot>> = vec![Vec::new(); GROUPS.len()];
    for promise in promises(rows) {
        let row = groups::of(&promise.engine);
        let row = row.ok_or_else(|| format!("{} has no row in the picture: groups.rs", promise.engine))?;
        // the worst of a row comes first
        let name = if dots[row].is_empty() { promise.engine.clone() } else { String::new() };
        let dot = kind(rows, &promise).map(|kind| Dot { value: promise.largest, kind, name });
        dots[row].extend(dot);
    }
    let kept = |dots: &[Dot]| dots.iter().filter(|dot| dot.kind == 0).count();
    let names = zip(GROUPS, &dots).map(|((name, _), dots)| format!("{name}: {} of {}", kept(dots), dots.len()));
    let x = Axis::new("largest rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1);
    let panel = Panel::dots(x, Axis::rows("kept of all", names), &KINDS, &dots);
    let region = Region::new((f64::NEG_INFINITY, ALLOWED), (f64::NEG_INFINITY, f64::INFINITY), "kept");
    Ok(LineFigure::single(panel.region(region.named_in(Corner::BottomLeft))).plot_height(310.0).draw()?)
}

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
