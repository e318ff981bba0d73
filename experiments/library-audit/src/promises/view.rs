//! One mark a kind of filter, in rows of filters that belong together: the largest of its rates in units of the promise.

mod groups;

use bloomlab_libraries::Library;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use groups::GROUPS;

use super::Row;
use super::claims::{ALLOWED, promises};

/// The axis, in units of the promise.
const AXIS: (f64, f64) = (0.2, 1e5);
/// How far below the middle of its row every second filter stands.
const ASIDE: f64 = 0.26;
/// A name has room at the right of a ratio below this.
const NAMED_RIGHT_BELOW: f64 = 200.0;

/// What is drawn of a filter by its verdict: the entry of the legend, and its look.
const KINDS: [(&str, Verdict, Look); 3] = [
    ("kept at every size", Verdict::Holds, Look::new(Colour::Blue)),
    ("kept in part of the range", Verdict::HoldsOnlyIf, Look::new(Colour::Vermilion).marked(Marker::OpenTriangle)),
    ("not kept", Verdict::DoesNotHold, Look::new(Colour::Vermilion).marked(Marker::Diamond)),
];

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let promises = promises(rows)?;
    let with = |verdict| promises.iter().filter(|(_, promise)| promise.verdict == Some(verdict)).count() as u64;
    Ok(Facts::new()
        .count("kinds", promises.len() as u64)
        .count("kept", with(Verdict::Holds))
        .count("in_part", with(Verdict::HoldsOnlyIf))
        .count("not_kept", with(Verdict::DoesNotHold))
        .percent("allowed", ALLOWED - 1.0, 2)
        .number("worst", worst(&promises, true)?.1, 4)
        .number("worst_documented", worst(&promises, false)?.1, 5)
        .count("rows", rows.len() as u64))
}

/// The place and the value of the worst filter that takes a target, or that does not.
fn worst(promises: &[(&str, Decision)], takes_target: bool) -> Result<(usize, f64)> {
    let is_of = |name: &str| name.parse::<Library>().is_ok_and(|library| library.takes_target() == takes_target);
    let found = promises.iter().enumerate().find(|(_, (name, _))| is_of(name)).ok_or("no filter of a kind")?;
    Ok((found.0, found.1.1.value.ok_or("a promise without a value")?))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let promises = promises(rows)?;
    let worst_of_all = [worst(&promises, true)?.0, worst(&promises, false)?.0];
    let height = |row: usize| (GROUPS.len() - row) as f64;
    let mut all: Vec<Vec<usize>> = vec![Vec::new(); GROUPS.len()];
    for (place, (name, _)) in promises.iter().enumerate() {
        let row = groups::of(name).ok_or_else(|| format!("{name} has no row in the picture: groups.rs"))?;
        all[row].push(place);
    }
    let mut points: [Vec<Point>; 3] = Default::default();
    let (mut names, mut notes) = (Vec::new(), Vec::new());
    for (row, of) in all.iter().enumerate() {
        for (i, &place) in of.iter().enumerate() {
            let (name, promise) = &promises[place];
            let y = height(row) - ASIDE * (i % 2) as f64;
            let (Some(value), kind) = (promise.value, KINDS.iter().position(|kind| promise.verdict == Some(kind.1)))
            else {
                continue;
            };
            points[kind.ok_or("a verdict that is not drawn")?].push(Point::new(value, y));
            if worst_of_all.contains(&place) {
                notes.push(Note::text((value, y), (-8.0, 0.0), format!("{name}: {}", grouped(&format!("{value:.0}")))));
            } else if i == 0 && promise.verdict != Some(Verdict::Holds) {
                let offset = if value < NAMED_RIGHT_BELOW { (8.0, -1.0) } else { (-4.0, -13.0) };
                notes.push(Note::text((value, y), offset, *name));
            }
        }
        let kept = of.iter().filter(|place| promises[**place].1.verdict == Some(Verdict::Holds)).count();
        names.push((height(row), format!("{}: {kept} of {}", GROUPS[row].0, of.len())));
    }
    // what is kept on top, where others lie a little above it
    let series = KINDS.iter().zip(points).rev();
    let series = series.map(|((name, _, look), points)| Series::new(*name, Mark::Markers, points).look(*look));
    let y = Axis::new("kept of all", Scale::Linear).limited(0.4, GROUPS.len() as f64 + 0.6).ticked(names);
    let x = Axis::new("largest rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1);
    let kept = Region::new((f64::NEG_INFINITY, ALLOWED), (f64::NEG_INFINITY, f64::INFINITY), "kept");
    let panel = Panel::new(x, y, series).region(kept.named_in(Corner::BottomLeft));
    Ok(LineFigure::single(notes.into_iter().fold(panel, Panel::note)).plot_height(310.0).draw()?)
}
