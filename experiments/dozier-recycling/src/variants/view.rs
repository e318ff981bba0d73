//! The variants' differences to the non-retaining filter with replacement, with their signs.
//! What the table decides of the papers' sentences on the variants.

use std::collections::BTreeMap;

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use itertools::Itertools;

use super::Row;
use crate::enumerated::{Reset, positions_name};
use crate::verdicts::range;

/// The papers' size from which on the distinction is said to have an unnoticeable impact.
const SAID: f64 = 1000.0;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let drawn = drawn(rows)?;
    let (size, rate) = at_said(&drawn, |row| row.relative_difference)?;
    Ok(Facts::new()
        .count("size", size)
        .count("shown", drawn.first().ok_or("no rows")?.hashes)
        .count("said", SAID as u64)
        .percent("most", rate.abs(), 2)
        .percent("fewer", at_said(&drawn, |row| row.messages_relative_difference)?.1.abs(), 2))
}

/// The rows that are drawn, of the first σ/M and one k.
fn drawn(rows: &[Row]) -> Result<Vec<&Row>> {
    let fill = rows.first().map(|row| row.fill);
    let of_fill = || rows.iter().filter(|row| Some(row.fill) == fill);
    let hashes: Vec<u64> = of_fill().map(|row| row.hashes).dedup().collect();
    let k = *hashes.get(hashes.len() / 2).ok_or("no rows")?;
    Ok(of_fill().filter(|row| row.hashes == k).collect())
}

/// The smallest size that the papers mean, and the largest difference there.
fn at_said(drawn: &[&Row], difference: fn(&Row) -> f64) -> Result<(u64, f64)> {
    let bits = drawn.iter().map(|row| row.bits).filter(|bits| *bits as f64 >= SAID).min();
    let here = drawn.iter().filter(|row| Some(row.bits) == bits).map(|row| (row.bits, difference(row)));
    Ok(here.max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs())).ok_or("no filter so large")?)
}

/// Whether the differences of the rate are smaller in every larger filter.
fn title(rows: &[Row]) -> Result<Decision> {
    let drawn = drawn(rows)?;
    let (size, most) = at_said(&drawn, |row| row.relative_difference)?;
    let beyond: Vec<&Row> = drawn.into_iter().filter(|row| row.bits > size).collect();
    let is_less = beyond.iter().all(|row| row.relative_difference.abs() < most.abs());
    Ok(Decision::title()
        .measured_as("largest relative difference of the rate at the size of the title", most.abs())
        .tested_on(&beyond)?
        .decide(is_less, "it is as large in a larger filter"))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let drawn = drawn(rows)?;
    let k = drawn.first().ok_or("no rows")?.hashes;
    let panel = |title: &str, y: &str, said_at: f64, difference: fn(&Row) -> f64| {
        let most = at_said(&drawn, difference)?;
        let text = format!("{:+.1} % at {}", 100.0 * most.1, most.0).replace('-', "−");
        let lower = if most.1 < 0.0 { 30.0 } else { -30.0 };
        Ok::<_, AnyError>(
            Panel::new(
                Axis::new("memory *M* (bits)", Scale::Log2),
                Axis::new(y, Scale::SymLog { linear_to: 1e-5 }).percent(),
                curves(&drawn, difference),
            )
            .titled(format!("{title}, *k* = {k}"))
            .reference(Reference::horizontal(0.0, ""))
            .reference(Reference::vertical(SAID, "the papers: *M* > 1000").named_at(said_at))
            .note(Note::arrow((most.0 as f64, most.1), (44.0, lower), text)),
        )
    };
    let panels = [
        panel("(a) Average rate", "relative difference of the rate", 1.0, |row| row.relative_difference)?,
        panel("(b) Messages per cycle", "relative difference of the messages", 0.0, |row| {
            row.messages_relative_difference
        })?,
    ];
    Ok(LineFigure::new(panels).plot_height(250.0).draw()?)
}

fn curves(rows: &[&Row], difference: fn(&Row) -> f64) -> Vec<Series> {
    let (with, without) = (positions_name(Sampling::WithReplacement), positions_name(Sampling::WithoutReplacement));
    let variants = [
        (with, Reset::Retain, "retaining", Look::new(Colour::Blue)),
        (without, Reset::Forget, "distinct positions", Look::new(Colour::Vermilion).dashed(Dash::Dashed)),
        (without, Reset::Retain, "both", Look::new(Colour::Green).dashed(Dash::DashDot)),
    ];
    let curve = |(positions, reset, name, look): (&str, Reset, &str, Look)| {
        let of = rows.iter().filter(|row| row.positions == positions && row.retention == reset.name());
        Series::new(name, Mark::Line, of.map(|row| Point::new(row.bits as f64, difference(row)))).look(look)
    };
    variants.map(curve).into()
}

/// A relative difference of rates that would be noticed.
const NOTICEABLE: f64 = 0.01;
/// Both papers' filters have more bits than this.
const LARGE: u64 = 1000;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let is_with_replacement = |row: &Row| row.positions == positions_name(Sampling::WithReplacement);
    let is_retaining = |row: &Row| row.retention == Reset::Retain.name();
    let positions = rows.iter().filter(|row| !is_retaining(row) && !is_with_replacement(row));
    let all = rows.iter().filter(|row| is_retaining(row) || !is_with_replacement(row));
    Ok(vec![
        title(rows)?,
        nearly_the_same("R11", "cannot be told apart", &positions.collect::<Vec<_>>())?,
        nearly_the_same("R12", "nearly the same", &all.collect::<Vec<_>>())?,
    ])
}

fn nearly_the_same(id: &'static str, words: &str, rows: &[&Row]) -> Result<Decision> {
    let difference = |row: &&Row| row.relative_difference.abs();
    let is_noticeable = |row: &Row| difference(&row) > NOTICEABLE;
    let (from, to) = range(rows.iter().map(|row| row.fill));
    // the size from which on all differences are below the limit, by k; found at the smallest and the largest σ/M alone
    let is_edge = |row: &Row| [from, to].contains(&row.fill);
    let needed = |k: u64| {
        let noticeable = rows.iter().filter(|row| row.hashes == k && is_edge(row) && is_noticeable(row));
        (k, 2 * noticeable.map(|row| row.bits).max().unwrap_or(0))
    };
    let needed: BTreeMap<u64, u64> = rows.iter().map(|row| needed(row.hashes)).collect();
    let last = rows.iter().map(|row| row.bits).max().unwrap_or(0);
    // and tested at those between
    let is_large = |row: &Row| needed.get(&row.hashes).is_some_and(|bits| row.bits >= *bits);
    let mut between = rows.iter().filter(|row| !is_edge(row) && is_large(row)).peekable();
    let is_confirmed = between.peek().is_some() && between.all(|row| !is_noticeable(row));
    let sizes = needed.iter().map(|(k, bits)| format!("{bits} bits for k = {k}")).join(", ");
    let large = || rows.iter().copied().filter(|row| row.bits > LARGE);
    let most = large().max_by(|a, b| difference(a).total_cmp(&difference(b))).ok_or("no large filter")?;
    Ok(Decision::new(id)
        .measured(difference(&most))
        .threshold(format!("{words}: within {:.0} %", 100.0 * NOTICEABLE))
        .tested_on(large())?
        .decide_if(
            !large().any(is_noticeable),
            needed.values().all(|bits| *bits <= last) && is_confirmed,
            format!("σ is {from} to {to} of M and the filter has at least {sizes}"),
            format!("no size is large enough for σ from {from} to {to} of M"),
        )
        .remark(format!("the difference is largest at M = {}, k = {}, σ = {}", most.bits, most.hashes, most.sigma)))
}
