//! How many times the messages of two phases one phase holds.
//! What two phases cost, and whether that vanishes.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;
use itertools::Itertools;

use super::Row;
use crate::verdicts::{count, largest, range, smallest};

/// A rate that few filters have to keep.
const STRICT: f64 = 1e-5;

/// A rate that many filters keep.
const USUAL: f64 = 0.01;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let bits = most_bits(rows);
    let (lowest, highest) = range(rows.iter().map(|row| row.target));
    let more = |target: f64| {
        let row = rows.iter().find(|row| row.bits == bits && row.target == target);
        row.map(|row| row.ratio_to_both - 1.0).ok_or_else(|| format!("no rate of {target}"))
    };
    Ok(Facts::new()
        .count("most_bits", bits)
        .number("strict_rate", STRICT, 1)
        .percent("strict", more(STRICT)?, 2)
        .number("usual_rate", USUAL, 1)
        .percent("usual", more(USUAL)?, 2)
        .number("lowest_rate", lowest, 1)
        .percent("lowest", more(lowest)?, 1)
        .number("highest_rate", highest, 1)
        .percent("highest", more(highest)?, 3))
}

fn most_bits(rows: &[Row]) -> u64 {
    rows.iter().map(|row| row.bits).max().unwrap_or(0)
}

/// Whether one phase holds more in the largest filter at the strict rate.
fn title(rows: &[Row]) -> Result<Decision> {
    let at: Vec<&Row> = rows.iter().filter(|row| row.bits == most_bits(rows) && row.target == STRICT).collect();
    let more = smallest(at.iter().map(|row| row.ratio_to_both)) - 1.0;
    Ok(Decision::title()
        .measured_as("share that one phase holds more", more)
        .tested_on(at)?
        .decide(more > 0.0, "two phases hold as many"))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let mut sizes: Vec<u64> = rows.iter().map(|row| row.bits).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let looks = [Dash::Dotted, Dash::Dashed, Dash::Solid].map(|dash| Look::new(Colour::Blue).dashed(dash));
    let curve = |(&bits, look): (&u64, Look)| {
        let of = rows.iter().filter(|row| row.bits == bits);
        let mut points: Vec<Point> = of.map(|row| Point::new(row.target, row.ratio_to_both)).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series::new(format!("*M* = {}", grouped(&bits.to_string())), Mark::Line, points).look(look)
    };
    let curves: Vec<Series> = sizes.iter().zip(looks).map(curve).collect();
    let largest = curves.last().ok_or("no filter")?.points().to_vec();
    let [first, .., last] = *largest else { return Err("a filter at one rate only".into()) };
    let strict = largest.iter().find(|point| point.x >= STRICT).ok_or("no rate so high")?;
    let facts = facts(rows)?;
    let panel = Panel::new(
        Axis::new("average false-positive rate", Scale::Log10),
        Axis::new("messages: one phase / two phases", Scale::Linear).including(0.9),
        curves,
    )
    .reference(Reference::horizontal(1.0, "as many, as “closely match” would have it").named_below())
    .note(Note::arrow((strict.x, strict.y), (-30.0, -70.0), facts.fill("at {strict_rate}: {strict} more")?))
    .note(Note::arrow((first.x, first.y), (20.0, -70.0), facts.fill("at {lowest_rate}: {lowest} more")?))
    .note(Note::text((last.x, last.y), (-12.0, 0.0), facts.fill("{highest} more")?));
    Ok(LineFigure::single(panel).wide().draw()?)
}

/// The largest ratio of the messages of one phase to those of two at which the two are close.
const CLOSE: f64 = 1.1;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    // the lines stand behind what was asked for
    let asked = rows.iter().position(|row| row.is_between).unwrap_or(rows.len());
    Ok(vec![close(&rows[..asked], rows), overhead(&rows[..asked]), one_phase(&rows[..asked]), title(rows)?])
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
