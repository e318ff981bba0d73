//! When a case has been measured well enough.

use crate::row::Row;

/// Rates are measured to this share of the rate, the half-width of the 99 % interval …
const PRECISION: f64 = 0.05;
/// … planned somewhat closer, so that the first plan is the last more often …
const PLANNED: f64 = 0.9 * PRECISION;
/// … and where the interval contains the largest rate that is taken for keeping the promise, to this share.
const DECIDING: f64 = 0.01;
const ALLOWED: f64 = 1.05;
/// So far below its promise a rate is not measured to a share of itself …
const FAR_BELOW: f64 = 0.05;
/// … nor below this where there is no promise.
const LEAST: f64 = 1e-6;
/// The fewest units over which an interval is taken, and the fewest filters of a large kind, which are alike.
const FEWEST_UNITS: u64 = 30;
const FEWEST_LARGE: u64 = 6;
const LARGE: u64 = 100_000;
/// The most trials of a case.
const MOST_TRIALS: u64 = 200_000;

fn fewest(row: &Row) -> u64 {
    if row.items >= LARGE && row.unit != "query" { FEWEST_LARGE } else { FEWEST_UNITS }
}

/// Whether there are units enough to say how much they differ.
pub fn has_enough_units(row: &Row) -> bool {
    row.trials > 0 && row.counts.units >= fewest(row)
}

fn is_within(row: &Row, precision: f64) -> bool {
    row.counts.positives > 0 && row.counts.half_width() < precision * row.counts.rate()
}

/// Whether the interval leaves open if the promise is kept.
fn is_open(row: &Row) -> bool {
    row.target.is_some_and(|target| (row.counts.rate() - ALLOWED * target).abs() < row.counts.half_width())
}

fn is_far_below(row: &Row) -> bool {
    row.counts.upper() < row.target.map_or(LEAST, |target| FAR_BELOW * target)
}

/// The precision that is wanted next.
fn wanted(row: &Row) -> f64 {
    if is_within(row, PRECISION) && is_open(row) { DECIDING } else { PRECISION }
}

/// Whether no more trials are wanted.
pub fn is_done(row: &Row) -> bool {
    row.trials >= MOST_TRIALS || has_enough_units(row) && (is_far_below(row) || is_within(row, wanted(row)))
}

/// How many more trials a narrow interval needs, from the variance so far; one where none was made.
pub fn trials_needed(row: &Row) -> u64 {
    if row.trials == 0 {
        return 1;
    }
    let each = row.counts.units as f64 / row.trials as f64;
    let for_units = (fewest(row).saturating_sub(row.counts.units) as f64 / each).ceil();
    let planned = wanted(row) * PLANNED / PRECISION;
    // as if one more had been found, so that a plan without positives has an end
    let rate = row.counts.rate().max(1.0 / (row.counts.units * row.counts.asked) as f64);
    let width = if row.counts.units < 3 || row.counts.positives == 0 { rate } else { row.counts.half_width() };
    let times = (width / (planned * rate)).powi(2) - 1.0;
    let more = (times * row.trials as f64).ceil().max(for_units).clamp(1.0, MOST_TRIALS as f64);
    more as u64
}
