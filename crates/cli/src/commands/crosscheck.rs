//! `bloomlab crosscheck`: every formula in every arithmetic.

mod deletable;
mod recycling;
mod simulation;
mod single;

use std::time::Duration;

use bloomlab::{Checks, Outcome};
use serde::Serialize;

use super::shared::Digits;
use crate::answer::{Answer, Field, Row, UNKNOWN, failed};
use crate::error::{CommandError, failure};
use crate::num::Num;

/// Which formula can be trusted, in which arithmetic: every formula in every arithmetic, with errors and time
///
/// relative_error compares the value with the certified exact one. It has two sources: model_error is the formula's own
/// error, which more precision does not reduce; correct_digits counts the digits that agree with the formula's certified value, so it
/// shows the error of the arithmetic. The arithmetics are f64-naive (the formula taken literally), f64 (evaluated
/// with care), mpfr:64, mpfr:113, mpfr:256, rational, certified. The seconds vary from run to run, and with them what times out.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:
  bloomlab crosscheck --bits 128 --items 10 --hashes 6
  bloomlab crosscheck -m 2^40 -n 2^36 -k 11 --seconds 0.1 --format csv
  bloomlab crosscheck recycling --bits 200 --hashes 4 --sigma 110
  bloomlab crosscheck deletable --filter dfp --bits 4096 --items 300 --hashes 4"
)]
pub struct Options {
    #[command(subcommand)]
    model: Option<Other>,

    #[command(flatten)]
    single: single::Options,
}

/// Filters other than the plain one.
#[derive(Debug, clap::Subcommand)]
enum Other {
    Recycling(recycling::Options),
    Deletable(deletable::Options),
}

impl Options {
    /// The values, errors, digits and times.
    pub fn run(&self) -> Result<Answer, CommandError> {
        match &self.model {
            Some(Other::Recycling(options)) => options.run(),
            Some(Other::Deletable(options)) => options.run(),
            None => self.single.run(),
        }
    }
}

/// The time of one evaluation, and how it is shown.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
struct Shown {
    /// Time limit of one evaluation, in seconds; all of them together may take ten times as long
    #[arg(long, value_name = "T", default_value = "1", value_parser = seconds)]
    seconds: f64,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

/// A day.
const MOST_SECONDS: f64 = 86_400.0;

fn seconds(text: &str) -> Result<f64, &'static str> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= MOST_SECONDS);
    seconds.ok_or("needs a number of seconds above 0, at most 86400")
}

/// The seed of a simulation.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
struct Seed {
    /// Seed of the simulation
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = seed)]
    seed: u64,
}

fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "needs a whole number from 0 to 2^64 − 1")
}

impl Shown {
    fn limit(self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// A row for every route and one for the simulation. `named` begins each, and `value` is the name of the value.
    fn rows(self, named: Row, value: &'static str, checks: Checks) -> Vec<Row> {
        let outcomes = checks.outcomes.into_iter().map(|outcome| self.row(named.clone(), value, outcome));
        let simulated = (checks.simulated, checks.simulated_in);
        let mut rows: Vec<_> = outcomes.collect();
        rows.push(self.simulated(named.clone(), value, checks.truth.as_ref(), simulated));
        rows
    }

    /// The row of one route.
    fn row(self, mut fields: Row, value: &'static str, outcome: Outcome) -> Row {
        fields.push(("formula", Field::text(outcome.formula)));
        fields.push(("arithmetic", Field::text(outcome.arithmetic)));
        let checked = match outcome.result {
            // a formula's own value, in an arithmetic that has its digits
            Ok(checked) if !(0.0..=1.0 + 1e-9).contains(&checked.value.to_f64()) => {
                return failed(fields, format!("not a probability: it gives {}", checked.value.decimal(4)));
            }
            Ok(checked) => checked,
            Err(why) => return failed(fields, failure(&why)),
        };
        let digits = self.digits.digits;
        let is_enclosure = checked.value.is_enclosure();
        fields.extend([
            (value, Num::of(&checked.value, digits).field()),
            ("relative_error", Num::difference(&checked.relative_error, digits, is_enclosure)),
            ("model_error", Num::difference(&checked.model_error, digits, false)),
            ("correct_digits", checked.correct_digits.map_or(UNKNOWN, |digits| Num::rough(digits).field())),
            ("seconds", Num::rough(outcome.seconds).field()),
        ]);
        fields
    }
}
