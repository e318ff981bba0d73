//! The false-positive rate of one filter while it fills: exact, by the classic formula, and simulated.

mod view;

use bloomlab_filters::{BloomFilter, Hashing};
use bloomlab_formulas::{Load, approximation, exact};
use bloomlab_numbers::Double;
use bloomlab_simulation::{SimulationError, StreamKey, Task, estimates};
use bloomlab_workbench::figure::*;
use rand::Rng;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// m.
    bits: u64,
    /// k.
    hashes: u64,
    /// n from 1 to this.
    most_items: u64,
    /// Independent filters at each n.
    filters: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    hashes: u64,
    items: u64,
    exact: f64,
    classic: f64,
    /// The mean rate of the simulated filters, with its 99 % interval.
    #[serde(rename = "simulated,lower,upper")]
    simulated: Interval,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let points: Vec<(u64, u64, u64)> = (1..=p.most_items).map(|items| (p.bits, items, p.hashes)).collect();
    let task = Task { experiment: "rate", version: "1", seed: context.seed, points: &points, epochs: p.filters };
    let steps = context.steps(p.most_items * p.filters);
    let simulated = estimates(&task, Some(&context.store), &steps, rate_of_one_filter)?;
    context.rows(zip(&points, simulated), |(&(bits, items, hashes), simulated)| {
        let load = Load::new(bits, items, hashes)?;
        let (exact, classic) = (exact::rate(&Double, load)?, approximation::classic(&Double, load));
        Ok(Row { bits, hashes, items, exact, classic, simulated: simulated.triple().into() })
    })
}

/// The rate of a filter with n random items, given the bits that they set.
fn rate_of_one_filter(&(bits, items, hashes): &(u64, u64, u64), key: &StreamKey) -> Result<f64, SimulationError> {
    let mut random = key.generator();
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
