//! Cycles of oracle and user, and cycles that never end.

use super::{FILTER, MESSAGE, Row};
use crate::prelude::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let message = || rows.iter().filter(|row| row.part == MESSAGE && row.oracle > Some(0.0));
    let relative = |row: &Row, value: Option<f64>| Some(value? / row.oracle?);
    let last = message().next_back().ok_or("no message")?;
    let below = message().filter_map(|row| Some(1.0 - relative(row, row.classic)?));
    let shifted = message().filter_map(|row| relative(row, row.classic_shifted));
    let (_, hashes) = drawn(rows)?;
    Ok(Facts::new()
        .count("fewest", *hashes.first().ok_or("no hash functions")?)
        .count("second", *hashes.get(1).ok_or("one number of hash functions")?)
        .number("times", most_messages(rows)?, 2)
        .percent("user", relative(last, last.user).ok_or("no user")? - 1.0, 2)
        .percent("below", largest(below, |below| *below)?.value, 2)
        .number("shifted", largest(shifted, |times| *times)?.value, 2))
}

/// The most new messages of a user's cycle, over those of an oracle, who recycles after N.
pub(super) fn most_messages(rows: &[Row]) -> Result<f64> {
    Ok(largest(rows.iter().filter_map(longer), |times| *times)?.value)
}

fn longer(row: &Row) -> Option<f64> {
    Some(row.user_messages? / row.messages as f64)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let facts = facts(rows)?;
    let longest = largest(rows.iter().filter(|row| longer(row).is_some()), |row| longer(row).unwrap_or(0.0))?;
    let at = (longest.row.messages as f64, longest.value);
    let chance = Axis::new("probability of an endless cycle", Scale::Linear).percent();
    let later = Axis::new("new messages a cycle: user / oracle", Scale::Linear).limited(0.6, 3.0);
    let later = by_messages(rows, later, longer)?
        .reference(Reference::horizontal(1.0, "oracle").named_below())
        .note(Note::ring(at, (-16.0, 0.0), facts.fill("{times} times")?))
        .note(Note::text((1.0, 2.2), (4.0, 0.0), "a line ends where\na cycle may not end"));
    let later = named(later, rows, longer, [(-14.0, -16.0), (10.0, 3.0), (0.0, 22.0)])?;
    let never = by_messages(rows, chance, |row| row.never_ends)?;
    let halfway = |row: &Row| row.never_ends.filter(|chance| row.hashes == 1 || (0.1..0.9).contains(chance));
    let never = named(never, rows, halfway, [(-30.0, 150.0), (8.0, 4.0), (-8.0, -6.0)])?;
    let panels = [
        later.titled("(a) The user recycles later, the more the larger *N*"),
        never.titled("(b) And perhaps never, if *N* is too large"),
    ];
    Ok(LineFigure::new(panels).plot_height(230.0).legend(Legend::Hidden).draw()?)
}

/// The largest small filters with replacement, and their numbers of hash functions.
fn drawn(rows: &[Row]) -> Result<(Vec<&Row>, Vec<u64>)> {
    let bits = rows.iter().filter(|row| row.part == FILTER).map(|row| row.bits).max().ok_or("no filters")?;
    let filters: Vec<&Row> = rows.iter().filter(|row| row.bits == bits && row.is_with_replacement()).collect();
    let hashes = filters.iter().map(|row| row.hashes).sorted().dedup().collect();
    Ok((filters, hashes))
}

/// The panel with the name of each k beside the last of its points.
fn named(panel: Panel, rows: &[Row], value: fn(&Row) -> Option<f64>, offsets: [(f64, f64); 3]) -> Result<Panel> {
    let (filters, hashes) = drawn(rows)?;
    let names = zip(hashes.iter().enumerate(), offsets).filter_map(|((i, &k), offset)| {
        let of = filters.iter().filter(|row| row.hashes == k);
        let at = of.filter_map(|row| Some((row.messages as f64, value(row)?))).next_back()?;
        Some(Note::text(at, offset, format!("*k* = {k}")).coloured(Look::step(i, hashes.len()).colour()))
    });
    Ok(names.fold(panel, Panel::note))
}

/// Their values, against N.
fn by_messages(rows: &[Row], y: Axis, value: fn(&Row) -> Option<f64>) -> Result<Panel> {
    let (filters, hashes) = drawn(rows)?;
    let bits = filters.first().ok_or("no filters")?.bits;
    let series = hashes.iter().enumerate().map(|(i, &k)| {
        let of = filters.iter().filter(|row| row.hashes == k);
        let points = of.filter_map(|row| Some(Point::new(row.messages as f64, value(row)?)));
        Series::new(format!("*k* = {k}"), Mark::Joined, points).look(Look::step(i, hashes.len()))
    });
    let x = Axis::new(format!("messages *N* to recycle after (*M* = {bits})"), Scale::Linear);
    let x = x.limited(0.7, bits as f64 + 1.3).ticked((1..=bits + 1).map(|n| (n as f64, n.to_string())));
    Ok(Panel::new(x, y, series.collect::<Vec<_>>()))
}
