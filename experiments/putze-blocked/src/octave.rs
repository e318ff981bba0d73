//! Split blocks by the rule of Parquet writers: the bits per item that it gives and that are needed, and the rate over the target
//! through the octave of items for which it chooses one size.

use bloomlab_formulas::{
    blocked, folding,
    split_block::{self, BLOCK_BITS, WORD_BITS, WORDS},
};
use bloomlab_numbers::Double;
use bloomlab_tables::{AnyError, Interval, Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::blocks::Filter;

/// n of the limits: enough for a rate to hardly depend on it.
const MANY_ITEMS: u64 = 1 << 40;

#[derive(Deserialize)]
pub(crate) struct Parameters {
    blocks: u64,
    targets: Vec<f64>,
    steps: u64,
    simulated: Vec<u64>,
    epochs: u64,
    /// In the limit of many blocks, targets 10^(−i/steps_per_decade), from i to i.
    steps_per_decade: u64,
    first_step: u64,
    last_step: u64,
}

#[derive(Default, Serialize)]
pub(crate) struct Row {
    target: f64,
    /// b; none in the limit of many blocks.
    blocks: Option<u64>,
    items: Option<u64>,
    /// n over the most items for which the rule chooses this size.
    share_of_most: f64,
    rate: f64,
    over_target: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
    /// Of the limit of many blocks alone: bits an item by the rule, before it rounds, and those that are needed; log2(needed/ruled), the
    /// share of an octave of n that misses the target; rate over target where folding by the mean over blocks stops.
    #[serde(rename = "ruled,needed,share_missing,over_target_folded")]
    limit: Option<(f64, f64, f64, f64)>,
}

impl Row {
    fn new(target: f64, rate: f64) -> Self {
        Self { target, share_of_most: 1.0, rate, over_target: rate / target, ..Self::default() }
    }
}

#[expect(clippy::disallowed_methods, reason = "the committed table has the digits of this exponential function")]
pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let mut rows = run.rows(p.first_step..=p.last_step, |step| {
        in_the_limit((-(step as f64) / p.steps_per_decade as f64 * std::f64::consts::LN_10).exp())
    })?;
    rows.extend(octaves(p, run)?);
    Ok(rows)
}

/// Of many blocks, sized by the rule before it rounds.
#[expect(clippy::disallowed_methods, reason = "the committed table has the digits of this logarithm")]
fn in_the_limit(target: f64) -> Result<Row> {
    let ruled = split_block::ruled_bits_per_item(&Double, target);
    let needed = split_block::bits_per_item(target)?;
    let folded = folding::bits_per_item_by_mean_of_blocks(target)?;
    Ok(Row {
        limit: Some((ruled, needed, (needed / ruled).log2(), limit(folded)? / target)),
        ..Row::new(target, limit(ruled)?)
    })
}

/// The rate with a given number of bits an item, in the limit of many blocks.
fn limit(bits_per_item: f64) -> Result<f64> {
    let blocks = (MANY_ITEMS as f64 * bits_per_item / BLOCK_BITS as f64) as u64;
    Ok(blocked::limit(&Double, split_block::load(blocks, MANY_ITEMS)?)?.value)
}

fn octaves(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let filter = Filter::Split(WORD_BITS);
    let bits = p.blocks * BLOCK_BITS;
    let most = p.targets.iter().map(|&target| Ok((target, most_items(p.blocks, target)?)));
    let most = most.collect::<Result<Vec<(f64, u64)>>>()?;
    run.rows(iproduct!(most, 0..=p.steps), |((target, most), step)| {
        let items = items(most, step, p.steps);
        let is_simulated = p.simulated.contains(&step);
        let simulated = is_simulated.then(|| filter.simulated(bits, items, WORDS, p.epochs, run)).transpose()?;
        let share_of_most = items as f64 / most as f64;
        let rate = filter.rate(bits, items, WORDS)?;
        Ok(Row { blocks: Some(p.blocks), items: Some(items), share_of_most, simulated, ..Row::new(target, rate) })
    })
}

/// The most items for which the rule chooses `blocks` blocks.
fn most_items(blocks: u64, target: f64) -> Result<u64> {
    let fits = |items| Ok::<_, AnyError>(split_block::ruled_blocks(items, target)? > blocks);
    let more = bloomlab_numbers::search::try_least(2, 2..=blocks * BLOCK_BITS, fits)?;
    Ok(more.ok_or("the rule never exceeds this size")? - 1)
}

/// The items of a step, from half of the most to the most in equal ratios.
fn items(most: u64, step: u64, steps: u64) -> u64 {
    let octaves = step as f64 / steps as f64 - 1.0;
    // the first filter of the octave holds one item more than the last of the one before
    ((most as f64 * libm::exp2(octaves)).round() as u64).max(most / 2 + 1)
}
