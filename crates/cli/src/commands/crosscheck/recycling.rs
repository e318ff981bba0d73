//! `bloomlab crosscheck recycling`.

use serde::Serialize;

use super::{Seed, Shown};
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
    shown: Shown,
}

impl Options {
    /// Every route in every arithmetic it has.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (shown, digits) = (self.shown, self.shown.digits.digits);
        let checks = self.filter.recycled()?.crosscheck(digits, shown.limit(), self.seed.seed);
        Ok(Answer::new("crosscheck recycling", self, shown.rows(Vec::new(), "rate", checks)))
    }
}
