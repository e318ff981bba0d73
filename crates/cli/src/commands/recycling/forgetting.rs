//! `bloomlab recycling forgetting`.

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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    distance: Vec<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    /// The false-negative rates.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let (filter, digits) = (self.filter.recycled()?, self.digits.digits);
        let distances = if self.distance.is_empty() { filter.two_cycles()? } else { self.distance.clone() };
        let rates = filter.forgetting(&distances)?;
        let row = |(distance, rate)| {
            vec![("distance", Field::Count(distance)), ("false_negative_rate", Num::double(rate, digits).field())]
        };
        Ok(Answer::new("recycling forgetting", self, distances.into_iter().zip(rates).map(row).collect()))
    }
}
