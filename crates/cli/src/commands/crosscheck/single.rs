//! One filter that holds n items.

use bloomlab::crosscheck::{ArithmeticKind, single_filter};
use bloomlab::formulas::{Formula, Load};
use serde_json::json;

use super::Effort;
use crate::answer::Answer;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::size_argument::parse_size;

/// A filter that holds n items. Its sizes are required, unless the question is about another filter.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", required = true, value_parser = parse_size)]
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
    effort: Effort,
}

impl Options {
    /// Every formula in every arithmetic.
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (Some(bits), Some(items), Some(hashes)) = (self.bits, self.items, self.hashes) else {
            let needed = &[Flag::Bits, Flag::Items, Flag::Hashes];
            return Err(CommandError::Incomplete { given: "crosscheck".to_owned(), needed });
        };
        let load = Load::new(bits, items, hashes)?;
        let load = if self.without_replacement { load.without_replacement()? } else { load };
        let (digits, limits) = (self.effort.digits.get(), self.effort.limits());
        let outcomes = single_filter(load, Formula::ALL, &ArithmeticKind::USUAL, digits, limits);
        let rows = outcomes.into_iter().map(|outcome| self.effort.row(Vec::new(), "rate", outcome)).collect();
        let mut inputs = vec![
            ("bits", json!(bits)),
            ("items", json!(items)),
            ("hashes", json!(hashes)),
            ("without_replacement", json!(self.without_replacement)),
        ];
        inputs.extend(self.effort.inputs());
        Ok(Answer { command: "crosscheck", inputs, beside: Vec::new(), rows })
    }
}
