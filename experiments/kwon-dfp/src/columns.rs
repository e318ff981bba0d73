//! Groups of columns that tables have in common.

use bloomlab_deletable::{Parameters, in_f64};
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::Double;
use bloomlab_simulation::DeletableTrial;
use bloomlab_tables::{Interval, Result};
use serde::Serialize;

use crate::trials::mean;

/// A filter at one load.
#[derive(Serialize)]
pub struct Point {
    pub filter: String,
    pub bits: u64,
    pub hashes: u64,
    /// n, the items that stay.
    pub items: u64,
    /// r, the items inserted and then deleted.
    pub deleted: u64,
    pub cells: u64,
    pub items_per_bit: f64,
}

impl Point {
    pub fn of(p: &Parameters) -> Self {
        Self {
            filter: p.kind().to_string(),
            bits: p.bits(),
            hashes: p.hashes(),
            items: p.items(),
            deleted: p.deleted(),
            cells: p.cells(),
            items_per_bit: p.items() as f64 / p.bits() as f64,
        }
    }
}

/// The share of the items that can be deleted, after the deletions.
#[derive(Serialize)]
pub struct Deletability {
    pub exact_deletability: f64,
    #[serde(rename = "simulated_deletability,deletability_lower,deletability_upper")]
    pub simulated: Option<Interval>,
}

impl Deletability {
    /// Without trials the model stands alone.
    pub fn of(p: &Parameters, trials: &[DeletableTrial]) -> Result<Self> {
        let simulated = mean(trials, |trial| trial.deletable as f64 / trial.items as f64)?;
        Ok(Self { exact_deletability: in_f64::deletability(p)?, simulated })
    }
}

/// The false-positive rate, after the deletions.
#[derive(Serialize)]
pub struct Rate {
    exact_rate: f64,
    #[serde(rename = "simulated_rate,rate_lower,rate_upper")]
    simulated: Option<Interval>,
    /// Of a plain Bloom filter of m bits and k hash functions that holds all n + r items: it deletes nothing.
    bloom_rate: f64,
}

impl Rate {
    /// Without trials the model stands alone.
    pub fn of(p: &Parameters, trials: &[DeletableTrial]) -> Result<Self> {
        Ok(Self {
            exact_rate: in_f64::rate_after_deletions(p)?,
            simulated: mean(trials, |trial| trial.false_positive_rate)?,
            bloom_rate: exact::rate(&Double, Load::new(p.bits(), p.inserted(), p.hashes())?)?,
        })
    }
}
