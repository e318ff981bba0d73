//! When a round has been measured well enough.

use crate::table::Row;

/// Rates that are claimed are measured to this share of the rate: the half-width of the 99 % interval …
const PRECISION: f64 = 0.03;
/// … and planned for somewhat less, so that the first plan is the last more often.
const PLANNED: f64 = 0.028;
/// Promises up to this are measured on the fewest filters.
const LEAST_CLAIM: f64 = 1e-5;
/// So far below its promise a rate is not measured to a share of itself.
const FAR_BELOW: f64 = 0.05;
/// From so many items on, the fewest filters over which an interval is taken: the larger they are, the less they differ.
const FEWEST_FILTERS: [(u64, u64); 3] = [(10_000_000, 3), (100_000, 8), (0, 30)];
/// −ln 0.005: as many expected positives leave none with the probability beyond one end of a 99 % interval.
const NO_POSITIVE: f64 = 5.3;
/// The 99.5 % quantiles of Student's distribution with 1, 2, … degrees of freedom, and of the normal one.
const STUDENT_99: [f64; 7] = [63.657, 9.925, 5.841, 4.604, 4.032, 3.707, 3.499];
const NORMAL_99: f64 = 2.5758;

fn fewest(row: &Row) -> u64 {
    FEWEST_FILTERS.iter().find(|(items, _)| row.round.inserted >= *items).map_or(0, |(_, filters)| *filters)
}

/// The quantile for an interval over so many filters.
fn quantile(filters: u64) -> f64 {
    let freedom = filters.saturating_sub(1).max(1);
    let tabled = STUDENT_99.get(freedom as usize - 1).copied();
    // the expansion by powers of the reciprocal of the degrees of freedom
    let first = (NORMAL_99.powi(3) + NORMAL_99) / (4.0 * freedom as f64);
    tabled.unwrap_or(NORMAL_99 + first * (1.0 + 1.4 / freedom as f64))
}

/// The half-width of the 99 % interval of the mean rate.
fn half_width(row: &Row) -> f64 {
    quantile(row.filters) * row.standard_error()
}

/// Whether the interval of the mean rate is narrow.
pub fn is_narrow(row: &Row) -> bool {
    row.filters >= fewest(row) && row.positives > 0 && half_width(row) < PRECISION * row.rate()
}

/// Whether the rate is so far below the promise that nobody asks for a share of it.
pub fn is_far_below(row: &Row) -> bool {
    let none = NO_POSITIVE / (row.filters.max(1) * row.queries) as f64;
    let upper = (row.rate() + half_width(row)).max(none);
    row.filters >= fewest(row) && upper < FAR_BELOW * row.round.target
}

/// Whether a rate is claimed that is to be measured narrowly.
pub fn is_claimed(row: &Row) -> bool {
    row.round.target > LEAST_CLAIM
}

/// Whether no more filters are wanted.
pub fn is_done(row: &Row) -> bool {
    let is_enough = !is_claimed(row) && row.filters >= fewest(row);
    is_enough || is_narrow(row) || is_far_below(row)
}

/// How many more filters an interval that is narrow needs, from the variance so far; from that of independent answers at the
/// promised rate where there is none.
pub fn filters_needed(row: &Row) -> u64 {
    let least = fewest(row);
    if !is_claimed(row) {
        return least.saturating_sub(row.filters);
    }
    let queries = row.queries as f64;
    let (mean, deviation) = if row.filters < least || row.positives == 0 {
        (queries * row.round.target, 0.0)
    } else {
        (queries * row.rate(), queries * row.standard_error() * (row.filters as f64).sqrt())
    };
    // never less than independent answers have
    let relative = deviation.powi(2).max(mean * (1.0 - mean / queries)) / mean.powi(2);
    let is_enough = |filters: &u64| quantile(*filters).powi(2) * relative <= PLANNED.powi(2) * *filters as f64;
    let normal = ((NORMAL_99 / PLANNED).powi(2) * relative).ceil() as u64;
    let total = (normal.max(least)..).find(is_enough).unwrap_or(normal);
    total.saturating_sub(row.filters)
}
