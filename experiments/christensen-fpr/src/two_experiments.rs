//! The two experiments of section 2: the rate of the mean filter, and the mean rate of the filters.

mod fills;

use bloomlab_formulas::Load;
use bloomlab_numbers::{Double, distribution};
use bloomlab_tables::{Interval, Result, Run};
use serde::{Deserialize, Serialize};

use self::fills::Fills;
use crate::certified::{classic_rate, exact_rate, integers, powers_of_two, usual_filter};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    bits_per_item: u64,
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
    exponent: f64,
    /// First experiment, eq. 3: the mean share of set bits to the power, with its 99 % interval.
    #[serde(rename = "power_of_mean,power_lower,power_upper")]
    power_of_mean: Option<Interval>,
    /// Second experiment, eq. 4: the mean of the powers, with its 99 % interval.
    #[serde(rename = "mean_of_powers,mean_lower,mean_upper")]
    mean_of_powers: Option<Interval>,
    /// Eq. 1 and eq. 17, if the exponent is k.
    #[serde(rename = "classic_rate,exact_rate")]
    rates: Option<(f64, f64)>,
    /// Mean of powers over power of mean, by the distribution of the number of set bits.
    exact_ratio: f64,
}

/// Filters of the model alone from one power of two to the next.
const PER_OCTAVE: u64 = 8;
/// The largest m whose lemma has rows of the model alone, and is drawn.
const MOST_BITS_OF_LEMMA: u64 = 256;

pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
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
    rows.extend(run.flat_rows(items, |items| of_model(filter(items)?, most_exponent))?);
    Ok(rows)
}

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

/// Steps of the exponent from one integer to the next in rows of the model alone.
const PER_INTEGER: u64 = 16;

/// The rows of the model alone: at k, and in small filters at exponents up to `most_exponent`.
fn of_model(load: Load, most_exponent: u64) -> Result<Vec<Row>> {
    let model = Model::new(load)?;
    let is_drawn = load.bits().is_power_of_two() && load.bits() <= MOST_BITS_OF_LEMMA;
    let steps = if is_drawn { PER_INTEGER * most_exponent } else { 0 };
    let exponents = (1..=steps).map(|step| step as f64 / PER_INTEGER as f64);
    Ok(exponents.chain((steps == 0).then_some(load.hashes() as f64)).map(|exponent| model.row(exponent)).collect())
}

/// The rates and the distribution of the set bits at one size.
struct Model {
    load: Load,
    /// Eq. 1 and eq. 17.
    rates: (f64, f64),
    /// P(S = s) of the number of set bits, by s, by the recursion of eq. 8.
    probabilities: Vec<f64>,
}

impl Model {
    fn new(load: Load) -> Result<Self> {
        let probabilities = distribution::by_recursion(&Double, load.insertions());
        Ok(Self { load, rates: (classic_rate(load)?, exact_rate(load)?), probabilities })
    }

    /// E[(S/m)^x], to a few units in the last place.
    fn mean_of_powers(&self, exponent: f64) -> f64 {
        let power = |(s, p): (u32, &f64)| p * libm::pow(f64::from(s) / self.load.bits() as f64, exponent);
        (0..).zip(&self.probabilities).map(power).sum()
    }

    /// E[(S/m)^x] / E[S/m]^x for an exponent x > 0.
    fn ratio(&self, exponent: f64) -> f64 {
        self.mean_of_powers(exponent) / libm::pow(self.mean_of_powers(1.0), exponent)
    }

    /// A row of the model alone.
    fn row(&self, exponent: f64) -> Row {
        let is_rate = exponent == self.load.hashes() as f64;
        Row {
            bits: self.load.bits(),
            items: self.load.items(),
            hashes: self.load.hashes(),
            filters: 0,
            exponent,
            power_of_mean: None,
            mean_of_powers: None,
            rates: is_rate.then_some(self.rates),
            exact_ratio: self.ratio(exponent),
        }
    }
}
