//! `bloomlab crosscheck`: every formula in every arithmetic.

mod deletable;
mod recycling;
mod simulation;
mod single;

use bloomlab::crosscheck::{Checked, Computed, Failure, Limits, Outcome};
use bloomlab::numbers::Resource;
use serde_json::{Value, json};

use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead, advised};
use crate::num::Num;

/// Which formula can be trusted, in which arithmetic: every formula in every arithmetic, with errors and time
///
/// relative_error compares the value with the certified exact one. It has two sources: model_error is the formula's own
/// error, which no arithmetic mends; correct_digits counts the digits that agree with the formula's certified value, so it
/// shows the error of the arithmetic. The arithmetics are f64-naive (the formula taken literally), f64 (evaluated
/// with care), mpfr:64, mpfr:113, mpfr:256, rational, certified. Only the seconds vary from run to run.
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
    ///
    /// # Errors
    /// Sizes out of domain.
    pub fn run(&self) -> Result<Answer, CommandError> {
        match &self.model {
            Some(Other::Recycling(options)) => options.run(),
            Some(Other::Deletable(options)) => options.run(),
            None => self.single.run(),
        }
    }
}

/// All evaluations of one question may take this many times the limit of one.
const ALL_FOR_ONE: f64 = 10.0;

/// What one evaluation may take, and how it is shown.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Effort {
    /// Time limit per evaluation, in seconds. Evaluations estimated to take longer are refused; all of them together may
    /// take ten times as long
    #[arg(long, value_name = "T", default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,

    #[command(flatten)]
    digits: Digits,
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    let needs = "needs a number of seconds above 0, at most 86400";
    text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= MAX_SECONDS).ok_or(needs)
}

/// The longest limit that can be asked for: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// A number of two significant digits, at most a tenth above `value`.
fn two_digits_above(value: f64) -> f64 {
    format!("{:.1e}", 1.05 * value).parse().unwrap_or(value)
}

/// The seed of a simulation.
#[derive(Clone, Copy, Debug, clap::Args)]
struct Seed {
    /// Seed of the simulation
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = seed)]
    seed: u64,
}

fn seed(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "needs a whole number from 0 to 2^64 − 1")
}

impl Seed {
    fn get(self) -> u64 {
        self.seed
    }
}

impl Effort {
    fn limits(self) -> Limits {
        Limits::each(self.seconds).in_all(ALL_FOR_ONE * self.seconds)
    }

    fn inputs(self) -> [(&'static str, Value); 2] {
        [("seconds", json!(self.seconds)), ("digits", json!(self.digits.get()))]
    }

    /// The row of an outcome. `fields` name it, and `value` is the name of the value.
    fn row(self, mut fields: Vec<(&'static str, Field)>, value: &'static str, outcome: Outcome) -> Row {
        fields.push(("formula", Field::Text(outcome.formula.to_owned())));
        fields.push(("arithmetic", Field::Text(outcome.arithmetic.to_string())));
        match outcome.result {
            Ok(checked) => fields.extend(self.numbers(value, checked, outcome.seconds)),
            Err(failure) => return Row::failed(fields, self.advised(&failure)),
        }
        Row::new(fields)
    }

    /// The reason for a missing value, with the limit to try where it is the limit that is missed.
    fn advised(self, failure: &Failure) -> String {
        let instead = match failure {
            Failure::TooLarge(why) if why.resource == Resource::Seconds => {
                // that of all together is not below that of a second each
                let of = if why.most > self.seconds { self.seconds.max(1.0) } else { self.seconds };
                let seconds = two_digits_above(of * why.needed / why.most);
                (seconds <= MAX_SECONDS).then_some(Instead::Seconds(seconds))
            }
            _ => None,
        };
        advised(failure, instead)
    }

    fn numbers(self, value: &'static str, checked: Checked, seconds: f64) -> [(&'static str, Field); 5] {
        let digits = self.digits.get();
        let is_enclosure = matches!(checked.value, Computed::Enclosure(_));
        // where the truth is 0 and the value is not, the error is undefined; else a certified value is missing
        let missing = if checked.correct_digits.is_some() { Field::Undefined } else { Field::Unknown };
        let error = |error: Option<bloomlab::exact::Enclosure>, with_bounds| {
            error.map_or(missing.clone(), |error| Field::Brief(Num::difference(&error, digits, with_bounds)))
        };
        [
            (value, Field::Num(Num::of(&checked.value, digits))),
            ("relative_error", error(checked.relative_error, is_enclosure)),
            ("model_error", error(checked.model_error, false)),
            ("correct_digits", checked.correct_digits.map_or(Field::Unknown, Field::Measured)),
            ("seconds", Field::Measured(seconds)),
        ]
    }
}
