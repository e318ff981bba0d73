//! The false-positive rate of one filter while it fills: exact, by the classic formula, and simulated.

use bloomlab_filters::{BloomFilter, Hashing};
use bloomlab_formulas::{Load, approximation, exact};
use bloomlab_numbers::Double;
use bloomlab_tables::{Interval, Result, Run};
use rand::Rng;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    bits: u64,
    hashes: u64,
    most_items: u64,
    filters: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    items: u64,
    exact: f64,
    classic: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Interval,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.rows(1..=p.most_items, |items| {
        let load = Load::new(p.bits, items, p.hashes)?;
        let (exact, classic) = (exact::rate(&Double, load)?, approximation::classic(&Double, load));
        let simulated = run.mean(&items, p.filters, |random| simulate(load, random))?;
        Ok(Row { items, exact, classic, simulated })
    })
}

/// The rate of a filter with random items, given the bits that they set.
fn simulate(load: Load, mut random: impl Rng) -> Result<f64> {
    let mut filter = BloomFilter::new(load.bits(), Hashing::ideal(load.hashes(), 0))?;
    for _ in 0..load.items() {
        let positions = filter.locator().draw(|| random.next_u64());
        filter.insert_at(&positions)?;
    }
    Ok(filter.false_positive_rate())
}

#[test]
fn an_item_with_one_hash_function_sets_one_bit() {
    let random = bloomlab_tables::Streams::new("test", 1).generator(&(), 0).unwrap();
    assert_eq!(simulate(Load::new(32, 1, 1).unwrap(), random).unwrap(), 1.0 / 32.0);
}
