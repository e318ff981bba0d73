//! One filter that holds n items.

use bloomlab::Filter;
use serde::Serialize;

use super::Shown;
use crate::answer::Answer;
use crate::error::CommandError;
use crate::size_argument::{parse_bits, parse_size};

/// A filter that holds n items. Its sizes are required, unless the question is about another filter.
#[derive(Debug, clap::Args, Serialize)]
pub(super) struct Options {
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

impl Options {
    /// Every formula in every arithmetic.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (Some(bits), Some(items), Some(hashes)) = (self.bits, self.items, self.hashes) else {
            return Err(CommandError::Incomplete { given: "crosscheck", needed: "--bits, --items and --hashes" });
        };
        let mut filter = Filter::new(bits, hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        let outcomes = filter.holding(items)?.crosscheck(self.shown.digits.digits, self.shown.limit())?;
        let rows = outcomes.into_iter().map(|outcome| self.shown.row(Vec::new(), "rate", outcome)).collect();
        Ok(Answer::new("crosscheck", self, rows))
    }
}
