//! What two phases cost, and whether that vanishes.

use super::Row;
use super::view::{CLOSE, STRICT, crossing, most_bits};
use crate::prelude::*;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let finite: Vec<&Row> = rows.iter().filter(|row| row.bits.is_some()).collect();
    let asked: Vec<&Row> = finite.iter().copied().filter(|row| !row.is_between).collect();
    let decisions = [close(&asked, &finite)?, overhead(&asked)?, one_phase(&asked)?];
    let decisions = decisions.into_iter().map(|decision| decision.tested_on(&finite));
    decisions.chain([title(rows)]).collect()
}

/// Whether one phase holds more in the largest filter at the strict rate, and the lead in infinitely many bits falls below a
/// tenth once.
fn title(rows: &[Row]) -> Result<Decision> {
    let at = rows.iter().filter(|row| row.bits == most_bits(rows) && row.target == STRICT);
    let more = smallest(at, |row| row.ratio_to_both)?;
    let crossing = crossing(rows)?;
    let mut limit = rows.iter().filter(|row| row.bits.is_none());
    let crosses_once = limit.all(|row| (row.ratio_to_both > CLOSE) == (row.target > crossing));
    Ok(Decision::title()
        .measured_as("share that one phase holds more", more.value - 1.0)
        .tested_on([more.row])?
        .decide(more.value > 1.0 && crosses_once, "two phases hold as many, or the ratio crosses 1.1 more than once"))
}

/// R09. The range is that of all rates, those of the lines among them.
fn close(rows: &[&Row], all: &[&Row]) -> Result<Decision> {
    let lowest = smallest(rows, |row| row.target)?.value;
    let farthest = largest(rows.iter().filter(|row| row.target == lowest), |row| row.ratio_to_both)?.value;
    let close = Range::found("rate", all.iter().map(|row| (row.target, row.ratio_to_both <= CLOSE)));
    let targets: Vec<f64> = rows.iter().map(|row| row.target).sorted_by(f64::total_cmp).dedup().collect();
    let words = targets.iter().step_by(4).map(|&target| {
        let at = rows.iter().filter(|row| row.target == target);
        let (low, high) = extent(at.map(|row| row.ratio_to_both))?;
        Ok(format!("{low:.2} to {high:.2} at {target:e}"))
    });
    let words = words.collect::<Result<Vec<_>>>()?;
    Ok(Decision::new("R09")
        .measured(farthest)
        .threshold(format!("close: one phase holds at most {CLOSE} times the messages"))
        .decide_within(close, "it is not, at the lowest rates")
        .remark(format!("the ratio over the sizes is {}", words.join(", "))))
}

/// R10.
fn overhead(rows: &[&Row]) -> Result<Decision> {
    let steps: Vec<(&Row, &Row)> = rows.iter().copied().tuple_windows().filter(|(a, b)| a.bits == b.bits).collect();
    let shrinks =
        |(strict, loose): &(&Row, &Row)| strict.target < loose.target && strict.ratio_to_both < loose.ratio_to_both;
    let shrinking = share(&steps, |step| shrinks(step))?;
    let decision = Decision::new("R10").measured(shrinking.value()).threshold("falls: at every step");
    in_long_cycles(decision, steps.iter().map(|step| (step.0, shrinks(step))))
}

/// R34.
fn one_phase(rows: &[&Row]) -> Result<Decision> {
    let is_better = |row: &Row| row.ratio_to_both > 1.0;
    let decision = Decision::new("R34").measured(share(rows, |row| is_better(row))?.value());
    in_long_cycles(decision, rows.iter().map(|row| (*row, is_better(row))))
}

/// Where few messages fit, what fits hangs on σ being a whole number: a claim may fail in cycles shorter than some length,
/// found on the smallest filter alone, and must hold in all that are longer.
fn in_long_cycles<'a>(decision: Decision, points: impl Iterator<Item = (&'a Row, bool)> + Clone) -> Result<Decision> {
    let length = |row: &Row| row.cycles.map_or(f64::NAN, |(_, messages, ..)| messages);
    let smallest_filter = points.clone().filter_map(|(row, _)| row.bits).min().unwrap_or(0);
    let failing = points.clone().filter(|(row, holds)| row.bits == Some(smallest_filter) && !holds);
    // shorter than any cycle if none fails
    let bound = failing.map(|(row, _)| length(row)).fold(f64::NEG_INFINITY, f64::max);
    let beyond = points.clone().filter(|(row, _)| length(row) > bound);
    let holds_beyond = beyond.clone().count() > 0 && beyond.clone().all(|(_, holds)| holds);
    let range = Range::of("messages per cycle", points.clone().map(|(row, _)| (length(row), length(row) > bound)));
    let other = beyond.filter(|(_, holds)| !holds).map(|(row, _)| row).next();
    let other = other.map(|row| format!("not at M = {} and a rate of {:e}", row.bits.unwrap_or(0), row.target));
    Ok(decision.range(range).decide_if(
        points.clone().all(|(_, holds)| holds),
        holds_beyond,
        format!("a cycle has more than {bound:.0} messages: below, at M = {smallest_filter}, what fits hangs on σ being a whole number"),
        other.unwrap_or_default(),
    ))
}
