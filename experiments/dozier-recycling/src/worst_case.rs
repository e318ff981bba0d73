//! Eq. 1, the worst case of the papers: what it bounds, which k it is smallest for, and the exact rates beside it.

mod filters;
mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// M for which the best k is looked for.
    bits: Vec<u64>,
    /// M/n there.
    bits_per_message: Vec<f64>,
    /// Rates against M: k, M/n.
    hashes: u64,
    size_bits_per_message: u64,
    log2_bits_from: u32,
    log2_bits_to: u32,
    /// In exact rationals: every M, k, n up to these.
    grid_bits: u64,
    grid_hashes: u64,
    grid_messages: u64,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
    /// best k, size, or grid.
    part: String,
    bits: u64,
    /// n.
    messages: u64,
    /// k; in the first part the one for which eq. 1 is smallest.
    hashes: u64,
    /// (M/n) ln 2.
    predicted_hashes: Option<f64>,
    /// Eq. 1, and the exact rates of the next message.
    classic: f64,
    with_replacement: Option<f64>,
    without_replacement: Option<f64>,
    /// The formula in Stirling numbers.
    stirling: Option<f64>,
    /// Exact comparisons: eq. 1 at most each of the rates, and the Stirling formula equal to each.
    classic_bounds_with: Option<bool>,
    classic_bounds_without: Option<bool>,
    stirling_is_with: Option<bool>,
    stirling_is_without: Option<bool>,
}

const BEST: &str = "best k";
const SIZE: &str = "size";
const GRID: &str = "grid";

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    if p.grid_bits > 12 || p.grid_hashes > 5 || p.grid_messages > 6 || p.log2_bits_to > 40 {
        return Err("the grid needs M ≤ 12, k ≤ 5, n ≤ 6; log2_bits_to at most 40".into());
    }
    let messages = |bits: u64| {
        let messages = p.bits_per_message.iter().map(move |c| libm::round(bits as f64 / c).max(1.0) as u64);
        messages.dedup().map(move |messages| (bits, messages))
    };
    let best = p.bits.iter().flat_map(|&bits| messages(bits));
    let mut rows = context.rows(best, |(bits, messages)| filters::best(bits, messages))?;
    let sizes = (p.log2_bits_from..=p.log2_bits_to).map(|log2| 1 << log2);
    rows.extend(context.rows(sizes, |bits| filters::size(bits, bits / p.size_bits_per_message, p.hashes))?);
    let grid =
        iproduct!(1..=p.grid_bits, 1..=p.grid_hashes, 1..=p.grid_messages).filter(|&(bits, hashes, _)| hashes <= bits);
    rows.extend(context.rows(grid, |(bits, hashes, messages)| filters::small(bits, hashes, messages))?);
    Ok(rows)
}
