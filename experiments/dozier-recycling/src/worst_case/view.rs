//! The best k beside (M/n) ln 2, and how far the exact rate lies above eq. 1.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let last = of(rows, SIZE).next_back().ok_or("no sizes")?;
    let above = |rate: Option<f64>| rate.map_or(0.0, |rate| rate / last.classic - 1.0);
    Ok(Facts::new()
        .number("farthest", farthest(rows)?, 3)
        .count("filters", of(rows, BEST).count() as u64)
        .count("most_bits", of(rows, BEST).map(|row| row.bits).max().unwrap_or(0))
        .count("largest", last.bits)
        .percent("above", above(last.with_replacement), 2)
        .percent("above_distinct", above(last.without_replacement), 2))
}

fn of<'a>(rows: &'a [Row], part: &'static str) -> impl DoubleEndedIterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.part == part)
}

/// The best k less (M/n) ln 2.
fn away(row: &Row) -> f64 {
    row.predicted_hashes.map_or(f64::INFINITY, |predicted| row.hashes as f64 - predicted)
}

/// How far the best k lies from (M/n) ln 2, at most.
fn farthest(rows: &[Row]) -> Result<f64> {
    Ok(largest(of(rows, BEST).map(away), |away| away.abs())?.value.abs())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([best(rows)?, excess(rows)?]).plot_height(220.0).draw()?)
}

/// The best k less (M/n) ln 2, for every M.
fn best(rows: &[Row]) -> Result<Panel> {
    let point = |row: &Row| Point::new(row.bits as f64 / row.messages as f64, away(row));
    let points = of(rows, BEST).map(point).collect_vec();
    let farthest = largest(&points, |point| point.y.abs())?;
    let farthest = Note::ring((farthest.row.x, farthest.row.y), (-20.0, -24.0), facts(rows)?.fill("{farthest}")?);
    let y = Axis::new("best *k* − (*M*/*n*) ln 2", Scale::Linear).limited(-0.8, 0.8);
    let best = Series::new("", Mark::Markers, points).look(Look::new(Colour::Blue).marked(Marker::Ring));
    Ok(Panel::new(Axis::new("bits per message *M*/*n*", Scale::Linear), y, [best])
        .reference(Reference::horizontal(0.5, "rounded up by a half"))
        .reference(Reference::horizontal(0.0, ""))
        .reference(Reference::horizontal(-0.5, "rounded down by a half").named_below())
        .note(farthest)
        .titled("(a) The best *k* here is (*M*/*n*) ln 2, rounded"))
}

/// How far the exact rate lies above eq. 1.
fn excess(rows: &[Row]) -> Result<Panel> {
    let curve = |name: &str, look: Look, rate: fn(&Row) -> Option<f64>| {
        let point = |row: &Row| Some(Point::new(row.bits as f64, rate(row)? / row.classic - 1.0));
        Series::new(name, Mark::Line, of(rows, SIZE).filter_map(point)).look(look).unlisted()
    };
    let last = of(rows, SIZE).next_back().ok_or("no sizes")?;
    let (with, without) = (Look::new(Colour::Blue), Look::new(Colour::Vermilion).dashed(Dash::Dashed));
    let lines = [
        curve("with replacement", with, |row| row.with_replacement),
        curve("distinct positions", without, |row| row.without_replacement),
    ];
    let names = [
        looks::beside(&lines[0], 2, (8.0, -10.0), lines[0].name(), with)?,
        looks::beside(&lines[1], 2, (-10.0, 10.0), lines[1].name(), without)?,
    ];
    let x = Axis::new("memory *M* (bits)", Scale::Log2);
    let y = Axis::new("exact rate / formula − 1", Scale::Log10).percent().limited(1.2e-5, 0.3);
    let filter = format!("*k* = {}, *M*/*n* = {}", last.hashes, last.bits / last.messages);
    Ok(Panel::new(x, y, lines)
        .note(Note::text((65536.0, 0.2), (-6.0, 0.0), filter).coloured(Colour::Grey))
        .notes(names)
        .titled("(b) The exact rate exceeds it like 1/*M*"))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (best, grid) = (of(rows, BEST).collect_vec(), of(rows, GRID).collect_vec());
    let farthest = farthest(rows)?;
    let title = Decision::title()
        .measured_as("largest distance of the best k from (M/n) ln 2", farthest)
        .tested_on(&best)?
        .decide(farthest <= 0.5, format!("it is {farthest:.2} away"));
    Ok(vec![title, minimum(&best)?.tested_on(&best)?, bound(&grid)?.tested_on(&grid)?, stirling(&grid)?])
}

fn minimum(best: &[&Row]) -> Result<Decision> {
    // no filter has fewer than one hash function
    let away = |row: &&&Row| {
        row.predicted_hashes.map_or(f64::INFINITY, |predicted| (row.hashes as f64 - predicted.max(1.0)).abs())
    };
    let farthest = largest(best, away)?.value;
    let (low, high) = extent(best.iter().map(|row| row.bits as f64))?;
    Ok(Decision::new("R21")
        .measured(farthest)
        .threshold("near: less than 1 from it")
        .decide(farthest < 1.0, format!("it is {farthest:.2} away in a filter"))
        .remark(format!("over {} filters of {low} to {high} bits", best.len())))
}

fn bound(grid: &[&Row]) -> Result<Decision> {
    let with = share(grid, |row| row.classic_bounds_with == Some(true))?;
    let without = share(grid, |row| row.classic_bounds_without == Some(true))?;
    Ok(Decision::new("R36")
        .in_share(with, 1.0, |row| format!("M = {}, k = {}, n = {}", row.bits, row.hashes, row.messages))
        .remark(format!("without replacement it is one in {without} only")))
}

/// On the filters whose two rates differ; the formula cannot be both there.
fn stirling(grid: &[&Row]) -> Result<Decision> {
    let differ = grid.iter().filter(|row| row.with_replacement != row.without_replacement).collect_vec();
    let distinct = share(&differ, |row| row.stirling_is_without == Some(true))?;
    let independent = share(&differ, |row| row.stirling_is_with == Some(true))?.having;
    let why = format!("it is their rate in {distinct} filters, and that of independent positions in {independent}");
    Ok(Decision::new("R37").measured(distinct.value()).tested_on(&differ)?.decide(distinct.is_all(), why))
}
