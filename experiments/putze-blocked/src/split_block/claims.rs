//! What split blocks cost, and how far the Poisson mixture is off.

use bloomlab_workbench::Decision;

use super::{Row, split_and_plain};
use crate::blocks::share_contained;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    vec![price(rows), plain_mixture(rows), split_mixture(rows), simulation(rows)]
}

fn price(rows: &[Row]) -> Decision {
    let ratios = || split_and_plain(rows).map(|(split, plain)| split.exact / plain.exact);
    let (lowest, highest) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
    Decision::new("B07").measured(highest).decide(lowest > 1.0, String::new())
}

fn plain_mixture(rows: &[Row]) -> Decision {
    let block_bits = |row: &Row| row.filter.strip_prefix("B = ").and_then(|bits| bits.parse::<u64>().ok());
    let largest = |least_bits: u64| {
        let large = rows.iter().filter(|row| block_bits(row).is_some_and(|bits| bits >= least_bits));
        largest_error(large)
    };
    Decision::new("B08").measured(largest(0)).decide_if(
        largest(0) < 0.05,
        largest(256) < 0.05,
        format!("to 5 %, for blocks of 256 bits and more ({:.1} % at most)", 100.0 * largest(256)),
        String::new(),
    )
}

fn split_mixture(rows: &[Row]) -> Decision {
    let error = largest_error(split_and_plain(rows).map(|(split, _)| split));
    Decision::new("B09").measured(error).decide(error < 0.01, String::new())
}

fn simulation(rows: &[Row]) -> Decision {
    let contained = share_contained(rows, |row| row.exact, |row| row.simulated);
    Decision::new("B10").measured(contained).decide(contained >= 0.9, String::new())
}

/// The largest relative error of the Poisson mixture.
fn largest_error<'a>(rows: impl Iterator<Item = &'a Row>) -> f64 {
    rows.filter_map(|row| row.poisson_error).map(f64::abs).fold(0.0, f64::max)
}
