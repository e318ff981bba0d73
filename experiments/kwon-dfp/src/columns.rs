//! The filters of the figures, their trials, and the groups of columns that tables have in common.

use bloomlab_deletable::{Parameters, in_f64};
use bloomlab_filters::Source;
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::{DeletableKind, Double, Sampling};
use bloomlab_simulation::{DeletablePoint, DeletableTrial, Scheme, simulate_deletable};
use bloomlab_tables::{Estimate, Interval, Result, Run};
use serde::Serialize;

/// A filter at one load.
#[derive(Serialize)]
pub struct Point {
    pub filter: String,
    pub bits: u64,
    pub hashes: u64,
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
    /// The exact value, and the mean of the trials if there are any.
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
    /// The exact value, and the mean of the trials if there are any.
    pub fn of(p: &Parameters, trials: &[DeletableTrial]) -> Result<Self> {
        Ok(Self {
            exact_rate: in_f64::rate_after_deletions(p)?,
            simulated: mean(trials, |trial| trial.false_positive_rate)?,
            bloom_rate: exact::rate(&Double, Load::new(p.bits(), p.inserted(), p.hashes())?)?,
        })
    }
}

/// Independent trials of a filter. A point has the same trials in every figure with the same seed.
pub fn trials(p: &Parameters, epochs: u64, run: &Run) -> Result<Vec<DeletableTrial>> {
    let point = point(p);
    run.streams("kwon-dfp").epochs(&point, epochs, |random| Ok(simulate_deletable(&point, &random.into())?))
}

/// Ideal positions, independent and with replacement, as the models assume.
pub fn point(p: &Parameters) -> DeletablePoint {
    DeletablePoint {
        kind: p.kind(),
        bits: p.bits(),
        hashes: p.hashes(),
        source: Source::Ideal,
        scheme: Scheme::Independent,
        sampling: Sampling::WithReplacement,
        items: p.items(),
        deleted: p.deleted(),
        queries: 0,
    }
}

/// The mean of a number of each trial, with its 99 % interval; none without trials.
pub fn mean<T>(trials: &[T], of: impl Fn(&T) -> f64) -> Result<Option<Interval>> {
    if trials.is_empty() {
        return Ok(None);
    }
    Ok(Some(Estimate::of(&trials.iter().map(of).collect::<Vec<_>>())?.into()))
}

/// The DlBF of every region size b.
pub fn dlbfs(region_bits: &[u64]) -> Vec<DeletableKind> {
    region_bits.iter().map(|&region_bits| DeletableKind::Dlbf { region_bits }).collect()
}

/// The filters of the paper: D-FP, TBF in both packings, QBF and the DlBF of every region size.
pub fn filters_of_the_paper(region_bits: &[u64]) -> Vec<DeletableKind> {
    let of_cells = [DeletableKind::Dfp, DeletableKind::TBF, DeletableKind::TBF_PACKED, DeletableKind::Qbf];
    of_cells.into_iter().chain(dlbfs(region_bits)).collect()
}

/// The filters of the paper, the counting filter and the FP-CBF.
pub fn filters_with_counters(region_bits: &[u64], fingerprint_bits: u32) -> Vec<DeletableKind> {
    let counters = [DeletableKind::Counting, DeletableKind::FingerprintCounting { fingerprint_bits }];
    filters_of_the_paper(region_bits).into_iter().chain(counters).collect()
}
