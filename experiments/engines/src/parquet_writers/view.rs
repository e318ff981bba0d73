//! A panel for each of two targets: the exact rate over the target against the number of keys, by rule and in files.

use std::collections::BTreeMap;

use super::*;

/// Targets, each with its panel's title; the title of the figure is about the second.
const TARGETS: [(f64, &str); 2] = [
    (0.01, "(a) Asked for {usual_target}: up to {usual} times"),
    (1e-5, "(b) Asked for {strict_target}: up to {strict} times"),
];
/// The axis of ratios.
const AXIS: (f64, f64) = (0.03, 20.0);
/// Files of more keys are not drawn: they do not fit the largest filter that Java writes.
const MOST_KEYS: u64 = 90_000;

/// Of the writers that take a number of keys, and of those that take bits per value.
const KINDS: [(&str, bool, Look); 2] = [
    ("five writers", false, Look::new(Colour::Vermilion).marked(Marker::Diamond).heavy()),
    ("ClickHouse, with more bits per value", true, Look::new(Colour::Blue).dashed(Dash::Dashed)),
];

impl Row {
    fn has_bits_per_value(&self) -> bool {
        self.case.starts_with("bits=")
    }
}

/// The rows by rule.
fn ruled(rows: &[Row], target: f64, has_bits: bool) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.writer == RULE && row.promised == target && row.has_bits_per_value() == has_bits)
}

/// The files of writers that are told the number of keys, where they take it.
fn files(rows: &[Row], target: f64) -> impl Iterator<Item = &Row> + Clone {
    let is_told = |row: &Row| ["ndv", "limit", "bits="].iter().any(|told| row.case.starts_with(told));
    rows.iter().filter(move |row| row.writer != RULE && row.promised == target && row.items < MOST_KEYS && is_told(row))
}

/// The largest ratio in the files of each writer at the strict target.
fn worst(rows: &[Row]) -> BTreeMap<&str, f64> {
    let mut worst = BTreeMap::new();
    for row in files(rows, TARGETS[1].0) {
        let ratio = worst.entry(&*row.writer).or_insert(0.0);
        *ratio = f64::max(*ratio, row.ratio());
    }
    worst
}

/// The largest ratios of those that miss the target.
fn missing(rows: &[Row]) -> Vec<f64> {
    worst(rows).into_values().filter(|ratio| *ratio > ALLOWED).collect()
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let missing = missing(rows);
    let peak = |target: f64, has_bits| largest(ruled(rows, target, has_bits), |row| row.ratio());
    let [(usual, _), (strict, _)] = TARGETS;
    let clickhouse = f64::max(peak(usual, true)?.value, peak(strict, true)?.value);
    let capped = largest(rows.iter().filter(|row| row.items > MOST_KEYS), |row| row.items as f64)?.row;
    Ok(Facts::new()
        .count("writers", worst(rows).len() as u64)
        .count("missing", missing.len() as u64)
        .number("least", smallest(missing, |ratio| *ratio)?.value, 2)
        .number("strict", peak(strict, false)?.value, 2)
        .number("usual", peak(usual, false)?.value, 2)
        .number("strict_low", smallest(ruled(rows, strict, false), |row| row.ratio())?.value, 2)
        .number("clickhouse", clickhouse, 3)
        .count("least_keys", smallest(rows, |row| row.items as f64)?.row.items)
        .count("most_keys", MOST_KEYS)
        .count("capped_keys", capped.items)
        .percent("capped", capped.computed, 2)
        .number("strict_target", strict, 1)
        .number("usual_target", usual, 1))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let point = |row: &Row| Point::new(row.items as f64, row.ratio());
    let panel = |(target, title): (f64, &str)| -> Result<Panel> {
        let series = KINDS.iter().flat_map(|(name, has_bits, look)| {
            let files = files(rows, target).filter(|row| row.has_bits_per_value() == *has_bits);
            Series::model(*name, *look, ruled(rows, target, *has_bits).map(point), files.map(point))
        });
        let x = Axis::new("keys *n*", Scale::Log10).ticked([(2e4, "20,000"), (4e4, "40,000"), (8e4, "80,000")]);
        let y = Axis::new("rate / target", Scale::Log10).limited(AXIS.0, AXIS.1);
        let panel = Panel::new(x, y, series).titled(facts.fill(title)?);
        Ok(panel.region(Region::above(ALLOWED, "target missed")))
    };
    let [usual, strict] = [panel(TARGETS[0])?, panel(TARGETS[1])?];
    let at_most = |target: f64| largest(ruled(rows, target, false), |row| row.ratio()).map(|peak| point(peak.row));
    let (end, strict_end) = (at_most(TARGETS[0].0)?, at_most(TARGETS[1].0)?);
    let least = smallest(missing(rows), |ratio| *ratio)?.value;
    let file = files(rows, TARGETS[1].0).find(|row| row.ratio() == least).map(point).ok_or("no file misses")?;
    let panels =
        [
            usual.note(Note::arrow((end.x, end.y), (-20.0, -34.0), "the size doubles")),
            strict
                .note(Note::arrow((strict_end.x, strict_end.y), (-16.0, -26.0), "the size doubles"))
                .note(Note::ring((file.x, file.y), (-20.0, -12.0), facts.fill("{least} times")?)),
        ];
    Ok(LineFigure::new(panels).sharing_y().plot_height(260.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let place = |row: &Row| format!("{} {}, n = {}, target {}", row.writer, row.case, row.items, row.promised);
    let measured = || rows.iter().filter(|row| row.measured.is_some());
    let contained = contained(measured(), |row| (row.computed, row.measured))?;
    let exact =
        Decision::new("E18").tested_on(measured())?.threshold("has: at least 95 % of the 99 % intervals contain it");
    let (missing, writers) = (missing(rows), worst(rows).len());
    let least = smallest(&missing, |ratio| **ratio)?.value;
    Ok(vec![
        exact.in_share(contained, 0.95, |row| place(row)),
        Decision::title()
            .measured_as("least of the largest exact rates over the target, of writers that miss it", least)
            .tested_on(files(rows, TARGETS[1].0))?
            .decide(missing.len() + 1 == writers && least > 2.0, format!("{} of {writers} miss it", missing.len())),
    ])
}
