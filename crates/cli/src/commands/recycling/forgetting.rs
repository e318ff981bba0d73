//! `bloomlab recycling forgetting` and `bloomlab recycling false-negatives`.

use bloomlab::{Reuse, ReuseError};
use serde::Serialize;

use super::Filter;
use crate::answer::{Answer, Field};
use crate::commands::shared::Digits;
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The probability that a filter takes a seen message for new, by the number of new messages in between
///
/// Without --distance, prints distances from 0 to about two cycles.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab recycling forgetting --bits 1000 --hashes 5 --sigma 590 --distance 50
  bloomlab recycling forgetting -m 1000 -k 5 --sigma 250 --phases 2 --format csv
  bloomlab recycling forgetting -m 1000 -k 5 --messages 60 --phases 2 --keeping")]
pub struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    filter: Filter,

    /// New messages between two arrivals of a message; may be repeated
    #[arg(long, value_name = "R", value_parser = parse_size)]
    distance: Vec<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (filter, digits) = (self.filter.recycled()?, self.digits.digits);
        let distances = if self.distance.is_empty() { filter.two_cycles()? } else { self.distance.clone() };
        let rates = filter.forgetting(&distances)?;
        let row = |(distance, rate)| {
            vec![("distance", Field::Count(distance)), ("false_negative_rate", Num::double(rate, digits).field())]
        };
        Ok(Answer::new("recycling forgetting", self, distances.into_iter().zip(rates).map(row).collect()))
    }
}

/// The share of returning messages that are taken for new
///
/// A message returns after R other new messages. The distribution of R is geometric:MU with mean MU, uniform:W on 0 to W − 1, or
/// power:ALPHA in proportion to (R + 1)^−ALPHA. The answer is in double precision, to a relative error of 1e-10.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab recycling false-negatives --bits 1000 --hashes 5 --sigma 539 --reuse geometric:20
  bloomlab recycling false-negatives -m 1000 -k 5 --sigma 189 --phases 2 --keeping --reuse power:3")]
pub struct Returning {
    #[command(flatten)]
    #[serde(flatten)]
    filter: Filter,

    /// The distribution of the number of new messages between two arrivals: geometric:MU, uniform:W or power:ALPHA
    #[arg(long, value_name = "DISTRIBUTION")]
    reuse: String,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Returning {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let rate = self.filter.recycled()?.false_negatives(self.reuse()?)?;
        let row = vec![("false_negative_rate", Num::double(rate, self.digits.digits).field())];
        Ok(Answer::new("recycling false-negatives", self, vec![row]))
    }

    /// The library reads numbers without suffixes.
    fn reuse(&self) -> Result<Reuse, CommandError> {
        let window = self.reuse.strip_prefix("uniform:").and_then(|window| parse_size(window).ok());
        let plain = window.map_or_else(|| self.reuse.clone(), |window| format!("uniform:{window}"));
        plain.parse().map_err(|error| match error {
            ReuseError::Refused(error) => error.into(),
            _ => {
                let domain = "geometric:MU, uniform:W or power:ALPHA";
                CommandError::Text { flag: "--reuse", text: self.reuse.clone(), domain: domain.into() }
            }
        })
    }
}
