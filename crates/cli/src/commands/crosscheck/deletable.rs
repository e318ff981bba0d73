//! `bloomlab crosscheck deletable`.

use bloomlab::crosscheck::{
    ArithmeticKind, DeletableMeasure, DeletableValue, TimeBudget, crosscheck_within, deletable_routes,
    reference_within, simulated_deletable,
};
use bloomlab::deletable::Parameters;
use serde_json::json;

use super::{Effort, Seed};
use crate::answer::{Answer, Field, Row};
use crate::commands::deletable::Stored;
use crate::error::CommandError;

/// Deletability and rates of a deletable filter by every route: finite and exact, positive sums, Poisson, as published,
/// simulation
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bloomlab crosscheck deletable --filter dfp --bits 4096 --items 300 --hashes 4
  bloomlab crosscheck deletable -f dlbf --region-bits 8 -m 4096 -n 300 -k 4 --deleted 100 --format json")]
pub(super) struct Options {
    #[command(flatten)]
    stored: Stored,

    #[command(flatten)]
    seed: Seed,

    #[command(flatten)]
    effort: Effort,
}

/// The seconds that all evaluations may take together, by estimate, for each second of `--seconds`.
const TOGETHER: f64 = 7.0;

impl Options {
    /// Every route in every arithmetic.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let filter = self.stored.parameters()?;
        let mut measures = vec![("deletability", DeletableMeasure::Deletability), ("rate", DeletableMeasure::Rate)];
        if filter.deleted() > 0 {
            measures.push(("rate_after_deletions", DeletableMeasure::RateAfterDeletions));
        }
        let limits = self.effort.limits();
        let budget = TimeBudget::new(limits.in_all(TOGETHER * limits.seconds.max(1.0)));
        let of_measure = |(name, measure)| self.rows(&filter, name, measure, &budget);
        let rows = measures.into_iter().flat_map(of_measure).collect();
        let mut inputs = self.stored.inputs();
        inputs.push(("seed", json!(self.seed.get())));
        inputs.extend(self.effort.inputs());
        Ok(Answer { command: "crosscheck deletable", inputs, beside: Vec::new(), rows })
    }

    fn rows(&self, filter: &Parameters, name: &str, measure: DeletableMeasure, budget: &TimeBudget) -> Vec<Row> {
        let (effort, digits) = (self.effort, self.effort.digits.get());
        let truth = reference_within(&DeletableValue(*filter, measure), &ArithmeticKind::USUAL, digits, budget).ok();
        let routes = deletable_routes(filter, measure);
        let quantity = || vec![("quantity", Field::Text(name.to_owned()))];
        let outcomes = crosscheck_within(&routes, &ArithmeticKind::USUAL, truth.as_ref(), digits, budget);
        let mut rows: Vec<_> = outcomes.into_iter().map(|outcome| effort.row(quantity(), "value", outcome)).collect();
        let simulate = || simulated_deletable(filter, measure, effort.limits(), self.seed.get());
        rows.push(effort.simulated(quantity(), "value", truth.as_ref(), simulate));
        rows
    }
}
