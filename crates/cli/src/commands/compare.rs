//! `bloomlab compare`: every filter for the same job.

use bloomlab::{SizedFilter, SizedWindow, Target, Value, compare};
use serde::Serialize;

use super::shared::{Digits, target};
use crate::answer::{Answer, Field, Row, UNDEFINED, UNKNOWN};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The memory that each filter takes to keep a target rate, for a set of items or for the last messages of a stream
///
/// With --items: the smallest filter of each kind, with its exact rate for N items, and the bounds for any filter. static-bound is
/// log2(1/P) bits per item, for items known beforehand; dynamic-bound is log2(1/P) + log2 e, for items that are inserted and
/// deleted. dynamic-bound is asymptotic (P → 0): filters that delete only a share of their items may lie below it. cache_lines is
/// the mean number of lines of 512 bits that a lookup of a stored item touches. dfp, tbf, qbf and dlbf can delete the share
/// `deletability` of their items. No filter of this size tolerates the deletion of an item that was never inserted.
///
/// With --window: filters that remember the last W messages. rate is the mean rate, worst_rate that at the end of a generation; window is the number of newest messages that are
/// never missed; false_negative_rate is the share of the last W that the filter no longer holds. Two phases are sized so that
/// ⌊sigma/hashes⌋ = W; they drop the message that ends a cycle or, for W up to some thousands, keep it. one-phase and stable
/// guarantee nothing; they get the memory of two phases. rolling is the filter that Bitcoin Core allocates for W and P: its rate
/// rises from best_rate to worst_rate, about P, so that the mean is below P. two-buffers is the ring with one full
/// filter; of double-buffering one filter is asked, which holds W to 2W messages.
#[derive(Debug, clap::Args, Serialize)]
#[command(
    group(clap::ArgGroup::new("job").required(true).args(["items", "window"])),
    after_help = "Examples:
  bloomlab compare --items 1e6 --target 0.01
  bloomlab compare --items 1e6 --target 0.01 --deletable
  bloomlab compare --window 1000 --target 0.001"
)]
pub struct Options {
    /// Items to store, N, at most 2^53
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: Option<u64>,

    /// Messages to remember, W, from 2 to 2^20
    #[arg(short = 'W', long, value_name = "W", value_parser = parse_size)]
    window: Option<u64>,

    /// The highest rate allowed, 0 < P < 1
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    /// Only filters from which items can be deleted
    #[arg(long, conflicts_with = "window")]
    deletable: bool,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let target = target(&self.target, Target::DOMAIN)?;
        let rows = match (self.items, self.window.unwrap_or_default()) {
            (Some(items), _) => {
                let mut sized = compare::for_items(items, target)?;
                sized.retain(|row| !self.deletable || row.filter.deletes());
                sized.iter().map(|row| self.item_row(row)).collect()
            }
            (None, window) => compare::for_window(window, target)?.iter().map(|row| self.window_row(row)).collect(),
        };
        Ok(Answer::new("compare", self, rows))
    }

    fn number(&self, value: f64) -> Field {
        Num::shortest(value, self.digits.digits).in_brief()
    }

    fn item_row(&self, row: &SizedFilter) -> Row {
        vec![
            ("filter", Field::text(row.filter)),
            ("bits_per_item", self.number(row.bits_per_item)),
            ("rate", self.number(row.rate)),
            ("cache_lines", row.cache_lines.map_or(UNDEFINED, |lines| self.number(lines))),
            ("deletable", Field::Flag(row.filter.deletes())),
            ("parameters", self.settings(&row.parameters)),
            ("insertable", Field::Flag(row.filter.inserts())),
            ("mergeable", Field::Flag(row.filter.merges())),
        ]
    }

    fn window_row(&self, row: &SizedWindow) -> Row {
        vec![
            ("filter", Field::text(row.filter)),
            ("bits_per_message", self.number(row.bits_per_message)),
            ("rate", self.number(row.rate)),
            ("worst_rate", row.worst_rate.map_or(UNKNOWN, |rate| self.number(rate))),
            ("window", Field::Count(row.window)),
            ("false_negative_rate", self.number(row.false_negative_rate)),
            ("parameters", self.settings(&row.parameters)),
        ]
    }

    fn settings(&self, parameters: &[(&'static str, Value)]) -> Field {
        let field = |value| match value {
            Value::Integer(count) => Field::Count(count),
            Value::Real(real) => self.number(real),
        };
        Field::List(parameters.iter().map(|(name, value)| (*name, field(*value))).collect())
    }
}
