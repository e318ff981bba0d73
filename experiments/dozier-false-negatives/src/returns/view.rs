//! The share of returns that is missed, against the mean reuse distance and against the age of a cycle.

use super::*;

/// The mean distance of the title, over a cycle.
const TENTH: f64 = 0.1;

/// The rows for all ages of the largest filter, or of the smallest.
fn at_size(rows: &[Row], largest: bool) -> Result<impl Iterator<Item = &Row>> {
    let sizes = rows.iter().map(|row| row.bits).minmax().into_option().ok_or("no rows")?;
    let bits = if largest { sizes.1 } else { sizes.0 };
    Ok(rows.iter().filter(move |row| row.bits == bits && row.age_over_cycle.is_none() && row.simulated.is_none()))
}

/// At a mean distance of a tenth of a cycle.
fn tenth(rows: &[Row], law: Law) -> Result<&Row> {
    let found = at_size(rows, true)?.find(|row| row.law == law && (row.distance_over_cycle / TENTH - 1.0).abs() < 1e-3);
    found.ok_or_else(|| "no mean distance of a tenth".into())
}

/// The rates of the smallest filter beside those of the largest, for geometric distances, which have every ratio at every size.
fn sizes(rows: &[Row]) -> Result<impl Iterator<Item = (&Row, &Row)>> {
    Ok(at_size(rows, false)?.zip(at_size(rows, true)?).filter(|(small, _)| small.law == Law::Geometric))
}

/// Their largest relative difference.
fn difference(rows: &[Row]) -> Result<f64> {
    Ok(largest(sizes(rows)?, |(small, large)| (small.rate / large.rate - 1.0).abs())?.value)
}

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let large = tenth(rows, Law::Geometric)?;
    let small = at_size(rows, false)?.next().ok_or("no rows")?;
    Ok(Facts::new()
        .percent("share", large.rate, 2)
        .percent("young", large.rate_while_young.ok_or("no young cycle")?, 2)
        .number("tenth", TENTH, 1)
        .count("small_bits", small.bits)
        .count("large_bits", large.bits)
        .number("cycle", large.messages_per_cycle, 4)
        .percent("difference", difference(rows)?, 1))
}

const GEOMETRIC: Look = Look::new(Colour::Blue).heavy();
const UNIFORM: Look = Look::new(Colour::Vermilion).dashed(Dash::Dashed).marked(Marker::Square);

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([distances(rows)?, ages(rows)?]).plot_height(280.0).draw()?)
}

fn distances(rows: &[Row]) -> Result<Panel> {
    let mut series = Vec::new();
    for (law, name, look) in [(Law::Geometric, "geometric", GEOMETRIC), (Law::Uniform, "uniform", UNIFORM)] {
        let exact = at_size(rows, true)?.filter(|row| row.law == law);
        let exact = exact.map(|row| Point::new(row.distance_over_cycle, row.rate));
        let simulated = rows.iter().filter(|row| row.law == law);
        let simulated = simulated.filter_map(|row| Some(row.simulated?.at(row.distance_over_cycle)));
        series.extend(Series::model(name, look, exact, simulated));
    }
    let row = tenth(rows, Law::Geometric)?;
    let note = Note::arrow(
        (row.distance_over_cycle, row.rate),
        (20.0, 44.0),
        facts(rows)?.fill("{share} at\n{tenth} cycles")?,
    );
    let x = Axis::new("mean distance of returns / messages of a cycle", Scale::Log10);
    Ok(Panel::new(x, Axis::new("share of returns taken for new", Scale::Log10), series)
        .titled("(a) Short returns are missed in proportion")
        .labelled()
        .note(note))
}

fn ages(rows: &[Row]) -> Result<Panel> {
    let followed: Vec<&Row> = rows.iter().filter(|row| row.age_over_cycle.is_some()).collect();
    let lines: Vec<&[&Row]> = followed.chunk_by(|a, b| a.mean_distance == b.mean_distance).collect();
    let count = lines.len();
    let series = lines.into_iter().enumerate().map(|(i, line)| {
        let points = line.iter().map(|row| Point::new(row.age_over_cycle.unwrap_or(0.0), row.rate));
        let share = line.first().map_or(f64::NAN, |row| row.distance_over_cycle);
        Series::new(format!("{:.1} cycles", share), Mark::Line, points).look(Look::step(i, count))
    });
    let x = Axis::new("messages since the filter was cleared / cycle", Scale::Linear);
    let y = Axis::new("share of returns taken for new", Scale::Linear).including(0.0);
    Ok(Panel::new(x, y, series.collect::<Vec<_>>())
        .note(Note::text((1.0, 0.97), (-6.0, 0.0), "lines: mean distances of returns").coloured(Colour::Grey))
        .titled("(b) Just cleared, it misses every return")
        .labelled())
}

const UNSEEN: &str = "only the abstract could be had: the bounds and approximations are not in it";

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (geometric, uniform) = (tenth(rows, Law::Geometric)?, tenth(rows, Law::Uniform)?);
    let in_proportion = |row: &Row| (row.rate / row.distance_over_cycle - 1.0).abs() < 0.02;
    let large: Vec<&Row> = at_size(rows, true)?.filter(|row| row.law == Law::Geometric).collect();
    let young = |row: &&Row| row.rate_while_young.unwrap_or(f64::NAN);
    let range =
        Range::of("mean distance over a cycle", large.iter().map(|row| (row.distance_over_cycle, young(row) > 0.5)));
    let simulated = || rows.iter().filter(|row| row.simulated.is_some());
    let most = largest(rows, |row| row.bits as f64)?.value;
    let off = difference(rows)?;
    Ok(vec![
        Decision::title()
            .measured_as("share of returns taken for new, geometric distances", geometric.rate)
            .decide(in_proportion(geometric) && in_proportion(uniform), "not in proportion"),
        Decision::new("N01")
            .tested_on(large.iter().copied())?
            .measured(smallest(&large, |row| young(row))?.value)
            .threshold("likely: more than half of the returns")
            .decide_within(range, "at no mean distance"),
        Decision::new("N02")
            .measured(most)
            .threshold("an exact rate within a second")
            .decide(most >= 8_388_608.0, "only smaller ones")
            .remark("half a second on one core, once for all distributions of reuse distances"),
        Decision::new("N03").not_testable(UNSEEN),
        Decision::new("N04").not_testable(UNSEEN),
        Decision::new("N05").not_testable("a statement on the literature"),
        Decision::new("N06")
            .tested_on(simulated())?
            .in_intervals(contained(simulated(), |row| (row.rate, row.simulated))?),
        Decision::new("N07")
            .tested_on(sizes(rows)?.flat_map(|(small, large)| [small, large]))?
            .measured(off)
            .threshold("hardly: at most 1 %")
            .decide(off <= 0.01, format!("{off:.3} somewhere")),
    ])
}
