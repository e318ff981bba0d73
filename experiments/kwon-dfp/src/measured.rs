//! A filter at one load: its models, and trials of the filter itself where there are some.

use crate::prelude::*;
use bloomlab_formulas::{Load, exact};

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    pub filter: String,
    pub bits: u64,
    pub hashes: u64,
    /// n, the items that stay.
    pub items: u64,
    /// r, the items inserted and then deleted.
    pub deleted: u64,
    pub cells: u64,
    pub items_per_bit: f64,
    pub exact_deletability: f64,
    pub poisson_deletability: f64,
    /// As printed (D-FP), or as rebuilt from the description (DlBF); the others have none.
    pub published_deletability: Option<f64>,
    #[serde(rename = "simulated_deletability,deletability_lower,deletability_upper")]
    pub simulated_deletability: Option<Interval>,
    /// The number of the r items that could be deleted, all epochs together.
    pub removed_in_all_epochs: Option<u64>,
    pub exact_rate: f64,
    /// For D-FP and DlBF with r = 0 also the published rate.
    pub poisson_rate: f64,
    #[serde(rename = "simulated_rate,rate_lower,rate_upper")]
    pub simulated_rate: Option<Interval>,
    /// Independent filters; none where the models stand alone.
    pub epochs: Option<u64>,
    /// Of a plain Bloom filter of m bits that holds all n + r items: it deletes nothing.
    pub bloom_rate: f64,
}

/// The rows of a filter.
pub(crate) fn of_filter<'a>(rows: &'a [Row], filter: &str) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| row.filter == filter)
}

/// The rows that a table begins with: those that were simulated.
pub(crate) fn simulated(rows: &[Row]) -> &[Row] {
    &rows[..rows.iter().take_while(|row| row.epochs.is_some()).count()]
}

pub(crate) fn with_trials(p: &Parameters, trials: &[DeletableTrial]) -> Result<Row> {
    let deletability = estimate(trials.iter().filter_map(DeletableTrial::deletability))?;
    let rate = estimate(trials.iter().map(|trial| trial.false_positive_rate))?;
    Ok(Row {
        simulated_deletability: Some(deletability.triple().into()),
        removed_in_all_epochs: Some(trials.iter().map(|trial| trial.removed).sum()),
        simulated_rate: Some(rate.triple().into()),
        epochs: Some(rate.epochs),
        ..models(p)?
    })
}

/// A row of the models alone.
pub(crate) fn models(p: &Parameters) -> Result<Row> {
    Ok(Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        deleted: p.deleted(),
        cells: p.cells(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        exact_deletability: double::deletability(p)?,
        poisson_deletability: poisson::deletability(&Double, p),
        published_deletability: published_deletability(p),
        exact_rate: double::rate_after_deletions(p)?,
        poisson_rate: poisson::rate_after_deletions(&Double, p),
        bloom_rate: bloom_rate(p)?,
        ..Row::default()
    })
}

/// The exact rate of a plain Bloom filter in the same memory, with as many hash functions and all items inserted.
pub(crate) fn bloom_rate(p: &Parameters) -> Result<f64> {
    Ok(exact::rate(&Double, Load::new(p.bits(), p.inserted(), p.hashes())?)?)
}

/// What the literature prints for a filter's deletability, where it prints anything.
pub(crate) fn published_deletability(p: &Parameters) -> Option<f64> {
    match p.kind() {
        DeletableKind::Dfp => Some(published::published_deletability(&Double, p)),
        _ => published::published_dlbf_deletability(&Double, p),
    }
}
