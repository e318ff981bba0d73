//! Recycling filters that may deny live messages: false positives against false negatives, as σ varies.

use super::*;
use crate::rival::{DROPPING, ONE_PHASE, TWO_PHASES};
use bloomlab_numbers::Double;
use bloomlab_occupancy::{Bound, Ending, Retention, Sampling, Shape};
use bloomlab_recycling::{Cycle, Variant, variant_average, variant_forgetting};

pub(super) fn rows(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
    let filters = [(ONE_PHASE, None), (DROPPING, Some(Ending::Dropping)), (TWO_PHASES, Some(Ending::Keeping))];
    let points = iproduct!(filters, p.sigma_shares.iter().copied());
    context.rows(points, |((filter, ending), share)| {
        let bits = if ending.is_some() { p.bits / 2 } else { p.bits };
        let sigma = (share * bits as f64) as u64;
        let shape = Shape::new(bits, p.hashes, Sampling::WithReplacement)?;
        let cycle = Cycle::new(shape, Bound::Sigma(sigma), Retention::NonRetaining)?;
        let variant = match ending {
            None => Variant::one_phase(cycle),
            Some(ending) => Variant::two_phases(cycle, ending),
        };
        // a live message has 0 to W − 1 others after it
        let denied = variant_forgetting(&Double, variant).take(p.window as usize);
        let denied: f64 = denied.map(|at_distance| at_distance.false_negative_rate).sum();
        Ok(Row {
            part: Part::Denied,
            filter: filter.to_owned(),
            hashes: p.hashes,
            choice: format!("σ = {sigma}"),
            false_positive_rate: variant_average(&Double, variant).rate,
            false_negative_rate: denied / p.window as f64,
            ..Row::default()
        })
    })
}
