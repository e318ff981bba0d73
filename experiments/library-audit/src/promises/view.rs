//! One mark a kind of filter, in rows of filters that belong together: the largest of its rates in units of the promise.

use super::claims::{KINDS, promises};
use super::*;
use bloomlab_libraries::Library;
use bloomlab_workbench::ALLOWED;

/// The rows, from the top.
const ROWS: [&str; 7] = ["Rust", "growing", "Parquet", "Java", "C, C++", "Python", "other kinds"];
/// The axis, in units of the promise.
const AXIS: (f64, f64) = (0.2, 1e6);

/// What is drawn of a filter by its verdict: the entry of the legend, and its look.
const LOOKS: [(&str, Verdict, Look); 4] = [
    ("kept at every size", Verdict::Holds, Look::new(Colour::Blue)),
    ("kept in part", Verdict::HoldsOnlyIf, Look::new(Colour::Vermilion).marked(Marker::OpenTriangle)),
    ("not kept", Verdict::DoesNotHold, Look::new(Colour::Vermilion).marked(Marker::Diamond)),
    // named beside the mark
    ("", Verdict::NotTestable, Look::new(Colour::Blue).marked(Marker::Ring)),
];

/// Which of them misses nowhere that is decided, where some interval decides nothing.
const OPEN: usize = 3;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let promises = promises(rows)?;
    let with = |verdict| promises.iter().filter(|(_, promise)| promise.verdict == Some(verdict)).count() as u64;
    let is_open = |(_, promise): &&(&str, Decision)| promise.verdict == Some(Verdict::NotTestable);
    let open: Vec<&str> = promises.iter().filter(is_open).map(|(name, _)| *name).collect();
    Ok(Facts::new()
        .count("open", open.len() as u64)
        .text("open_names", open.join(", "))
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
    let mut dots: Vec<Vec<Dot>> = vec![Vec::new(); ROWS.len()];
    for (place, (name, promise)) in promises.iter().enumerate() {
        let of = KINDS.iter().find(|(_, kind, _)| kind == name).map(|(.., row)| row);
        let row = ROWS.iter().position(|row| Some(row) == of).ok_or_else(|| format!("{name} has no row"))?;
        let Some(value) = promise.value else { continue };
        let kind =
            LOOKS.iter().position(|kind| promise.verdict == Some(kind.1)).ok_or("a verdict that is not drawn")?;
        let name = match (worst_of_all.contains(&place), dots[row].is_empty() && kind > 0) {
            _ if kind == OPEN => "open".to_owned(),
            (true, _) => format!("{name}: {}", grouped(&format!("{value:.0}"))),
            (false, is_named) => {
                if is_named {
                    (*name).to_owned()
                } else {
                    String::new()
                }
            }
        };
        dots[row].push(Dot { value, kind, name });
    }
    let of = |dots: &[Dot], kind| dots.iter().filter(|dot| dot.kind == kind).count();
    let names = zip(ROWS, &dots).map(|(name, dots)| {
        let open = Some(of(dots, OPEN)).filter(|open| *open > 0).map(|open| format!(", {open} open"));
        format!("{name}: {} of {} keep{}", of(dots, 0), dots.len(), open.unwrap_or_default())
    });
    let x = Axis::new("largest rate / promised rate", Scale::Log10).limited(AXIS.0, AXIS.1);
    let kinds = LOOKS.map(|(name, _, look)| (name, look));
    let panel = Panel::dots(x, Axis::rows(names), &kinds, &dots);
    let region = Region::new((f64::NEG_INFINITY, ALLOWED), (f64::NEG_INFINITY, f64::INFINITY), "kept");
    Ok(LineFigure::single(panel.region(region.named_in(Corner::BottomLeft))).plot_height(310.0).draw()?)
}
