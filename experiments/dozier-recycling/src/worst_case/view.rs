//! The best k beside (M/n) ln 2, and how far the exact rate lies above eq. 1.
//! What the table decides of the papers' sentences on eq. 1.

use super::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let last = rows.iter().rfind(|row| row.part == SIZE).ok_or("no sizes")?;
    let above = |rate: Option<f64>| rate.map_or(0.0, |rate| rate / last.classic - 1.0);
    Ok(Facts::new()
        .number("farthest", farthest(rows)?, 3)
        .count("filters", rows.iter().filter(|row| row.part == BEST).count() as u64)
        .count("most_bits", rows.iter().filter(|row| row.part == BEST).map(|row| row.bits).max().unwrap_or(0))
        .count("largest", last.bits)
        .percent("above", above(last.with_replacement), 2)
        .percent("above_distinct", above(last.without_replacement), 2))
}

/// How far the best k lies from (M/n) ln 2, at most.
fn farthest(rows: &[Row]) -> Result<f64> {
    let best = rows.iter().filter(|row| row.part == BEST);
    let away =
        |row: &&Row| row.predicted_hashes.map_or(f64::INFINITY, |predicted| (row.hashes as f64 - predicted).abs());
    Ok(largest(best, away)?.value)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([best(rows)?, excess(rows)?]).plot_height(220.0).draw()?)
}

/// The best k less (M/n) ln 2, for every M.
fn best(rows: &[Row]) -> Result<Panel> {
    let away = |row: &Row| {
        let away = row.hashes as f64 - row.predicted_hashes?;
        Some(Point::new(row.bits as f64 / row.messages as f64, away))
    };
    let points: Vec<Point> = rows.iter().filter(|row| row.part == BEST).filter_map(away).collect();
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
    let sizes = || rows.iter().filter(|row| row.part == SIZE);
    let curve = |name: &str, look: Look, rate: fn(&Row) -> Option<f64>| {
        let point = |row: &Row| Some(Point::new(row.bits as f64, rate(row)? / row.classic - 1.0));
        Series::new(name, Mark::Line, sizes().filter_map(point)).look(look)
    };
    let last = sizes().next_back().ok_or("no sizes")?;
    let series = [
        curve("with replacement", Look::new(Colour::Blue), |row| row.with_replacement),
        curve("distinct positions", Look::new(Colour::Vermilion).dashed(Dash::Dashed), |row| row.without_replacement),
    ];
    let (x, y) = (
        Axis::new("memory *M* (bits)", Scale::Log2),
        Axis::new("exact rate / formula − 1", Scale::Log10).percent().limited(1.2e-5, 0.3),
    );
    let filter = format!("*k* = {}, *M*/*n* = {}", last.hashes, last.bits / last.messages);
    let name = |line: &Series, offset: (f64, f64), look: Look| {
        let at = line.points().get(line.points().len() / 2).ok_or("no sizes")?;
        Ok::<_, AnyError>(Note::text((at.x, at.y), offset, line.name()).coloured(look.colour()))
    };
    let names = [
        name(&series[0], (8.0, -10.0), Look::new(Colour::Blue))?,
        name(&series[1], (-10.0, 10.0), Look::new(Colour::Vermilion))?,
    ];
    let panel = Panel::new(x, y, series.map(Series::unlisted))
        .note(Note::text((65536.0, 0.2), (-6.0, 0.0), filter).coloured(Colour::Grey))
        .titled("(b) The exact rate exceeds it like 1/*M*");
    Ok(names.into_iter().fold(panel, Panel::note))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let of = |part: &str| rows.iter().filter(|row| row.part == part).collect::<Vec<_>>();
    let (best, grid) = (of(BEST), of(GRID));
    if best.is_empty() || grid.is_empty() {
        return Err("a part of the table is missing".into());
    }
    let farthest = farthest(rows)?;
    let title = Decision::title()
        .measured_as("largest distance of the best k from (M/n) ln 2", farthest)
        .tested_on(&best)?
        .decide(farthest <= 0.5, format!("it is {farthest:.2} away"));
    Ok(vec![title, minimum(&best)?.tested_on(&best)?, bound(&grid)?.tested_on(&grid)?, stirling(&grid)?])
}

fn minimum(best: &[&Row]) -> Result<Decision> {
    let away = |row: &&&Row| match row.predicted_hashes {
        // no filter has fewer than one hash function
        Some(predicted) => (row.hashes as f64 - predicted.max(1.0)).abs(),
        None => f64::INFINITY,
    };
    let farthest = largest(best, away)?.value;
    let (low, high) = extent(best.iter().map(|row| row.bits as f64))?;
    let over = format!("over {} filters of {low} to {high} bits", best.len());
    Ok(Decision::new("R21")
        .measured(farthest)
        .threshold("near: less than 1 from it")
        .decide(farthest < 1.0, format!("it is {farthest:.2} away in a filter"))
        .remark(over))
}

fn bound(grid: &[&Row]) -> Result<Decision> {
    let with = share(grid, |row| row.classic_bounds_with == Some(true))?.having;
    let without = share(grid, |row| row.classic_bounds_without == Some(true))?.having;
    Ok(Decision::new("R36")
        .measured(with as f64 / grid.len() as f64)
        .decide(with == grid.len(), format!("eq. 1 is above the rate in {} filters", grid.len() - with))
        .remark(format!("without replacement it is one in {without} of {} only", grid.len())))
}

/// On the filters whose two rates differ; the formula cannot be both there.
fn stirling(grid: &[&Row]) -> Result<Decision> {
    let differ: Vec<&Row> =
        grid.iter().copied().filter(|row| row.with_replacement != row.without_replacement).collect();
    let distinct = share(&differ, |row| row.stirling_is_without == Some(true))?;
    let independent = share(&differ, |row| row.stirling_is_with == Some(true))?;
    let (having, of) = (distinct.having, distinct.of);
    let why = format!(
        "it is their rate in {having} of {of} filters, and that of independent positions in {}",
        independent.having
    );
    Ok(Decision::new("R37").measured(distinct.value()).tested_on(&differ)?.decide(having == of, why))
}
