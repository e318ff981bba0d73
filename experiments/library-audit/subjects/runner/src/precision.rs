//! When a round has been measured well enough.

use measuring::counts::{NORMAL_99, quantile};

use crate::table::Row;

/// Rates that are claimed are measured to this share of the rate: the half-width of the 99 % interval …
const PRECISION: f64 = 0.03;
/// … and where that interval contains the largest rate that is taken for keeping the promise, to this share.
const DECIDING: f64 = 0.01;
const ALLOWED: f64 = 1.05;
/// Planned is somewhat less, so that the first plan is the last more often.
const PLANNED: f64 = 0.94;
/// Promises up to this are measured on the fewest filters.
const LEAST_CLAIM: f64 = 1e-5;
/// So far below its promise a rate is not measured to a share of itself.
const FAR_BELOW: f64 = 0.05;
/// By the number of items, the fewest filters over which an interval is taken: the larger they are, the less they differ.
const FEWEST_FILTERS: [(u64, u64); 3] = [(1_000_000, 3), (100_000, 8), (0, 30)];

/// The fewest filters over which an interval is taken.
pub fn fewest(row: &Row) -> u64 {
    FEWEST_FILTERS.iter().find(|(items, _)| row.round.inserted >= *items).map_or(0, |(_, filters)| *filters)
}

/// Whether there are filters enough to say how much they differ.
pub fn has_enough_filters(row: &Row) -> bool {
    row.filters >= fewest(row)
}

/// Whether the interval of the mean rate is narrow.
pub fn is_narrow(row: &Row) -> bool {
    is_within(row, PRECISION)
}

fn is_within(row: &Row, precision: f64) -> bool {
    has_enough_filters(row) && row.positives > 0 && row.counts().half_width() < precision * row.rate()
}

/// Whether the interval leaves open if the promise is kept.
fn is_open(row: &Row) -> bool {
    (row.rate() - ALLOWED * row.round.target).abs() < row.counts().half_width()
}

/// Whether the rate is so far below the promise that nobody asks for a share of it.
pub fn is_far_below(row: &Row) -> bool {
    has_enough_filters(row) && row.counts().upper() < FAR_BELOW * row.round.target
}

/// Whether a rate is claimed that is to be measured narrowly.
pub fn is_claimed(row: &Row) -> bool {
    row.round.target > LEAST_CLAIM
}

/// Whether no more filters are wanted.
pub fn is_done(row: &Row) -> bool {
    let is_enough = !is_claimed(row) && row.filters >= fewest(row);
    is_enough || is_far_below(row) || is_narrow(row) && (!is_open(row) || is_within(row, DECIDING))
}

/// How many more filters a narrow interval, or one that decides, needs, from the variance so far; from that of independent answers at the
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
        (queries * row.rate(), queries * row.counts().standard_error() * (row.filters as f64).sqrt())
    };
    // never less than independent answers have
    let relative = deviation.powi(2).max(mean * (1.0 - mean / queries)) / mean.powi(2);
    let planned = PLANNED * if is_narrow(row) { DECIDING } else { PRECISION };
    let is_enough = |filters: &u64| quantile(*filters).powi(2) * relative <= planned.powi(2) * *filters as f64;
    let normal = ((NORMAL_99 / planned).powi(2) * relative).ceil() as u64;
    let total = (normal.max(least)..).find(is_enough).unwrap_or(normal);
    total.saturating_sub(row.filters)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::Round;
    use crate::subjects::Trial;

    fn row(items: u64, target: f64, queries: u64, counts: &[u64]) -> Row {
        let round = Round { items, target, inserted: items };
        let mut row = Row::empty(String::new(), Default::default(), round, queries, String::new());
        let trial = |&positives| Trial { described: Default::default(), positives, missed: 0, refused: 0 };
        counts.iter().map(trial).for_each(|trial| row.add(trial));
        row
    }

    #[test]
    fn a_plan_makes_the_interval_narrow() {
        // 100 of 10^4: independent answers deviate by √99, so that about 99 (2.576/0.028)²/100² filters are needed
        let planned = filters_needed(&row(1000, 0.01, 10_000, &[]));
        assert!((84..=90).contains(&planned), "{planned}");
        // twice that deviation takes four times as many
        let counts: Vec<u64> = (0..planned).map(|filter| if filter % 2 == 0 { 80 } else { 120 }).collect();
        let wide = row(1000, 0.01, 10_000, &counts);
        assert!(!is_done(&wide) && (240..=270).contains(&filters_needed(&wide)), "{}", filters_needed(&wide));
        let all: Vec<u64> = counts.iter().cycle().take(4 * planned as usize).copied().collect();
        assert!(is_done(&row(1000, 0.01, 10_000, &all)));
        // 1.05 times the promise is neither kept nor missed before the interval is a third as wide
        let open: Vec<u64> = (0..planned).map(|filter| if filter % 2 == 0 { 95 } else { 115 }).collect();
        let open = row(1000, 0.01, 10_000, &open);
        assert!(is_narrow(&open) && !is_done(&open) && (7 * planned..9 * planned).contains(&filters_needed(&open)));
    }

    #[test]
    fn small_rates_are_not_measured_for_ever() {
        assert!(is_done(&row(1000, 0.1, 1000, &[0; 30])) && !is_done(&row(1000, 0.1, 1000, &[0; 29])));
        assert!(!is_done(&row(1000, 1e-4, 1000, &[0; 30])), "nothing is known of it");
        assert!(is_done(&row(10_000_000, 1e-6, 10_000_000, &[9, 10, 11])), "no precision is asked for");
    }
}
