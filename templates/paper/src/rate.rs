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
    /// n runs from 1 to this.
    most_items: u64,
    /// Independent filters at each n.
    filters: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    items: u64,
    exact: f64,
    classic: f64,
    /// The mean rate of the simulated filters, with its 99 % interval.
    #[serde(rename = "simulated,lower,upper")]
    simulated: Interval,
}

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    run.rows(1..=p.most_items, |items| {
        let load = Load::new(p.bits, items, p.hashes)?;
        let (exact, classic) = (exact::rate(&Double, load)?, approximation::classic(&Double, load));
        let point = (p.bits, items, p.hashes);
        let simulated = run.mean(&point, p.filters, |random| rate_of_one_filter(point, random))?;
        Ok(Row { items, exact, classic, simulated })
    })
}

/// The rate of a filter with n random items, given the bits that they set.
fn rate_of_one_filter((bits, items, hashes): (u64, u64, u64), mut random: impl Rng) -> Result<f64> {
    let mut filter = BloomFilter::new(bits, Hashing::ideal(hashes, 0))?;
    for _ in 0..items {
        let positions = filter.locator().draw(|| random.next_u64());
        filter.insert_at(&positions)?;
    }
    Ok(filter.false_positive_rate())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn with_one_item_and_one_hash_function_the_rate_is_one_bit_of_m() {
        let load = Load::new(32, 1, 1).unwrap();
        assert!((exact::rate(&Double, load).unwrap() - 1.0 / 32.0).abs() < 1e-15);
    }
}
