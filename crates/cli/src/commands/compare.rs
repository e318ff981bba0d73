//! `bloomlab compare`: every filter for the same job.

use bloomlab::comparison::{SizedFilter, SizedWindow, for_items, for_window};
use bloomlab::occupancy::Value as Setting;
use serde_json::{Value, json};

use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::{CommandError, Instead};
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The memory that each filter takes to keep a target rate, for a set of items or for the last messages of a stream
///
/// With --items: the smallest filter of each kind, with its exact rate for N items, and the bounds for any filter. static-bound is
/// log2(1/P) bits per item, for items known beforehand; dynamic-bound is log2(1/P) + log2 e, for items that come and go (proved for
/// P → 0). cache_lines is the mean number of lines of 512 bits that a lookup of a stored item touches. dfp, tbf, qbf and dlbf can delete
/// the share `deletability` of their items. No filter of this size tolerates the deletion of an item that was never inserted.
///
/// With --window: filters that remember the last W messages. rate is the mean rate; window is the number of newest messages that are
/// never denied; false_negative_rate is the share of the last W that the filter no longer holds. Two phases are sized so that
/// ⌊sigma/hashes⌋ = W; they drop the message that ends a cycle or, for W up to some thousands, keep it. one-phase and stable
/// guarantee nothing; they get the memory of two phases.
#[derive(Debug, clap::Args)]
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
    digits: Digits,
}

impl Options {
    /// The filters, the smallest first.
    ///
    /// # Errors
    /// Parameters out of domain.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let domain = "0 < target < 1";
        let text = || CommandError::Text { flag: Flag::Target, text: self.target.clone(), domain };
        let target: f64 = self.target.parse().map_err(|_| text())?;
        let refused = |refused| CommandError::refused(refused, Instead::LargerTarget);
        let digits = ("digits", json!(self.digits.get()));
        let (inputs, rows) = if let Some(window) = self.window {
            let rows = for_window(window, target).map_err(refused)?;
            let inputs = vec![("window", json!(window)), ("target", json!(target)), digits];
            (inputs, rows.iter().map(|row| self.window_row(row)).collect())
        } else {
            let items = self.items.unwrap_or_default();
            let rows = for_items(items, target).map_err(refused)?;
            let asked = rows.iter().filter(|row| !self.deletable || row.filter.deletes());
            let inputs =
                vec![("items", json!(items)), ("target", json!(target)), ("deletable", json!(self.deletable)), digits];
            (inputs, asked.map(|row| self.item_row(row)).collect())
        };
        Ok(Answer { command: "compare", inputs, beside: Vec::new(), rows })
    }

    fn num(&self, value: f64) -> Field {
        Field::Brief(Num::double(value, self.digits.get()))
    }

    fn item_row(&self, row: &SizedFilter) -> Row {
        Row::new(vec![
            ("filter", Field::Text(row.filter.name().to_owned())),
            ("bits_per_item", self.num(row.bits_per_item)),
            ("rate", self.num(row.rate)),
            ("cache_lines", row.cache_lines.map_or(Field::Undefined, Field::Measured)),
            ("deletable", Field::Flag(row.filter.deletes())),
            ("insertable", Field::Flag(row.filter.inserts())),
            ("mergeable", Field::Flag(row.filter.merges())),
            ("parameters", settings(&row.parameters)),
        ])
    }

    fn window_row(&self, row: &SizedWindow) -> Row {
        Row::new(vec![
            ("filter", Field::Text(row.filter.name().to_owned())),
            ("bits_per_message", self.num(row.bits_per_message)),
            ("rate", self.num(row.rate)),
            ("window", Field::Count(row.window)),
            ("false_negative_rate", self.num(row.false_negative_rate)),
            ("parameters", settings(&row.parameters)),
        ])
    }
}

fn settings(parameters: &[(&'static str, Setting)]) -> Field {
    let value = |setting: &Setting| match setting {
        Setting::Integer(value) => json!(value),
        Setting::Real(value) => json!(value),
    };
    Field::Settings(Value::Object(parameters.iter().map(|(name, at)| ((*name).to_owned(), value(at))).collect()))
}
