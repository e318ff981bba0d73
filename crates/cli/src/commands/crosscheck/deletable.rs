//! `bloomlab crosscheck deletable`.

use bloomlab::DeletableMeasure;
use serde::Serialize;

use super::{Seed, Shown};
use crate::answer::{Answer, Field};
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
    shown: Shown,
}

impl Options {
    /// Every route in every arithmetic.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (shown, digits) = (self.shown, self.shown.digits.digits);
        let checks = self.stored.filter()?.crosscheck(digits, shown.limit(), self.seed.seed);
        let quantity = |measure: DeletableMeasure| vec![("quantity", Field::text(measure))];
        let rows = checks.into_iter().flat_map(|(measure, checks)| shown.rows(quantity(measure), "value", checks));
        Ok(Answer::new("crosscheck deletable", self, rows.collect()))
    }
}
