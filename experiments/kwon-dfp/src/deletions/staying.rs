//! What deletions do to the items that stay, item by item, beside the rows of the rates.

pub(super) mod claims;
pub(super) mod trial;

use self::trial::Trial;
use super::*;
use crate::measured;

/// The points at which items are followed.
#[derive(Serialize, Deserialize)]
pub(crate) struct Staying {
    hashes: u64,
    /// n, in thousandths of m.
    items_thousandths: u64,
    deleted_percent: Vec<u64>,
    /// Of these filters.
    pub seed: u64,
}

/// A row of the rates, or one whose items were followed, which has the last columns too, and no rates of filters.
#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    pub filter: String,
    pub bits: u64,
    pub hashes: u64,
    pub items: u64,
    pub deleted: u64,
    pub cells: u64,
    pub items_per_bit: f64,
    pub exact_deletability: f64,
    pub poisson_deletability: f64,
    pub published_deletability: Option<f64>,
    #[serde(rename = "simulated_deletability,deletability_lower,deletability_upper")]
    pub simulated_deletability: Option<Interval>,
    /// The number of the r items that could be deleted, all epochs together.
    pub removed_in_all_epochs: Option<u64>,
    pub exact_rate: f64,
    pub poisson_rate: f64,
    #[serde(rename = "simulated_rate,rate_lower,rate_upper")]
    pub simulated_rate: Option<Interval>,
    /// Independent filters.
    pub epochs: Option<u64>,
    /// Of a plain Bloom filter of m bits that holds all n + r items.
    pub bloom_rate: f64,
    /// The deletability of the n + r items of other filters, from which none was deleted.
    #[serde(rename = "full,full_lower,full_upper")]
    pub full: Option<Interval>,
    /// Items that stayed; these and the following in all epochs.
    pub stayed: Option<u64>,
    /// Items that stayed whose deletability the deletions changed.
    pub changed: Option<u64>,
    /// Items that stayed whose deletability depends on the order of the deletions.
    pub changed_by_order: Option<u64>,
    /// Items that stayed and were not found after the deletions.
    pub false_negatives: Option<u64>,
}

impl Row {
    /// r/n.
    pub fn share_deleted(&self) -> f64 {
        self.deleted as f64 / self.items as f64
    }
}

impl From<measured::Row> for Row {
    fn from(of: measured::Row) -> Self {
        Self {
            filter: of.filter,
            bits: of.bits,
            hashes: of.hashes,
            items: of.items,
            deleted: of.deleted,
            cells: of.cells,
            items_per_bit: of.items_per_bit,
            exact_deletability: of.exact_deletability,
            poisson_deletability: of.poisson_deletability,
            published_deletability: of.published_deletability,
            simulated_deletability: of.simulated_deletability,
            removed_in_all_epochs: of.removed_in_all_epochs,
            exact_rate: of.exact_rate,
            poisson_rate: of.poisson_rate,
            simulated_rate: of.simulated_rate,
            epochs: of.epochs,
            bloom_rate: of.bloom_rate,
            ..Self::default()
        }
    }
}

impl Staying {
    pub fn points(&self, s: &Settings) -> Result<Vec<Parameters>> {
        let items = s.bits * self.items_thousandths / 1000;
        ensure!(items > 0, "items_thousandths {}: no item in {} bits", self.items_thousandths, s.bits);
        let point = |(filter, percent)| Parameters::new(filter, s.bits, items, items * percent / 100, self.hashes);
        let points = iproduct!(filters::of_the_paper(&s.region_bits), &self.deleted_percent).map(point);
        Ok(points.collect::<Result<_, _>>()?)
    }
}

pub(super) fn row(p: &Parameters, trials: &[Trial]) -> Result<Row> {
    let shares =
        |count: fn(&Trial) -> u64, of: u64| estimate(trials.iter().map(|trial| count(trial) as f64 / of as f64));
    let after = shares(|trial| trial.deletable_after, p.items())?;
    let full = shares(|trial| trial.deletable_full, p.inserted())?;
    let sum = |count: fn(&Trial) -> u64| Some(trials.iter().map(count).sum());
    Ok(Row {
        simulated_deletability: Some(after.triple().into()),
        removed_in_all_epochs: sum(|trial| trial.removed),
        epochs: Some(after.epochs),
        full: Some(full.triple().into()),
        stayed: Some(p.items() * after.epochs),
        changed: sum(|trial| trial.changed),
        changed_by_order: sum(|trial| trial.changed_by_order),
        false_negatives: sum(|trial| trial.false_negatives),
        ..measured::models(p)?.into()
    })
}
