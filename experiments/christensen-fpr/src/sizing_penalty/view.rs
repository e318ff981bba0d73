//! By how much filters sized with eq. 1 miss their target.
//! Whether filters sized with the classic formula are too small.

use super::*;

/// The largest n that is drawn: beyond it the lines are at 1.
const MOST_ITEMS: u64 = 128;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(rows, |row| row.penalty)?;
    let kept = share(rows, |row| row.penalty <= 1.0)?;
    let noticed = largest(rows.iter().filter(|row| row.penalty > NOTICEABLE), |row| row.items as f64)?;
    let missing = largest(rows, |row| row.bits_needed as f64 - row.bits as f64)?;
    Ok(Facts::new()
        .number("penalty", worst.value, 2)
        .percent("strictest", worst.row.target, 1)
        .count("kept", kept.having as u64)
        .count("filters", kept.of as u64)
        .count("most_items", rows.iter().map(|row| row.items).max().unwrap_or(0))
        .count("drawn", MOST_ITEMS)
        .count("noticed", noticed.row.items)
        .percent("noticeable", NOTICEABLE - 1.0, 1)
        .number("missing", missing.value, 1))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let worst = largest(rows, |row| row.penalty)?;
    let text = facts(rows)?.fill("{penalty} times the target of {strictest}")?;
    let drawn = rows.iter().filter(|row| row.items <= MOST_ITEMS);
    let name = |row: &&Row| format!("target {} %", 100.0 * row.target);
    let point = |row: &&Row| Some(Point::new(row.items as f64, row.penalty));
    let lines = Series::by_name(drawn, name, Mark::Joined, point).into_iter().enumerate();
    let ticks = [0.9, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0].map(|ratio| (ratio, ratio.to_string()));
    let panel = Panel::new(
        Axis::new("items *n*", Scale::Log10).ticked([1, 10, 100].map(|n| (f64::from(n), n.to_string()))),
        Axis::new("exact rate / target", Scale::Log10).limited(0.88, 3.0).ticked(ticks),
        lines.map(|(i, line)| line.look(looks::step(i))),
    );
    let panel = panel
        .labelled()
        .region(Region::above(1.0, "target missed").named_in(Corner::TopRight))
        .note(Note::ring((worst.row.items as f64, worst.value), (20.0, 0.0), text));
    Ok(LineFigure::single(panel).draw()?)
}

/// The ratio of rate to target from which on a miss is noticeable.
const NOTICEABLE: f64 = 1.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let is_short = |row: &&Row| row.bits < row.bits_needed && row.penalty > 1.0;
    let short = share(rows, is_short)?.value();
    let most = rows.iter().filter(is_short).map(|row| row.bits_needed - row.bits).max().unwrap_or(0);
    let highest = largest(rows, |row| row.penalty)?;
    let worst = highest.value;
    let strictest = smallest(rows, |row| row.target)?.value;
    let otherwise = format!("{worst:.3} at n = {}, target {}", highest.row.items, highest.row.target);
    let title = Decision::title().measured_as("largest exact rate over the target", worst);
    let noticed = rows.iter().filter(|row| row.penalty > NOTICEABLE).map(|row| row.items).max().unwrap_or(0);
    Ok(vec![
        title.decide(worst > 1.0 && highest.row.items == 1 && highest.row.target == strictest, otherwise),
        Decision::new("C06")
            .measured(short)
            .threshold("too small: it lacks a bit or more, and its exact rate is above the target")
            .range(Range::of("n", rows.iter().map(|row| (row.items as f64, row.penalty > 1.0))))
            .decide(short > 0.0, "every filter has the bits it needs")
            .remark(format!(
                "by at most {most} bits; the rate is up to {worst:.2} times the target, and more than {:.0} % above it only up to n = {noticed}",
                100.0 * (NOTICEABLE - 1.0)
            )),
    ])
}
