//! Two phases that drop or keep the message that ends a cycle, and forget or retain it.

use super::Row;
use crate::prelude::*;

#[derive(Serialize, Deserialize)]
pub(super) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Further sizes.
    more_bits: Vec<u64>,
    /// k.
    hashes: u64,
}

/// What becomes of the message that ends a cycle, in the frozen filter.
pub(super) const DROPPING: &str = "dropping";
pub(super) const KEEPING: &str = "keeping";

pub(super) fn rows(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.log2_bits_to > 16 {
        return Err(format!("log2_bits_to = {}: needs at most 16", p.log2_bits_to).into());
    }
    let mut sizes: Vec<u64> = (p.log2_bits_from..=p.log2_bits_to).map(|log2| 1 << log2).collect();
    sizes.extend(&p.more_bits);
    sizes.sort_unstable();
    // N is what fills half of a filter by about
    let by_messages = |bits: u64| Bound::Messages((0.35 * bits as f64 / p.hashes as f64) as u64);
    // of N-bounded filters the chain has as many states again for every message: it takes too long to be worth it
    let few = sizes.iter().filter(|bits| **bits <= 1024).map(|&bits| (bits, by_messages(bits)));
    let points: Vec<_> = sizes.iter().map(|&bits| (bits, Bound::Sigma(bits / 4))).chain(few).collect();
    let rows = context.rows(points, |(bits, bound)| kinds(bits, p.hashes, bound))?;
    Ok(rows.into_iter().flatten().collect())
}

/// The four filters of one size and bound, dropping and forgetting first.
fn kinds(bits: u64, hashes: u64, bound: Bound) -> Result<Vec<Row>> {
    let each = TwoPhase::shape_of_each(bits, hashes, Sampling::WithReplacement)?;
    let mut rows: Vec<Row> = Vec::new();
    for (ending, retention) in
        iproduct!([Ending::Dropping, Ending::Keeping], [Retention::NonRetaining, Retention::Retaining])
    {
        let variant = Variant::two_phases(Cycle::new(each, bound, retention)?, ending);
        let average = variant_average(&Double, variant);
        let base = rows.first().map_or(average.rate, |first| first.rate);
        let at_once = variant_forgetting(&Double, variant).next().ok_or("no reuse distance")?;
        let next = if retention == Retention::Retaining { Reset::Retain } else { Reset::Forget };
        let (sigma, messages) = match bound {
            Bound::Sigma(sigma) => (Some(sigma), None),
            Bound::Messages(messages) => (None, Some(messages)),
        };
        rows.push(Row {
            phases: 2,
            bits,
            hashes,
            sigma,
            messages,
            positions: positions_name(each.sampling()).to_owned(),
            retention: next.name().to_owned(),
            ending: Some(if ending == Ending::Keeping { KEEPING } else { DROPPING }.to_owned()),
            rate: average.rate,
            messages_per_cycle: average.messages_per_cycle,
            relative_difference: average.rate / base - 1.0,
            product_form: Some(average.published_rate),
            guaranteed_distance: variant.guaranteed_distance(),
            denied_at_once: Some(at_once.false_negative_rate),
            ..Row::default()
        });
    }
    Ok(rows)
}
