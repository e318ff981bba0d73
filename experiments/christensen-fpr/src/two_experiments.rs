//! The two experiments of section 2: the rate of the mean filter, and the mean rate of the filters.

mod fills;
mod model;

use bloomlab_tables::{Interval, Result, Run, ensure};
use serde::{Deserialize, Serialize};

use self::fills::Fills;
use self::model::Model;
use crate::grid::{integers, powers_of_two, usual_filter};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    /// m from 2^this …
    log2_bits_from: u32,
    /// … to 2^this.
    log2_bits_to: u32,
    /// m/n.
    bits_per_item: u64,
    /// Filters built for each m.
    filters: u64,
    /// Exponents in place of k, in quarters.
    exponents_quarters: Vec<u64>,
}

#[derive(Serialize)]
pub(crate) struct Row {
    bits: u64,
    items: u64,
    hashes: u64,
    /// Those simulated; none in rows of the model alone.
    filters: u64,
    /// The exponent instead of k.
    exponent: f64,
    /// First experiment, eq. 3: the mean share of set bits to the power, with its 99 % interval.
    #[serde(rename = "power_of_mean,power_lower,power_upper")]
    power_of_mean: Option<Interval>,
    /// Second experiment, eq. 4: the mean of the powers, with its 99 % interval.
    #[serde(rename = "mean_of_powers,mean_lower,mean_upper")]
    mean_of_powers: Option<Interval>,
    /// Eq. 1, if the exponent is k.
    classic_rate: Option<f64>,
    /// Eq. 17, if the exponent is k.
    exact_rate: Option<f64>,
    /// Mean of powers over power of mean, by the distribution of the number of set bits.
    exact_ratio: f64,
}

/// Filters of the model alone from one power of two to the next.
const PER_OCTAVE: u64 = 8;
/// The largest m whose lemma has rows of the model alone, and is drawn.
const MOST_BITS_OF_LEMMA: u64 = 256;

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    ensure!(p.filters >= 2, "filters {}: needs at least 2", p.filters);
    let sizes = powers_of_two(p.log2_bits_from, p.log2_bits_to)?;
    let streams = run.streams("christensen-fpr, two experiments");
    let mut rows = run.flat_rows(sizes.clone(), |bits| {
        let load = usual_filter(bits, p.bits_per_item)?;
        rows_of(&Fills::simulate(load, p.filters, &streams)?, &p.exponents_quarters)
    })?;
    let most_items = sizes.last().map_or(0, |bits| bits / p.bits_per_item);
    let items = integers(most_items, PER_OCTAVE).filter(|items| items * p.bits_per_item >= sizes[0]);
    let most_exponent = p.exponents_quarters.iter().max().map_or(0, |quarters| quarters / 4);
    let filter = |items: u64| usual_filter(items * p.bits_per_item, p.bits_per_item);
    rows.extend(run.flat_rows(items, |items| model::rows(filter(items)?, most_exponent))?);
    Ok(rows)
}

/// The simulated rows of one size.
fn rows_of(fills: &Fills, exponents_quarters: &[u64]) -> Result<Vec<Row>> {
    let model = Model::new(fills.load)?;
    let row = |&quarters: &u64| {
        let exponent = quarters as f64 / 4.0;
        Ok(Row {
            filters: fills.filters(),
            power_of_mean: Some(fills.power_of_mean(exponent)?),
            mean_of_powers: Some(fills.mean_power(exponent)?),
            ..model.row(exponent)
        })
    };
    exponents_quarters.iter().map(row).collect()
}
