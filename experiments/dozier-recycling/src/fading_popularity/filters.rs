//! Filters so large that cycles have one length, and those that are simulated.

use super::laws::Law;
use super::{LARGE, Parameters, Row, SHORTEST};
use crate::prelude::*;

/// Points of a decade of cycle lengths.
const PER_DECADE: f64 = 24.0;

/// Large filters of a kind at cycles of every length, and at the shortest with negligible false negatives.
pub(super) fn large_filters(
    p: &Parameters,
    law: &Law,
    name: &str,
    frozen: Option<Ending>,
) -> Result<Vec<Row>, AnyError> {
    let filter = LargeFilter { frozen, retention: Retention::NonRetaining };
    let steps = (PER_DECADE * libm::log10(p.longest as f64)) as u64;
    let mut lengths: Vec<u64> = (0..=steps).map(|i| libm::exp10(i as f64 / PER_DECADE) as u64).collect();
    lengths.dedup();
    let at = |series, length| law.row(name, series, length as f64, filter.false_negatives(law.reuse, length));
    let mut rows: Vec<Row> = lengths.into_iter().map(|length| at(LARGE, length)).collect();
    let shortest = filter.smallest_cycle(law.reuse, p.negligible).ok_or("no cycle is long enough")?;
    rows.push(Row { cycle_over_distance: law.scale.map(|scale| shortest as f64 / scale), ..at(SHORTEST, shortest) });
    Ok(rows)
}

/// A filter of a kind that is simulated.
pub(super) fn variant(p: &Parameters, frozen: Option<Ending>, sigma: u64) -> Result<Variant, AnyError> {
    let sampling = Sampling::WithReplacement;
    let shape = match frozen {
        None => Shape::new(p.bits, p.hashes, sampling)?,
        Some(_) => TwoPhase::shape_of_each(p.bits, p.hashes, sampling)?,
    };
    let cycle = Cycle::new(shape, Bound::Sigma(sigma), Retention::NonRetaining)?;
    Ok(frozen.map_or(Variant::one_phase(cycle), |ending| Variant::two_phases(cycle, ending)))
}
