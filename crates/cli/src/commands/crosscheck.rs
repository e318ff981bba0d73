//! `bloomlab crosscheck`: every formula in every arithmetic.

use std::time::Duration;

use bloomlab::crosscheck::{CONFIDENCE, Checks, Computed, DeletableMeasure, Difference, Outcome};
use serde::Serialize;

use super::deletable::Stored;
use super::recycling::Filter;
use super::shared::Digits;
use crate::answer::{Answer, Field, Row, UNKNOWN, failed};
use crate::error::{CommandError, failure};
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// The digits of a simulated number that are shown.
const SIMULATED_DIGITS: usize = 6;

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
    single: Single,
}

/// Filters other than the plain one.
#[derive(Debug, clap::Subcommand)]
enum Other {
    Recycling(Recycling),
    Deletable(Deletable),
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        match &self.model {
            Some(Other::Recycling(options)) => options.run(),
            Some(Other::Deletable(options)) => options.run(),
            None => self.single.run(),
        }
    }
}

/// A filter that holds n items. Its sizes are required, unless the question is about another filter.
#[derive(Debug, clap::Args, Serialize)]
struct Single {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", required = true, value_parser = parse_bits)]
    bits: Option<u64>,

    /// Items stored, n
    #[arg(short = 'n', long, value_name = "N", required = true, value_parser = parse_size)]
    items: Option<u64>,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", required = true, value_parser = parse_size)]
    hashes: Option<u64>,

    /// The k positions of an item are distinct
    #[arg(short = 'w', long)]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    shown: Shown,
}

impl Single {
    /// Every formula in every arithmetic.
    fn run(&self) -> Result<Answer, CommandError> {
        let (Some(bits), Some(items), Some(hashes)) = (self.bits, self.items, self.hashes) else {
            return Err(CommandError::Incomplete { given: "crosscheck", needed: "--bits, --items and --hashes" });
        };
        let mut filter = bloomlab::Filter::new(bits, hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        let outcomes = filter.holding(items)?.crosscheck(self.shown.digits.digits, self.shown.limit())?;
        let rows = outcomes.iter().map(|outcome| self.shown.row(Vec::new(), "rate", outcome)).collect();
        Ok(Answer::new("crosscheck", self, rows))
    }
}

/// The average rate of a recycling filter by every route: visits, as published, the chain solved, sweep, closed form,
/// simulation
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab crosscheck recycling --bits 200 --hashes 4 --sigma 110
  bloomlab crosscheck recycling -m 2000 -k 5 -s 500 --phases 2 --format json")]
struct Recycling {
    #[command(flatten)]
    #[serde(flatten)]
    filter: Filter,

    #[command(flatten)]
    #[serde(flatten)]
    simulated: Simulated,
}

impl Recycling {
    /// Every route in every arithmetic it has.
    fn run(&self) -> Result<Answer, CommandError> {
        let Simulated { seed, shown } = self.simulated;
        let checks = self.filter.recycled()?.crosscheck(shown.digits.digits, shown.limit(), seed);
        Ok(Answer::new("crosscheck recycling", self, shown.rows(Vec::new(), "rate", checks)))
    }
}

/// Deletability and rates of a deletable filter by every route: finite and exact, positive sums, Poisson, as published,
/// simulation
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab crosscheck deletable --filter dfp --bits 4096 --items 300 --hashes 4
  bloomlab crosscheck deletable --filter dlbf --region-bits 8 -m 4096 -n 300 -k 4 --deleted 100")]
struct Deletable {
    #[command(flatten)]
    #[serde(flatten)]
    stored: Stored,

    #[command(flatten)]
    #[serde(flatten)]
    simulated: Simulated,
}

impl Deletable {
    /// Every route in every arithmetic.
    fn run(&self) -> Result<Answer, CommandError> {
        let Simulated { seed, shown } = self.simulated;
        let checks = self.stored.filter()?.crosscheck(shown.digits.digits, shown.limit(), seed);
        let quantity = |measure: DeletableMeasure| vec![("quantity", Field::text(measure))];
        let rows = checks.into_iter().flat_map(|(measure, checks)| shown.rows(quantity(measure), "value", checks));
        Ok(Answer::new("crosscheck deletable", self, rows.collect()))
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

/// The seed of a simulation, and how it and the other values are shown.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
struct Simulated {
    /// Seed of the simulation
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,

    #[command(flatten)]
    #[serde(flatten)]
    shown: Shown,
}

impl Shown {
    fn limit(self) -> Duration {
        Duration::from_secs_f64(self.seconds)
    }

    /// A row for every route and one for the simulation. `named` begins each, and `value` is the name of the value.
    fn rows(self, named: Row, value: &'static str, checks: Checks) -> Vec<Row> {
        let outcomes = checks.outcomes.iter().map(|outcome| self.row(named.clone(), value, outcome));
        let mut rows: Vec<_> = outcomes.collect();
        rows.push(self.simulated(named.clone(), value, &checks));
        rows
    }

    /// The row of the simulation: a mean with its interval, and the distance of the mean from the truth.
    fn simulated(self, mut fields: Row, value: &'static str, checks: &Checks) -> Row {
        fields.push(("formula", Field::text("simulation")));
        fields.push(("arithmetic", Field::text(format!("{} % interval", 100.0 * CONFIDENCE))));
        let estimate = match &checks.simulated {
            Ok(estimate) => estimate,
            Err(why) => return failed(fields, failure(why)),
        };
        let num = |value| Num::double(value, SIMULATED_DIGITS.min(self.digits.digits)).field();
        let truth = checks.truth.as_ref();
        let error = Difference::of(truth.map(|truth| Computed::Double(estimate.mean).relative_error(truth)));
        fields.extend([
            (value, num(estimate.mean)),
            ("relative_error", Num::difference(&error, SIMULATED_DIGITS, false)),
            ("seconds", Num::rough(checks.simulated_in).field()),
            ("interval_lower", num(estimate.lower())),
            ("interval_upper", num(estimate.upper())),
        ]);
        fields
    }

    /// The row of one route.
    fn row(self, mut fields: Row, value: &'static str, outcome: &Outcome) -> Row {
        fields.push(("formula", Field::text(outcome.formula)));
        fields.push(("arithmetic", Field::text(outcome.arithmetic)));
        let checked = match &outcome.result {
            // a formula's own value, in an arithmetic that has its digits
            Ok(checked) if !(0.0..=1.0 + 1e-9).contains(&checked.value.to_f64()) => {
                return failed(fields, format!("not a probability: it gives {}", checked.value.decimal(4)));
            }
            Ok(checked) => checked,
            Err(why) => return failed(fields, failure(why)),
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
