//! What two phases cost: message capacity at equal memory and equal average rate.

use bloomlab_occupancy::{Phases, Sampling};
use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_recycling::{Budget, Target, plan_sigma_bounded};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::verdicts::{count, range, smallest};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parameters {
    /// M, shared by the two filters of two phases.
    bits: Vec<u64>,
    targets: Vec<f64>,
}

impl Default for Parameters {
    fn default() -> Self {
        let targets = vec![1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2];
        Self { bits: vec![1000, 10_000, 100_000], targets }
    }
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
}

pub(crate) struct OneTwoPhase;

impl Figure for OneTwoPhase {
    type Parameters = Parameters;
    type Row = Row;

    fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>, AnyError> {
        let cases: Vec<_> = p.bits.iter().flat_map(|&bits| p.targets.iter().map(move |&rate| (bits, rate))).collect();
        context.progress.expect(cases.len() as u64);
        let one = |&(bits, rate): &(u64, f64)| {
            let target = Target::new(rate)?;
            let plan = |phases| {
                plan_sigma_bounded(bits, Sampling::WithReplacement, phases, target, None, &mut Budget::default())
            };
            let (one, two) = (plan(Phases::One)?, plan(Phases::Two)?);
            context.progress.advance();
            Ok(Row {
                bits,
                target: rate,
                one_phase_hashes: one.hashes,
                one_phase_sigma: one.limit.value(),
                one_phase_messages_per_cycle: one.messages_per_cycle,
                two_phase_hashes: two.hashes,
                two_phase_sigma: two.limit.value(),
                two_phase_messages_per_cycle: two.messages_per_cycle,
                ratio: one.messages_per_cycle / two.messages_per_cycle,
                ratio_to_both: one.messages_per_cycle / (2.0 * two.messages_per_cycle),
            })
        };
        cases.par_iter().map(one).collect()
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let mut series: Vec<Series> = Vec::new();
        for row in rows {
            let name = format!("M = {}", row.bits);
            let point = Point::new(row.target, row.ratio_to_both);
            match series.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => series.push(Series { name, mark: Mark::LineAndMarkers, points: vec![point] }),
            }
        }
        let panel = Panel {
            title: None,
            x: Axis::new("average false-positive rate", Scale::Log10),
            y: Axis::new("capacity of one phase / of two phases", Scale::Linear).including(1.0),
            series,
        };
        Ok(LineFigure::single(panel).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let strictest = smallest(rows.iter().map(|row| row.target));
        let (low, high) = range(rows.iter().filter(|row| row.target == strictest).map(|row| row.ratio_to_both));
        let least = smallest(rows.iter().map(|row| row.ratio_to_both));
        let close = Decision::new("R09").measured(least).decide(least <= 1.1).because(format!(
            "still {low:.2} to {high:.2} at a rate of {strictest:e}; over the active filter alone it is twice as much"
        ));

        let steps: Vec<(&Row, &Row)> = rows.iter().zip(rows.iter().skip(1)).filter(|(a, b)| a.bits == b.bits).collect();
        let shrinks = |(strict, loose): &&(&Row, &Row)| {
            strict.target < loose.target && strict.ratio_to_both < loose.ratio_to_both
        };
        let shrinking = steps.iter().filter(shrinks).count();
        let overhead = Decision::new("R10")
            .measured(shrinking as f64 / steps.len() as f64)
            .decide(shrinking == steps.len() && !steps.is_empty());

        let better = count(rows, |row| row.ratio_to_both > 1.0);
        let one_phase = Decision::new("R34").measured(better as f64 / rows.len() as f64).decide(better == rows.len());
        Ok(vec![close, overhead, one_phase])
    }
}
