//! What two phases cost: message capacity at equal memory and equal average rate.

mod view;

use bloomlab_occupancy::{Budget, Phases, Sampling, Target};
use bloomlab_recycling::plan_sigma_bounded;
use bloomlab_workbench::figure::*;
use itertools::iproduct;
pub(crate) use view::{claims, draw, facts};

use crate::grid::between;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M, shared by the two filters of two phases.
    bits: Vec<u64>,
    targets: Vec<f64>,
    /// Rates of a decade that are computed for the lines.
    lines_per_decade: u32,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits: u64,
    target: f64,
    one_phase_hashes: u64,
    one_phase_sigma: u64,
    one_phase_messages_per_cycle: f64,
    two_phase_hashes: u64,
    /// Of each filter.
    two_phase_sigma: u64,
    /// Of the active filter.
    two_phase_messages_per_cycle: f64,
    /// One phase's messages per cycle over those of the active filter.
    ratio: f64,
    /// The same over the messages that active and frozen filter hold together at the end of a cycle.
    ratio_to_both: f64,
    /// Whether this is between the rates that are asked for, for the lines only.
    is_between: bool,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let between = between(&p.targets, p.lines_per_decade);
    let asked = iproduct!(p.bits.iter().copied(), p.targets.iter().copied()).map(|point| (point, false));
    let lines = iproduct!(p.bits.iter().copied(), between).map(|point| (point, true));
    context.rows(asked.chain(lines).collect::<Vec<_>>(), |((bits, target), is_between)| {
        Ok(Row { is_between, ..row(bits, Target::new(target)?)? })
    })
}

fn row(bits: u64, target: Target) -> Result<Row> {
    let sampling = Sampling::WithReplacement;
    let plan = |phases| plan_sigma_bounded(bits, sampling, phases, target, None, &Budget::default());
    let (one, two) = (plan(Phases::One)?, plan(Phases::Two)?);
    Ok(Row {
        bits,
        target: target.rate(),
        one_phase_hashes: one.hashes,
        one_phase_sigma: one.bound.value(),
        one_phase_messages_per_cycle: one.messages_per_cycle,
        two_phase_hashes: two.hashes,
        two_phase_sigma: two.bound.value(),
        two_phase_messages_per_cycle: two.messages_per_cycle,
        ratio: one.messages_per_cycle / two.messages_per_cycle,
        ratio_to_both: one.messages_per_cycle / (2.0 * two.messages_per_cycle),
        is_between: false,
    })
}
