//! What keeping or retaining the message that ends a cycle costs in rate, and buys in memory.

mod view;

use bloomlab_numbers::Double;
use bloomlab_occupancy::{Bound, Ending, Retention, Sampling};
use bloomlab_recycling::{Cycle, TwoPhase, Variant, variant_average, variant_forgetting};
use bloomlab_workbench::figure::*;
use itertools::iproduct;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// Further sizes.
    more_bits: Vec<u64>,
    /// k.
    hashes: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// M, of both filters.
    bits: u64,
    hashes: u64,
    bound: String,
    /// σ or N, of each filter.
    limit: u64,
    ending: String,
    retention: String,
    rate: f64,
    /// rate / that of dropping and forgetting − 1.
    relative_difference: f64,
    /// f_A + f_F − f_A f_F, as eq. 26 multiplies.
    product_form: f64,
    messages_per_cycle: f64,
    /// Reuse distances up to this one have no false negative at all.
    guaranteed_distance: Option<u64>,
    /// The false-negative rate at reuse distance 0.
    denied_at_once: f64,
}

/// Its bound in the table.
const BY_BITS: &str = "sigma";
const BY_MESSAGES: &str = "messages";
/// What becomes of the message that ends a cycle, in the frozen filter and in the next cycle.
const DROPPING: &str = "dropping";
const KEEPING: &str = "keeping";
const FORGETTING: &str = "forgetting";
const RETAINING: &str = "retaining";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.log2_bits_to > 16 {
        return Err(format!("log2_bits_to = {}: needs at most 16", p.log2_bits_to).into());
    }
    let mut sizes: Vec<u64> = (p.log2_bits_from..=p.log2_bits_to).map(|log2| 1 << log2).collect();
    sizes.extend(&p.more_bits);
    sizes.sort_unstable();
    let points: Vec<_> = iproduct!([BY_BITS, BY_MESSAGES], sizes).collect();
    let rows = context.rows(points, |(bound, bits)| kinds(bits, p.hashes, bound))?;
    Ok(rows.into_iter().flatten().collect())
}

/// The four filters of one size and bound, dropping and forgetting first. N is what fills half of a filter by about.
fn kinds(memory: u64, hashes: u64, bound: &str) -> Result<Vec<Row>> {
    let each = TwoPhase::shape_of_each(memory, hashes, Sampling::WithReplacement)?;
    let limit = if bound == BY_BITS { memory / 4 } else { (0.35 * memory as f64 / hashes as f64) as u64 };
    let limits = if bound == BY_BITS { Bound::Sigma(limit) } else { Bound::Messages(limit) };
    let mut rows: Vec<Row> = Vec::new();
    // of N-bounded filters the chain has as many states again for every message: it takes too long to be worth it
    if bound == BY_MESSAGES && memory > 1024 {
        return Ok(rows);
    }
    for (ending, retention) in
        iproduct!([Ending::Dropping, Ending::Keeping], [Retention::NonRetaining, Retention::Retaining])
    {
        let variant = Variant::two_phases(Cycle::new(each, limits, retention)?, ending);
        let average = variant_average(&Double, variant);
        let base = rows.first().map_or(average.rate, |first| first.rate);
        let at_once = variant_forgetting(&Double, variant).next().ok_or("no reuse distance")?;
        rows.push(Row {
            bits: memory,
            hashes,
            bound: bound.to_owned(),
            limit,
            ending: if ending == Ending::Keeping { KEEPING } else { DROPPING }.to_owned(),
            retention: if retention == Retention::Retaining { RETAINING } else { FORGETTING }.to_owned(),
            rate: average.rate,
            relative_difference: average.rate / base - 1.0,
            product_form: average.published_rate,
            messages_per_cycle: average.messages_per_cycle,
            guaranteed_distance: variant.guaranteed_distance(),
            denied_at_once: at_once.false_negative_rate,
        });
    }
    Ok(rows)
}
