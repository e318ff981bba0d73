//! `bloomlab crosscheck recycling`.

use bloomlab::crosscheck::{
    ArithmeticKind, RecyclingAverage, RecyclingValue, TimeBudget, crosscheck_within, evaluate_within, recycling_routes,
    recycling_routes_in_double, reference_within, simulated_recycling,
};
use serde_json::json;

use super::{Effort, Seed};
use crate::answer::Answer;
use crate::commands::recycling::{Filter, Retention, Threshold};
use crate::error::CommandError;

/// All evaluations together take at most SHARE times as long as one may, or SHARE seconds.
const SHARE: f64 = 6.0;

/// The average rate of a recycling filter by every route: visits, as published, the chain solved, sweep, extrapolation,
/// simulation
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab crosscheck recycling --bits 200 --hashes 4 --sigma 110
  bloomlab crosscheck recycling -m 2000 -k 5 -s 500 --phases 2 --format json")]
pub(super) struct Options {
    #[command(flatten)]
    filter: Filter,

    #[command(flatten)]
    threshold: Threshold,

    #[command(flatten)]
    retention: Retention,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    effort: Effort,
}

impl Options {
    /// Every route in every arithmetic it has.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (sigma, retaining) = (self.threshold.sigma, self.retention.retaining);
        let filter = self.filter.sigma_bounded(sigma, retaining)?;
        let (effort, digits, all) = (self.effort, self.effort.digits.get(), &ArithmeticKind::USUAL);
        let budget = self.budget();
        let truth = reference_within(&RecyclingValue(filter, RecyclingAverage::Rate), all, digits, &budget).ok();
        let mut outcomes = crosscheck_within(&recycling_routes(filter), all, truth.as_ref(), digits, &budget);
        let doubles = recycling_routes_in_double(filter);
        outcomes.extend(crosscheck_within(&doubles, &[ArithmeticKind::F64], truth.as_ref(), digits, &budget));
        let mut rows: Vec<_> = outcomes.into_iter().map(|outcome| effort.row(Vec::new(), "rate", outcome)).collect();
        rows.push(effort.simulated(Vec::new(), "rate", truth.as_ref(), || {
            let cycle = RecyclingValue(filter, RecyclingAverage::MessagesPerCycle);
            let cycle = evaluate_within(&cycle, ArithmeticKind::F64, digits, &budget)?.to_f64();
            simulated_recycling(filter, cycle, effort.limits(), self.seed.get())
        }));
        let mut inputs = self.filter.inputs([("sigma", json!(sigma))]);
        inputs.extend([("retaining", json!(retaining)), ("seed", json!(self.seed.get()))]);
        inputs.extend(effort.inputs());
        Ok(Answer { command: "crosscheck recycling", inputs, beside: Vec::new(), rows })
    }

    /// The time of all evaluations together. The simulation takes as long as one evaluation may, and is not counted.
    fn budget(&self) -> TimeBudget {
        let limits = self.effort.limits();
        TimeBudget::new(limits.in_all(SHARE * limits.seconds.max(1.0)))
    }
}
