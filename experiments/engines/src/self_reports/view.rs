//! One row for each filter that reports: the range of what it says over what it does.

use std::collections::BTreeMap;

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;

/// By how much a report may be off that is said to be right.
const CLOSE: f64 = 0.05;
/// The axis begins here; what is lower is cut off.
const LEAST: f64 = 1e-4;
/// Half the length of a bar of one point, as a factor.
const END: f64 = 1.03;
const LOOKS: [(&str, &str, Look); 2] = [
    ("engine", "engines", Look::new(Colour::Vermilion).heavy()),
    ("library", "libraries", Look::new(Colour::Blue).heavy()),
];

/// A filter with its lowest and its highest report in units of the rate, and whether all are right.
struct Reporter<'a> {
    name: &'a str,
    of: &'a str,
    range: (f64, f64),
    is_right: bool,
}

/// The lowest first.
fn reporters(rows: &[Row]) -> Vec<Reporter<'_>> {
    let mut by_name: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| by_name.entry((&row.name, &row.of)).or_default().push(row));
    let reporter = |((name, of), rows): ((_, _), Vec<&Row>)| {
        let ratios = rows.iter().map(|row| row.ratio().value);
        let range =
            ratios.fold((f64::INFINITY, 0.0), |(low, high), ratio| (f64::min(low, ratio), f64::max(high, ratio)));
        Reporter { name, of, range, is_right: rows.iter().all(|row| is_right(row)) }
    };
    let mut reporters: Vec<Reporter> = by_name.into_iter().map(reporter).collect();
    reporters.sort_by(|a, b| a.range.0.total_cmp(&b.range.0));
    reporters
}

fn is_right(row: &Row) -> bool {
    row.ratio().lower <= 1.0 + CLOSE && row.ratio().upper >= 1.0 - CLOSE
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let reporters = reporters(rows);
    let right = reporters.iter().filter(|reporter| reporter.is_right).count() as u64;
    let lowest = reporters.first().ok_or("nothing reports")?;
    let highest = largest(&reporters, |reporter| reporter.range.1)?;
    Ok(Facts::new()
        .count("kinds", reporters.len() as u64)
        .count("wrong", reporters.len() as u64 - right)
        .number("least", LEAST, 1)
        .percent("close", CLOSE, 1)
        .text("lowest_name", lowest.name)
        .number("lowest", lowest.range.0, 2)
        .text("highest_name", highest.row.name)
        .number("highest", highest.value, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let reporters = reporters(rows);
    let height = |place: usize| (reporters.len() - place) as f64;
    let bars = reporters.iter().enumerate().map(|(place, reporter)| {
        let (low, high) = reporter.range;
        let points = [low / END, high * END].map(|value| Point::new(value, height(place)));
        let look = LOOKS.iter().find(|(of, ..)| *of == reporter.of).unwrap_or(&LOOKS[0]);
        Series::new(look.1, Mark::Line, points).look(look.2)
    });
    let names = reporters.iter().enumerate().map(|(place, reporter)| (height(place), reporter.name));
    let y = Axis::new("", Scale::Linear).limited(0.4, reporters.len() as f64 + 0.6).ticked(names);
    let x = Axis::new("reported rate / measured rate", Scale::Log10).limited(LEAST, 3.0);
    let panel = Panel::new(x, y, bars.collect::<Vec<_>>()).reference(Reference::vertical(1.0, ""));
    Ok(LineFigure::single(panel).plot_height(17.0 * reporters.len() as f64 + 20.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let reporters = reporters(rows);
    let right = share(&reporters, |reporter| reporter.is_right)?;
    let lowest = smallest(rows, |row| row.ratio().value)?;
    let why = format!("{:.4} of the rate: {}, n = {}", lowest.value, lowest.row.name, lowest.row.items);
    let wrong: Vec<&str> =
        reporters.iter().filter(|reporter| !reporter.is_right).map(|reporter| reporter.name).collect();
    Ok(vec![
        Decision::new("E21")
            .measured(right.value())
            .threshold(format!("right: within {} %, or the 99 % interval is not beside it", 100.0 * CLOSE))
            .remark(format!("wrong: {}", wrong.join(", ")))
            .decide(right.value() >= 0.5, why.clone()),
        Decision::title()
            .measured_as("share of the filters whose reports are all right", right.value())
            .decide(right.value() < 0.5, why),
    ])
}
