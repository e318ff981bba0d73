//! Both experiments without simulation: the rates, and both sides of the lemma of section 2 for any exponent.

use bloomlab_formulas::Load;
use bloomlab_numbers::{Double, distribution};
use bloomlab_tables::Result;

use super::{MOST_BITS_OF_LEMMA, Row};
use crate::certified::{classic_rate, exact_rate};

/// Steps of the exponent from one integer to the next in rows of the model alone.
const PER_INTEGER: u64 = 16;

/// The rows of the model alone: at k, and in small filters at exponents up to `most_exponent`.
pub(super) fn rows(load: Load, most_exponent: u64) -> Result<Vec<Row>> {
    let model = Model::new(load)?;
    let is_drawn = load.bits().is_power_of_two() && load.bits() <= MOST_BITS_OF_LEMMA;
    let steps = if is_drawn { PER_INTEGER * most_exponent } else { 0 };
    let exponents = (1..=steps).map(|step| step as f64 / PER_INTEGER as f64);
    Ok(exponents.chain((steps == 0).then_some(load.hashes() as f64)).map(|exponent| model.row(exponent)).collect())
}

/// The rates and the distribution of the set bits at one size.
pub(super) struct Model {
    load: Load,
    classic_rate: f64,
    exact_rate: f64,
    /// P(S = s) of the number of set bits, by s, by the recursion of eq. 8.
    probabilities: Vec<f64>,
}

impl Model {
    pub(super) fn new(load: Load) -> Result<Self> {
        let probabilities = distribution::by_recursion(&Double, load.insertions());
        Ok(Self { load, classic_rate: classic_rate(load)?, exact_rate: exact_rate(load)?, probabilities })
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
    pub(super) fn row(&self, exponent: f64) -> Row {
        let is_rate = exponent == self.load.hashes() as f64;
        Row {
            bits: self.load.bits(),
            items: self.load.items(),
            hashes: self.load.hashes(),
            filters: 0,
            exponent,
            power_of_mean: None,
            mean_of_powers: None,
            classic_rate: is_rate.then_some(self.classic_rate),
            exact_rate: is_rate.then_some(self.exact_rate),
            exact_ratio: self.ratio(exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: two bits, one item, two hash functions set one bit or both with probability 1/2 each.
    #[test]
    fn two_bits_by_hand() {
        let model = Model::new(Load::new(2, 1, 2).unwrap()).unwrap();
        for exponent in [0.5, 1.0, 2.0, 3.5] {
            let expected = (libm::pow(0.5, exponent) + 1.0) / 2.0 / libm::pow(0.75, exponent);
            assert!((model.ratio(exponent) - expected).abs() < 1e-15, "{exponent}");
        }
    }
}
