//! What two phases cost, and whether that vanishes.

use bloomlab_workbench::{AnyError, Decision, Range};
use itertools::Itertools;

use super::Row;
use crate::verdicts::{count, largest, range, smallest};

/// The largest ratio of the messages of one phase to those of two at which the two are close.
const CLOSE: f64 = 1.1;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    // the lines stand behind what was asked for
    let asked = rows.iter().position(|row| row.is_between).unwrap_or(rows.len());
    Ok(vec![close(&rows[..asked], rows), overhead(&rows[..asked]), one_phase(&rows[..asked])])
}

/// R09. The range is that of all rates, those of the lines among them.
fn close(rows: &[Row], all: &[Row]) -> Decision {
    let lowest = smallest(rows.iter().map(|row| row.target));
    let farthest = largest(rows.iter().filter(|row| row.target == lowest).map(|row| row.ratio_to_both));
    let close = Range::found("rate", all.iter().map(|row| (row.target, row.ratio_to_both <= CLOSE)));
    let at = |target: f64| range(rows.iter().filter(|row| row.target == target).map(|row| row.ratio_to_both));
    let targets: Vec<f64> = rows.iter().map(|row| row.target).sorted_by(f64::total_cmp).dedup().collect();
    let words = targets.iter().step_by(4).map(|&target| {
        let (low, high) = at(target);
        format!("{low:.2} to {high:.2} at {target:e}")
    });
    Decision::new("R09")
        .measured(farthest)
        .threshold(format!("close: one phase holds at most {CLOSE} times the messages"))
        .decide_within(close, "it is not, at the lowest rates")
        .remark(format!("the ratio over the sizes is {}", words.format(", ")))
}

/// R10.
fn overhead(rows: &[Row]) -> Decision {
    let steps: Vec<(&Row, &Row)> = rows.iter().tuple_windows().filter(|(a, b)| a.bits == b.bits).collect();
    let shrinks =
        |(strict, loose): &(&Row, &Row)| strict.target < loose.target && strict.ratio_to_both < loose.ratio_to_both;
    let shrinking = count(&steps, shrinks);
    let decision =
        Decision::new("R10").measured(shrinking as f64 / steps.len() as f64).threshold("falls: at every step");
    in_long_cycles(decision, steps.iter().map(|step| (step.0, shrinks(step))))
}

/// R34.
fn one_phase(rows: &[Row]) -> Decision {
    let is_better = |row: &Row| row.ratio_to_both > 1.0;
    let decision = Decision::new("R34").measured(count(rows, is_better) as f64 / rows.len() as f64);
    in_long_cycles(decision, rows.iter().map(|row| (row, is_better(row))))
}

/// Where few messages fit, what fits hangs on σ being a whole number: a claim may fail in cycles shorter than some length,
/// found on the smallest filter alone, and must hold in all that are longer.
fn in_long_cycles<'a>(decision: Decision, points: impl Iterator<Item = (&'a Row, bool)> + Clone) -> Decision {
    let length = |row: &Row| row.one_phase_messages_per_cycle;
    let smallest_filter = points.clone().map(|(row, _)| row.bits).min().unwrap_or(0);
    let failing = points.clone().filter(|(row, holds)| row.bits == smallest_filter && !holds);
    let bound = largest(failing.map(|(row, _)| length(row)));
    let beyond = points.clone().filter(|(row, _)| length(row) > bound);
    let holds_beyond = beyond.clone().count() > 0 && beyond.clone().all(|(_, holds)| holds);
    let range = Range::of("messages per cycle", points.clone().map(|(row, _)| (length(row), length(row) > bound)));
    let other = beyond.filter(|(_, holds)| !holds).map(|(row, _)| row).next();
    let other = other.map(|row| format!("not at M = {} and a rate of {:e}", row.bits, row.target));
    decision.range(range).decide_if(
        points.clone().all(|(_, holds)| holds),
        holds_beyond,
        format!("a cycle has more than {bound:.0} messages: below, at M = {smallest_filter}, what fits hangs on σ being a whole number"),
        other.unwrap_or_default(),
    )
}
