//! What split blocks cost, and how far the Poisson mixture is off.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::{Row, split_and_plain};
use crate::blocks::{CONTAINED, share_contained};

/// The Poisson mixture gives a rate that it is so near to.
const NEAR: f64 = 0.05;
/// An error that is little.
const LITTLE: f64 = 0.01;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![price(rows), plain_mixture(rows)?, split_mixture(rows)?, simulation(rows)])
}

fn price(rows: &[Row]) -> Decision {
    let ratios = || split_and_plain(rows).map(|(split, plain)| split.exact / plain.exact);
    let (lowest, highest) = (ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max));
    Decision::new("B07").measured(highest).decide(lowest > 1.0, format!("the lowest ratio is {lowest:.4}"))
}

fn plain_mixture(rows: &[Row]) -> Result<Decision, AnyError> {
    let block_bits = |row: &Row| row.filter.strip_prefix("B = ").and_then(|bits| bits.parse::<u64>().ok());
    let plain = || rows.iter().filter_map(|row| Some((row, block_bits(row)?, row.poisson_error?.abs())));
    let error = plain().map(|(.., error)| error).fold(0.0, f64::max);
    let range = Range::found("B", plain().map(|(_, bits, error)| (bits as f64, error <= NEAR)));
    let within = plain().filter(|(_, bits, _)| range.as_ref().is_some_and(|range| range.contains(*bits as f64)));
    let within = within.map(|(.., error)| error).fold(0.0, f64::max);
    Ok(Decision::new("B08")
        .measured(error)
        .threshold(format!("gives: within {:.0} %", 100.0 * NEAR))
        .tested_on(plain().map(|(row, ..)| row))?
        .decide_within(range, "for no size of blocks")
        .remark(format!("{:.1} % at most there", 100.0 * within)))
}

fn split_mixture(rows: &[Row]) -> Result<Decision, AnyError> {
    let split = || split_and_plain(rows).map(|(split, _)| split);
    let error = largest_error(split());
    Ok(Decision::new("B09")
        .measured(error)
        .threshold(format!("little: within {:.0} %", 100.0 * LITTLE))
        .tested_on(split())?
        .decide(error <= LITTLE, format!("it errs by {:.1} %", 100.0 * error)))
}

fn simulation(rows: &[Row]) -> Decision {
    let contained = share_contained(rows, |row| row.exact, |row| row.simulated);
    Decision::new("B10")
        .measured(contained)
        .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
        .decide(contained >= CONTAINED, format!("{:.0} % of the intervals contain it", 100.0 * contained))
}

/// The largest relative error of the Poisson mixture.
fn largest_error<'a>(rows: impl Iterator<Item = &'a Row>) -> f64 {
    rows.filter_map(|row| row.poisson_error).map(f64::abs).fold(0.0, f64::max)
}
