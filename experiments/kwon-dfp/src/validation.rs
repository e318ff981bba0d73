//! Every configuration of the paper, without and with deletions: model against simulation, as standardised residuals.

mod residuals;
mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Quantity {
    #[serde(rename = "deletability")]
    Deletability,
    #[serde(rename = "false-positive rate")]
    Rate,
}

/// What a score comes from.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum Statistic {
    /// Mean and standard error over the epochs.
    Student,
    /// The count of all epochs.
    Poisson,
}

/// Φ⁻¹(0.995): 99 % of standard normal numbers are nearer to zero.
const FAR: f64 = 2.576;

#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    bits: Vec<u64>,
    hashes: Vec<u64>,
    bits_with_deletions: u64,
    hashes_with_deletions: Vec<u64>,
    deleted_percent: Vec<u64>,
    region_bits: Vec<u64>,
    fingerprint_bits: u32,
    epochs: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    filter: String,
    bits: u64,
    hashes: u64,
    items: u64,
    deleted: u64,
    items_per_bit: f64,
    quantity: Quantity,
    exact: f64,
    published: Option<f64>,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Interval,
    epochs: u64,
    statistic: Statistic,
    /// Standardised residual of the simulation against the exact model.
    exact_score: f64,
    published_score: Option<f64>,
}

impl Settings {
    fn points(&self) -> Result<Vec<Parameters>> {
        let filters = filters::with_counters(&self.region_bits, self.fingerprint_bits);
        let without = iproduct!(&self.hashes, &self.bits).map(|(&hashes, &bits)| (hashes, bits, 0));
        let with = iproduct!(&self.hashes_with_deletions, &self.deleted_percent)
            .map(|(&hashes, &percent)| (hashes, self.bits_with_deletions, percent));
        let mut points = Vec::new();
        for (filter, (hashes, bits, percent)) in iproduct!(filters, without.chain(with)) {
            for items in loads(bits, hashes)? {
                points.push(Parameters::new(filter, bits, items, items * percent / 100, hashes)?);
            }
        }
        Ok(points)
    }
}

pub(crate) fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>> {
    let points = s.points()?;
    let trials = simulate(&points, s.epochs, context)?;
    context.flat_rows(zip(points, trials), |(point, trials)| {
        let deletability = residuals::deletability(&point, &trials, context.seed)?;
        Ok(deletability.into_iter().chain([residuals::rate(&point, &trials)?]).collect_vec())
    })
}
