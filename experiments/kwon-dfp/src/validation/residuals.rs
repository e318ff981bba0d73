//! The trials of one point against its models, as standardised residuals.

use super::*;
use rand::Rng;

use crate::score;

/// With fewer items expected in an epoch that cannot be deleted, or that can, the epochs' counts are not normal.
pub(super) const FEW: f64 = 10.0;

/// The simulated deletability of one point against its models; none for filters that let every item go, and where a DlBF lets go of
/// a region in a few epochs only: its items come together, and no distribution of their number is known.
pub(super) fn deletability(p: &Parameters, trials: &[DeletableTrial], seed: u64) -> Result<Option<Row>> {
    let exact = double::deletability(p)?;
    if p.always_deletable() || exact * (p.items() as f64) < FEW {
        return Ok(None);
    }
    let estimate = estimate(trials.iter().filter_map(DeletableTrial::deletability))?;
    let published = published_deletability(p).filter(|_| p.deleted() == 0);
    let row = row(p, Quantity::Deletability, &estimate, exact, published)?;
    if (1.0 - exact) * p.items() as f64 >= FEW {
        return Ok(Some(row));
    }
    let count = trials.iter().map(|trial| trial.items - trial.deletable).sum();
    let key = (p.kind().to_string(), p.bits(), p.hashes(), p.items(), p.deleted());
    let mut random = StreamKey::new("kwon-dfp, residuals of counts", seed, &key, 0)?.generator();
    let uniform = (random.next_u64() >> 11) as f64 * libm::exp2(-53.0);
    let score = |model: f64| -> Result<f64> {
        let expected = (1.0 - model) * (p.items() * trials.len() as u64) as f64;
        // a count above the expected one is a deletability below the model
        Ok(-score::of_count(count, expected, uniform)?)
    };
    let published_score = published.map(score).transpose()?;
    Ok(Some(Row { statistic: Statistic::Poisson, exact_score: score(exact)?, published_score, ..row }))
}

/// The simulated rate of one point, after its deletions, against its models.
pub(super) fn rate(p: &Parameters, trials: &[DeletableTrial]) -> Result<Row> {
    // equation 3 of the paper for D-FP, the usual formula of a Bloom filter for the DlBF
    let has_published = p.deleted() == 0 && matches!(p.kind(), DeletableKind::Dfp | DeletableKind::Dlbf { .. });
    let published = has_published.then(|| poisson::rate(&Double, p));
    let estimate = estimate(trials.iter().map(|trial| trial.false_positive_rate))?;
    row(p, Quantity::Rate, &estimate, double::rate_after_deletions(p)?, published)
}

fn row(p: &Parameters, quantity: Quantity, estimate: &Estimate, exact: f64, published: Option<f64>) -> Result<Row> {
    Ok(Row {
        filter: p.kind().to_string(),
        bits: p.bits(),
        hashes: p.hashes(),
        items: p.items(),
        deleted: p.deleted(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        quantity,
        exact,
        published,
        simulated: estimate.triple().into(),
        epochs: estimate.epochs,
        statistic: Statistic::Student,
        exact_score: score::of_mean(estimate, exact)?,
        published_score: published.map(|model| score::of_mean(estimate, model)).transpose()?,
    })
}
