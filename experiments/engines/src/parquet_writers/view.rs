//! A panel for each writer: the exact rate over the target against the number of keys, for two targets.

use std::collections::{BTreeMap, BTreeSet};

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::kept::ALLOWED;

const TARGETS: [(f64, &str, Look); 2] = [
    (0.01, "target 0.01", Look::new(Colour::Blue)),
    (1e-5, "target 0.00001", Look::new(Colour::Vermilion).marked(Marker::Diamond)),
];
/// Below, ratios are cut off.
const AXIS: (f64, f64) = (0.03, 40.0);
/// The numbers of keys of the sweeps; far more do not fit the largest filter that Java writes.
const KEYS: (f64, f64) = (18_000.0, 90_000.0);

/// Of each writer the case with most sizes: that in which it is told the number of keys, where it takes it.
fn sweeps(rows: &[Row]) -> BTreeMap<&str, Vec<&Row>> {
    let mut cases: BTreeMap<&str, BTreeMap<String, Vec<&Row>>> = BTreeMap::new();
    let is_drawn =
        |row: &&Row| TARGETS.iter().any(|(target, ..)| *target == row.promised) && (row.items as f64) < KEYS.1;
    for row in rows.iter().filter(is_drawn) {
        // ClickHouse takes bits for each value, so that its cases are targets; pyarrow folds what is made for more keys to the same sizes
        let kind = ["bits=", "ndv"].into_iter().find(|kind| row.case.starts_with(kind)).unwrap_or(&row.case);
        cases.entry(&row.writer).or_default().entry(kind.to_owned()).or_default().push(row);
    }
    let most = cases.into_iter().map(|(writer, cases)| (writer, cases.into_values().max_by_key(Vec::len)));
    most.filter_map(|(writer, rows)| Some((writer, rows?))).collect()
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let sweeps = sweeps(rows);
    let of = |target: f64| sweeps.values().flatten().filter(move |row| row.promised == target);
    let missing: BTreeSet<&str> =
        sweeps.values().flatten().filter(|row| row.ratio() > ALLOWED).map(|row| &*row.writer).collect();
    let (strict, usual) =
        (largest(of(TARGETS[1].0), |row| row.ratio())?, largest(of(TARGETS[0].0), |row| row.ratio())?);
    let lowest = smallest(sweeps.values().flatten(), |row| row.ratio())?;
    let capped = largest(rows.iter().filter(|row| row.items as f64 > KEYS.1), |row| row.items as f64)?.row;
    Ok(Facts::new()
        .count("writers", sweeps.len() as u64)
        .count("missing", missing.len() as u64)
        .number("strict", strict.value, 2)
        .number("usual", usual.value, 2)
        .number("lowest", lowest.value, 2)
        .count("capped_keys", capped.items)
        .percent("capped", capped.computed, 2)
        .number("strict_target", TARGETS[1].0, 1)
        .number("usual_target", TARGETS[0].0, 1))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    // writers with the same sizes share a panel
    let mut groups: Vec<(Vec<&str>, Vec<Vec<Point>>)> = Vec::new();
    for (writer, rows) in sweeps(rows) {
        let points: Vec<Vec<Point>> = TARGETS.iter().map(|(target, ..)| points(&rows, *target)).collect();
        match groups.iter_mut().find(|(_, known)| *known == points) {
            Some((writers, _)) => writers.push(writer),
            None => groups.push((vec![writer], points)),
        }
    }
    let panels: Vec<Panel> = groups.into_iter().map(|(writers, points)| panel(&writers.join(", "), points)).collect();
    Ok(LineFigure::new(panels).columns(2).sharing_x().sharing_y().plot_height(150.0).draw()?)
}

fn points(rows: &[&Row], target: f64) -> Vec<Point> {
    let of = rows.iter().filter(|row| row.promised == target).sorted_by_key(|row| row.items);
    of.map(|row| Point::new(row.items as f64, row.ratio())).collect()
}

fn panel(writers: &str, points: Vec<Vec<Point>>) -> Panel {
    let most = points.iter().flatten().map(|point| point.y).fold(0.0, f64::max);
    let is_kept = most <= ALLOWED;
    let title = if is_kept { format!("{writers}: kept") } else { format!("{writers}: up to {most:.1} times here") };
    let step =
        points.iter().flat_map(|points| points.windows(2)).find(|pair| pair[0].y > ALLOWED && pair[1].y < pair[0].y);
    let step = step.map(|pair| (pair[0].x, pair[0].y)).filter(|_| writers.contains(", "));
    let series = TARGETS.iter().zip(points).filter(|(_, points)| !points.is_empty());
    let series = series.map(|((_, name, look), points)| Series::new(*name, Mark::Joined, points).look(*look));
    let x = Axis::new("keys *n*", Scale::Log10).ticked([(2e4, "20,000"), (4e4, "40,000"), (8e4, "80,000")]);
    let y = Axis::new("rate / target", Scale::Log10).limited(AXIS.0, AXIS.1);
    let panel = Panel::new(x.limited(KEYS.0, KEYS.1), y, series).titled(title);
    let panel = panel.region(Region::above(ALLOWED, "target missed"));
    match step {
        Some(at) => panel.note(Note::arrow(at, (22.0, -20.0), "before the size doubles")),
        None => panel,
    }
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let place = |row: &Row| format!("{} {}, n = {}, target {}", row.writer, row.case, row.items, row.promised);
    let contained = contained(rows.iter().filter(|row| row.measured.is_some()), |row| (row.computed, row.measured))?;
    let exact = Decision::new("E18").threshold("has: at least 95 % of the 99 % intervals contain it");
    let sweeps = sweeps(rows);
    let drawn = || sweeps.values().flatten().copied();
    let worst = largest(drawn(), |row| row.ratio())?;
    let missing: BTreeSet<&str> = drawn().filter(|row| row.ratio() > ALLOWED).map(|row| &*row.writer).collect();
    Ok(vec![
        exact.in_share(contained, 0.95, |row| place(row)),
        Decision::title()
            .measured_as("largest exact rate over the target", worst.value)
            .decide(missing.len() * 2 >= sweeps.len() && worst.value > 2.0, place(worst.row)),
    ])
}
