//! One row a library, the worst first: the range of its measured rates in units of the promise.

use bloomlab_libraries::Library;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use super::claims::{ALLOWED, promises};

/// Filters of at most this many items are small.
const SMALL: u64 = 1000;
/// Half the width of the widest interval that counts as exact, in units of the promise or of the rate, whichever is larger.
const WIDEST: f64 = 0.1;
/// The axis, in units of the promise; what is lower is cut off.
const AXIS: (f64, f64) = (0.1, 1e5);
/// Below the axis, where a logarithm has no place for 0.
const FLOOR: f64 = 1e-3;
/// Half the length of a bar of one point, as a factor.
const END: f64 = 1.03;

/// What is drawn of one kind: name, look, how far from the middle of the row, and whether a row is of it.
type Kind = (&'static str, Look, f64, fn(&Row) -> bool);

const KINDS: [Kind; 3] = [
    ("up to 1000 items", Look::new(Colour::Blue).marked(Marker::Ring).heavy(), 0.2, |row| {
        !row.is_grown() && row.items <= SMALL
    }),
    ("10,000 items or more", Look::new(Colour::Vermilion).marked(Marker::Ring).heavy(), -0.2, |row| {
        !row.is_grown() && row.items > SMALL
    }),
    ("grown a hundredfold", Look::new(Colour::Ink).marked(Marker::Ring).heavy(), 0.0, Row::is_grown),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let promises = promises(rows)?;
    let with = |verdict| promises.iter().filter(|(_, promise)| promise.verdict == Some(verdict)).count() as u64;
    let left_out = rows.iter().filter(|row| !is_shown(row)).count() as u64;
    Ok(Facts::new()
        .count("kinds", promises.len() as u64)
        .count("kept", with(Verdict::Holds))
        .count("in_part", with(Verdict::HoldsOnlyIf))
        .count("not_kept", with(Verdict::DoesNotHold))
        .percent("allowed", ALLOWED - 1.0, 2)
        .number("worst", worst(&promises, true)?.1, 4)
        .number("worst_documented", worst(&promises, false)?.1, 5)
        .percent("widest", WIDEST, 2)
        .count("left_out", left_out)
        .count("rows", rows.len() as u64))
}

/// The place and the value of the worst filter that takes a target, or that does not.
fn worst(promises: &[(&str, Decision)], takes_target: bool) -> Result<(usize, f64)> {
    let is_of = |name: &str| name.parse::<Library>().is_ok_and(|library| library.takes_target() == takes_target);
    let found = promises.iter().enumerate().find(|(_, (name, _))| is_of(name)).ok_or("no filter of a kind")?;
    Ok((found.0, found.1.1.value.ok_or("a promise without a value")?))
}

/// Whether the interval is narrow, or decides about the promise.
fn is_shown(row: &Row) -> bool {
    is_narrow(row) || row.ratio().lower > ALLOWED || row.ratio().upper <= ALLOWED
}

fn is_narrow(row: &Row) -> bool {
    let ratio = row.ratio();
    (ratio.upper - ratio.lower) / 2.0 <= WIDEST * ratio.value.max(1.0)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let promises = promises(rows)?;
    let height = |place: usize| (promises.len() - place) as f64;
    let mut series = Vec::new();
    for (place, (name, _)) in promises.iter().enumerate() {
        for kind in &KINDS {
            let of: Vec<&Row> =
                rows.iter().filter(|row| row.library == *name && kind.3(row) && is_shown(row)).collect();
            series.extend(bars(&of, kind, height(place) + kind.2)?);
        }
    }
    let facts = facts(rows)?;
    let kept = share(&promises, |(_, promise)| promise.verdict == Some(Verdict::Holds))?.having as f64;
    let lines = facts.fill("{kept} of {kinds} keep the rate\nwithin {allowed} at every size")?;
    let names = promises.iter().enumerate().map(|(place, (name, _))| (height(place), *name));
    let y = Axis::new("", Scale::Linear).limited(0.3, promises.len() as f64 + 0.7).ticked(names);
    let panel = Panel::new(Axis::new("measured rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1), y, series)
        .region(Region::below(kept + 0.5, lines).named_in(Corner::BottomRight))
        .reference(Reference::vertical(1.0, ""));
    let note = |takes_target, text| {
        let (place, value) = worst(&promises, takes_target)?;
        Ok::<_, AnyError>(Note::text((value, height(place)), (8.0, 0.0), facts.fill(text)?))
    };
    let panel = panel.note(note(true, "{worst}")?).note(note(false, "{worst_documented}")?);
    Ok(LineFigure::single(panel).plot_height(392.0).draw()?)
}

/// The range of some rows, and the intervals of those that decide although they are wide.
fn bars(rows: &[&Row], (name, look, ..): &Kind, height: f64) -> Result<Vec<Series>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let line = |low: f64, high: f64| [low, high].map(|value| Point::new(value.max(FLOOR), height));
    let value = |row: &&&Row| row.ratio().value;
    let (low, high) = (smallest(rows, value)?.value, largest(rows, value)?.value);
    let mut series = vec![Series::new(*name, Mark::Line, line(low / END, high * END)).look(*look)];
    for row in rows.iter().filter(|row| !is_narrow(row)) {
        let (ratio, thin) = (row.ratio(), Look::new(look.colour()).marked(Marker::Ring));
        series.push(Series::new("", Mark::Line, line(ratio.lower, ratio.upper)).look(thin));
        series.push(Series::new("", Mark::Markers, [Point::new(ratio.value, height)]).look(thin));
    }
    Ok(series)
}
