//! The bits an item that split blocks need for a target, and those that the rule of Parquet writers gives.

mod claims;
mod draw;

use bloomlab_formulas::split_block::{self, BLOCK_BITS};
use bloomlab_formulas::{blocked, bounds, folding};
use bloomlab_numbers::Double;
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use serde::{Deserialize, Serialize};

/// n of the limits: enough for a rate to hardly depend on it.
const MANY_ITEMS: u64 = 1 << 40;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// Targets 10^(−i/steps_per_decade),
    steps_per_decade: u64,
    /// from i
    first_step: u64,
    /// to i.
    last_step: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    target: f64,
    /// Bits an item by the rule, before it rounds.
    ruled: f64,
    /// Bits an item that are needed.
    needed: f64,
    /// Bits an item of an ordinary filter.
    unblocked: f64,
    /// Rate over target at the rule's size.
    over_target: f64,
    /// Rate over target at twice the rule's size.
    over_target_doubled: f64,
    /// log2(needed/ruled): the share of an octave of n that misses the target.
    share_missing: f64,
    /// Rate over target where folding by the mean over blocks stops.
    over_target_folded: f64,
}

pub(crate) struct SplitBlockSizing;

impl Figure for SplitBlockSizing {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        context.rows(p.first_step..=p.last_step, |step| {
            let target = (-(step as f64) / p.steps_per_decade as f64 * std::f64::consts::LN_10).exp();
            let ruled = split_block::ruled_bits_per_item(&Double, target);
            let needed = split_block::bits_per_item(target)?;
            let folded = folding::bits_per_item_by_mean_of_blocks(target)?;
            Ok(Row {
                target,
                ruled,
                needed,
                unblocked: bounds::bloom_limit(&Double, target),
                over_target: rate(ruled)? / target,
                over_target_doubled: rate(2.0 * ruled)? / target,
                share_missing: (needed / ruled).log2(),
                over_target_folded: rate(folded)? / target,
            })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// The row of a target.
fn at(rows: &[Row], target: f64) -> Result<&Row, AnyError> {
    let found = rows.iter().find(|row| (row.target / target - 1.0).abs() < 1e-9);
    found.ok_or_else(|| format!("no target of {target}").into())
}

/// The rate with a given number of bits an item, in the limit of many blocks.
fn rate(bits_per_item: f64) -> Result<f64, AnyError> {
    let blocks = (MANY_ITEMS as f64 * bits_per_item / BLOCK_BITS as f64) as u64;
    Ok(blocked::limit(&Double, split_block::load(blocks, MANY_ITEMS)?)?.value)
}
