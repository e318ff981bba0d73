//! `bloomlab crosscheck deletable`.

use bloomlab::CheckedMeasure;
use serde::Serialize;

use super::{Effort, Seed};
use crate::answer::{Answer, Field, Inputs, Row};
use crate::commands::deletable::Stored;
use crate::error::CommandError;

/// Deletability and rates of a deletable filter by every route: finite and exact, positive sums, Poisson, as published,
/// simulation
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab crosscheck deletable --filter dfp --bits 4096 --items 300 --hashes 4
  bloomlab crosscheck deletable --filter dlbf --region-bits 8 -m 4096 -n 300 -k 4 --deleted 100")]
pub(super) struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    stored: Stored,

    #[command(flatten)]
    #[serde(flatten)]
    seed: Seed,

    #[command(flatten)]
    #[serde(flatten)]
    effort: Effort,
}

impl Options {
    /// Every route in every arithmetic.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let checks = self.stored.filter()?.crosscheck(self.effort.seconds, self.effort.digits.get(), self.seed.get());
        let rows = checks.into_iter().flat_map(|check| self.rows(check)).collect();
        Ok(Answer { command: "crosscheck deletable", inputs: Inputs::of(self), beside: Vec::new(), rows })
    }

    fn rows(&self, check: CheckedMeasure) -> Vec<Row> {
        let quantity = || vec![("quantity", Field::Text(check.measure.to_string()))];
        let row = |outcome| self.effort.row(quantity(), "value", outcome);
        let mut rows: Vec<_> = check.outcomes.into_iter().map(row).collect();
        let simulated = (check.simulated, check.simulated_in);
        rows.push(self.effort.estimated(quantity(), "value", check.truth.as_ref(), simulated));
        rows
    }
}
