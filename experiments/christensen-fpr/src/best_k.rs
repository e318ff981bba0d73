//! The number of hash functions with the lowest rate: by the classic formula, by its limit, and in truth.

use bloomlab_formulas::approximation;
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::certified::{classic_rate, double, exact_rate, lowest};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    most_bits_per_item: u64,
    items: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    items: u64,
    bits_per_item: u64,
    bits: u64,
    /// The k of the lowest rate: exact, the smallest if several have it; by eq. 1; by its limit.
    exact_best: u64,
    classic_best: u64,
    limit_best: u64,
    lowest_rate: f64,
    rate_at_classic_best: f64,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let points = iproduct!(p.items.iter().copied(), 2..=p.most_bits_per_item);
    run.rows(points, |(items, bits_per_item)| row(items, bits_per_item))
}

fn row(items: u64, bits_per_item: u64) -> Result<Row> {
    let bits = items * bits_per_item;
    let hashes = || 1..=2 * bits_per_item;
    let (exact_best, lowest_rate) = lowest(bits, items, hashes(), exact_rate)?;
    let (classic_best, _) = lowest(bits, items, hashes(), classic_rate)?;
    let (limit_best, _) = lowest(bits, items, hashes(), |load| double(|a| approximation::classic_limit(a, load)))?;
    Ok(Row {
        items,
        bits_per_item,
        bits,
        exact_best: exact_best.hashes(),
        classic_best: classic_best.hashes(),
        limit_best: limit_best.hashes(),
        lowest_rate,
        rate_at_classic_best: exact_rate(classic_best)?,
    })
}
