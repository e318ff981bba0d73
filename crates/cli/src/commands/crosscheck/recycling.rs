//! `bloomlab crosscheck recycling`.

use serde::Serialize;

use super::{Effort, Seed};
use crate::answer::Answer;
use crate::commands::recycling::Filter;
use crate::error::CommandError;

/// The average rate of a recycling filter by every route: visits, as published, the chain solved, sweep, closed form,
/// simulation
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab crosscheck recycling --bits 200 --hashes 4 --sigma 110
  bloomlab crosscheck recycling -m 2000 -k 5 -s 500 --phases 2 --format json")]
pub(super) struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    filter: Filter,

    #[command(flatten)]
    #[serde(flatten)]
    seed: Seed,

    #[command(flatten)]
    #[serde(flatten)]
    effort: Effort,
}

impl Options {
    /// Every route in every arithmetic it has.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (effort, digits) = (self.effort, self.effort.digits.digits);
        let checks = self.filter.recycled()?.crosscheck(effort.seconds, digits, self.seed.seed);
        Ok(Answer::new("crosscheck recycling", self, effort.rows(Vec::new(), "rate", checks)))
    }
}
