//! `bloomlab why`: the usual causes of a measured rate.

use bloomlab::{Cause, Filter, Why};
use serde::Serialize;

use super::scheme_flags::SchemeFlags;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// The usual causes of a false-positive rate that is not the promised one, each with the rate that it predicts
///
/// The causes are sorted by the distance of their rates from the measured interval; factor is the measured rate over the predicted one.
/// The last part of a name is the number that a cause fits: of items, or the share of the queries that had been stored.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab why --bits 6e9 --items 500M --hashes 8 --positives 1794 --queries 100k
  bloomlab why -m 1M -n 100k -k 7 --positives 1210 --queries 10k")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits)]
    bits: u64,

    /// Items stored, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Queries that were reported, none of which had been stored
    #[arg(long, value_name = "X", value_parser = parse_size)]
    positives: u64,

    /// Queries in all
    #[arg(long, value_name = "Q", value_parser = parse_size)]
    queries: u64,

    /// The probability with which the measured interval may miss the true rate
    #[arg(long, value_name = "P", default_value_t = Why::USUAL_ALPHA)]
    alpha: f64,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long, conflicts_with = "scheme")]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    /// The causes.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let mut filter = Filter::new(self.bits, self.hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        if let Some(scheme) = self.scheme.given()? {
            filter = filter.under(scheme)?;
        }
        let why = Why::of(filter.holding(self.items)?, self.positives, self.queries)?.at_level(self.alpha)?;
        let number = |value| Field::Brief(Num::double(value, self.digits.get()));
        let row = |cause: Cause| {
            let factor = if cause.factor.is_finite() { number(cause.factor) } else { Field::Undefined };
            Row::new([
                ("cause", Field::Text(cause.cause)),
                ("rate", number(cause.rate)),
                ("factor", factor),
                ("within", Field::Flag(cause.within)),
                ("distinguish", Field::Prose(cause.distinguish.to_owned())),
            ])
        };
        let (lower, upper) = why.interval();
        let beside = vec![("measured_lower", number(lower)), ("measured_upper", number(upper))];
        let rows = why.causes()?.into_iter().map(row).collect();
        Ok(Answer { command: "why", inputs: Inputs::of(self), beside, rows })
    }
}
