//! What is known of both experiments without simulation.

use bloomlab_formulas::Load;
use bloomlab_workbench::figure::*;

use super::lemma::Lemma;
use super::{MOST_BITS_OF_LEMMA, Row};
use crate::certified::{classic_rate, exact_rate};

/// Steps of the exponent from one integer to the next in rows of the model alone.
const PER_INTEGER: u64 = 16;

/// The rows of the model alone: at k, and in small filters at exponents up to `most_exponent`.
pub(super) fn rows(load: Load, most_exponent: u64) -> Result<Vec<Row>, AnyError> {
    let model = Model::new(load)?;
    let is_drawn = load.bits().is_power_of_two() && load.bits() <= MOST_BITS_OF_LEMMA;
    let steps = if is_drawn { PER_INTEGER * most_exponent } else { 0 };
    let exponents = (1..=steps).map(|step| step as f64 / PER_INTEGER as f64);
    Ok(exponents.chain((steps == 0).then_some(load.hashes() as f64)).map(|exponent| model.row(exponent)).collect())
}

/// What is known of a size without simulation.
pub(super) struct Model {
    load: Load,
    classic_rate: f64,
    exact_rate: f64,
    lemma: Lemma,
}

impl Model {
    pub(super) fn new(load: Load) -> Result<Self, AnyError> {
        Ok(Self { load, classic_rate: classic_rate(load)?, exact_rate: exact_rate(load)?, lemma: Lemma::new(load) })
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
            exact_ratio: self.lemma.ratio(exponent),
        }
    }
}
