//! When a case has been measured well enough.

use crate::row::Row;
use crate::table::Table;
use crate::tally::{NORMAL_99, quantile};

/// The half-width of the 99 % interval, as a share of the rate, to which the rates of libraries and of engines are
/// measured.
const PRECISION: (f64, f64) = (0.03, 0.05);
/// Plans aim at this share of that half-width, so that the first plan is the last more often.
const PLANNED: f64 = 0.92;
/// The half-width, as a share of the rate, if the interval contains the largest rate that counts as keeping the
/// promise.
const DECIDING: f64 = 0.01;
const ALLOWED: f64 = 1.05;
/// A rate below this share of its promise is not measured to a share of itself.
const FAR_BELOW: f64 = 0.05;
/// Without a promise, a rate below this is not measured to a share of itself.
const LEAST: f64 = 1e-6;
/// Promises of libraries up to this are measured on the fewest filters.
const LEAST_CLAIM: f64 = 1e-5;
/// By items, the fewest units over which an interval is taken: the larger filters are, the less they differ. Queries always do.
const FEWEST: [(u64, u64); 3] = [(1_000_000, 3), (100_000, 6), (0, 30)];
/// The most trials of an engine's case.
const MOST_TRIALS: u64 = 200_000;

fn fewest(row: &Row) -> u64 {
    let items = if row.tally.unit == "query" { 0 } else { row.inserted() };
    FEWEST.iter().find(|(least, _)| items >= *least).map_or(0, |(_, units)| *units)
}

/// Returns true if there are units enough to say how much they differ.
pub fn has_enough_units(row: &Row) -> bool {
    row.trials > 0 && row.tally.units >= fewest(row)
}

fn is_within(row: &Row, precision: f64) -> bool {
    row.tally.positives > 0 && row.tally.half_width() < precision * row.tally.rate()
}

/// Returns true if the fewest units suffice.
fn is_unclaimed(row: &Row) -> bool {
    row.table == Table::Libraries && row.target.is_some_and(|target| target <= LEAST_CLAIM)
}

/// The precision that is wanted next: a closer one where the interval leaves open if the promise is kept.
fn wanted(row: &Row) -> f64 {
    let is_open = |target: f64| (row.tally.rate() - ALLOWED * target).abs() < row.tally.half_width();
    let usual = if row.table == Table::Libraries { PRECISION.0 } else { PRECISION.1 };
    if is_within(row, usual) && row.target.is_some_and(is_open) { DECIDING } else { usual }
}

/// Returns true if no more trials are wanted.
pub fn is_done(row: &Row) -> bool {
    let is_far_below = || row.tally.upper() < row.target.map_or(LEAST, |target| FAR_BELOW * target);
    let is_known = has_enough_units(row) && (is_unclaimed(row) || is_far_below() || is_within(row, wanted(row)));
    is_known || row.table == Table::Engines && row.trials >= MOST_TRIALS
}

/// How many more trials a narrow interval, or one that decides, needs, from the variance so far; from that of independent answers at the
/// promised rate where there is none; one where nothing is known.
pub fn trials_needed(row: &Row) -> u64 {
    let (units, least) = (row.tally.units, fewest(row));
    let asked = row.tally.asked as f64;
    if asked == 0.0 {
        return 1;
    }
    let is_known = units >= least && row.tally.positives > 0;
    // as if one had been found, so that a plan without positives has an end
    let guess = row.target.unwrap_or(1.0 / (units.max(1) as f64 * asked));
    let rate = if is_known { row.tally.rate() } else { guess };
    let deviation = if is_known { row.tally.standard_error() * (units as f64).sqrt() } else { 0.0 };
    // never less than independent answers have
    let relative = deviation.powi(2).max(rate * (1.0 - rate) / asked) / rate.powi(2);
    let planned = PLANNED * wanted(row);
    let is_enough = |units: &u64| quantile(*units).powi(2) * relative <= planned.powi(2) * *units as f64;
    let normal = ((NORMAL_99 / planned).powi(2) * relative).ceil() as u64;
    let total = if is_unclaimed(row) { least } else { (normal.max(least)..).find(is_enough).unwrap_or(normal) };
    let each = if row.trials == 0 { 1.0 } else { units as f64 / row.trials as f64 };
    (total.saturating_sub(units) as f64 / each).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::{Row, is_done, trials_needed};
    use crate::tally::tests::{by_turns, of};

    fn row(items: u64, target: f64, asked: u64, counts: &[u64]) -> Row {
        let tally = of(items, asked, counts);
        Row { target: Some(target), trials: tally.units, tally, ..Row::default() }
    }

    #[test]
    fn a_plan_makes_the_interval_narrow() {
        // 100 of 10^4: independent answers deviate by √99, so that about 99 (2.576/0.0276)²/100² filters are needed
        let planned = trials_needed(&row(1000, 0.01, 10_000, &[]));
        assert!((86..=93).contains(&planned), "{planned}");
        // twice that deviation takes four times as many
        let wide = row(1000, 0.01, 10_000, &by_turns(planned, 80, 120));
        assert!(!is_done(&wide) && (240..=285).contains(&trials_needed(&wide)), "{}", trials_needed(&wide));
        assert!(is_done(&row(1000, 0.01, 10_000, &by_turns(4 * planned, 80, 120))));
        // 1.05 times the promise is neither kept nor missed before the interval is a third as wide
        let open = row(1000, 0.01, 10_000, &by_turns(planned, 95, 115));
        assert!(!is_done(&open) && (7 * planned..9 * planned).contains(&trials_needed(&open)));
    }

    #[test]
    fn small_rates_are_not_measured_for_ever() {
        assert!(is_done(&row(1000, 0.1, 1000, &[0; 30])) && !is_done(&row(1000, 0.1, 1000, &[0; 29])));
        assert!(!is_done(&row(1000, 1e-4, 1000, &[0; 30])), "nothing is known of it");
        assert!(is_done(&row(10_000_000, 1e-6, 10_000_000, &[9, 10, 11])), "no precision is asked for");
    }
}
