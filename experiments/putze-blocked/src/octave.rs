//! The rate over the target through the octave of items for which a rule chooses one size.

mod claims;
mod draw;

use bloomlab_formulas::split_block::{self, BLOCK_BITS, WORD_BITS, WORDS};
use bloomlab_pictures::Picture;
use bloomlab_workbench::{AnyError, Context, Decision, Figure, Interval};
use itertools::{iproduct, izip};
use serde::{Deserialize, Serialize};

use crate::blocks::{Filter, simulate};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// b, a power of two.
    blocks: u64,
    /// p.
    targets: Vec<f64>,
    /// Steps of n through the octave.
    steps: u64,
    /// Steps at which filters are also simulated.
    simulated: Vec<u64>,
    /// Independent filters at each of these.
    epochs: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    target: f64,
    blocks: u64,
    items: u64,
    /// n over the most items for which the rule chooses this size.
    share_of_most: f64,
    rate: f64,
    over_target: f64,
    #[serde(rename = "simulated,lower,upper")]
    simulated: Option<Interval>,
}

pub(crate) struct Octave;

impl Figure for Octave {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let filter = Filter::Split(WORD_BITS);
        let bits = p.blocks * BLOCK_BITS;
        let most = p.targets.iter().map(|&target| Ok((target, most_items(p.blocks, target)?)));
        let most = most.collect::<Result<Vec<(f64, u64)>, AnyError>>()?;
        let points: Vec<_> = iproduct!(most, 0..=p.steps)
            .map(|((target, most), step)| (target, most, items(most, step, p.steps), p.simulated.contains(&step)))
            .collect();
        let trials = points.iter().map(|&(.., items, wanted)| wanted.then(|| filter.point(bits, items, WORDS)));
        let simulated = simulate(&trials.collect::<Vec<_>>(), p.epochs, context)?;
        context.rows(izip!(points, simulated), |((target, most, items, _), simulated)| {
            let rate = filter.rate(bits, items, WORDS)?;
            let share_of_most = items as f64 / most as f64;
            let over_target = rate / target;
            Ok(Row { target, blocks: p.blocks, items, share_of_most, rate, over_target, simulated })
        })
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw::picture(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(rows)
    }
}

/// The most items for which the rule chooses `blocks` blocks.
fn most_items(blocks: u64, target: f64) -> Result<u64, AnyError> {
    let fits = |items| Ok::<_, AnyError>(split_block::ruled_blocks(items, target)? > blocks);
    let more = bloomlab_occupancy::search::try_first_above(1, blocks * BLOCK_BITS, fits)?;
    Ok(more.ok_or("the rule never exceeds this size")? - 1)
}

/// From half of the most to the most, in equal ratios.
fn items(most: u64, step: u64, steps: u64) -> u64 {
    let octaves = step as f64 / steps as f64 - 1.0;
    // the first filter of the octave holds one item more than the last of the one before
    ((most as f64 * octaves.exp2()).round() as u64).max(most / 2 + 1)
}
