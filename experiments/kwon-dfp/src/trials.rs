//! Trials of the filters.

use bloomlab_deletable::Parameters;
use bloomlab_filters::{Scheme, Source};
use bloomlab_numbers::Sampling;
use bloomlab_simulation::{DeletablePoint, DeletableTrial, simulate_deletable};
use bloomlab_tables::{Estimate, Interval, Result, Run};

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
