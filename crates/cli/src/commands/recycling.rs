//! `bloomlab recycling`: filters that are cleared when they are full enough.

mod forgetting;
mod plan;

use bloomlab::{Ending, Published, Recycled, RecycledFilter};
use serde::Serialize;

use super::shared::Precision;
use crate::answer::Answer;
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// Recycling filters: average rate, the best filter for a target, and what a filter forgets
#[derive(Debug, clap::Args)]
pub struct Options {
    #[command(subcommand)]
    question: Question,
}

#[derive(Debug, clap::Subcommand)]
enum Question {
    Rate(Rate),
    Plan(plan::Options),
    Forgetting(forgetting::Options),
    FalseNegatives(forgetting::Returning),
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        match &self.question {
            Question::Rate(options) => options.run(),
            Question::Plan(options) => options.run(),
            Question::Forgetting(options) => options.run(),
            Question::FalseNegatives(options) => options.run(),
        }
    }
}

/// The flags of one filter or two.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
struct Kind {
    /// One filter, or two of half the memory each
    #[arg(long, value_name = "1|2", default_value = "1", value_parser = clap::value_parser!(u64).range(1..=2))]
    phases: u64,

    /// Draw the k positions of a message without replacement, so that they are distinct
    #[arg(short = 'w', long)]
    without_replacement: bool,
}

/// The threshold or the limit.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
#[group(required = true, multiple = false)]
struct Limit {
    /// Recycle when a message would raise the set bits of a filter above S
    #[arg(short = 's', long, value_name = "S", value_parser = parse_size)]
    sigma: Option<u64>,

    /// Recycle after N bit-setting messages
    #[arg(long, value_name = "N", value_parser = parse_size)]
    messages: Option<u64>,
}

/// The flags of a recycling filter.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub(super) struct Filter {
    /// Bits of memory, M; two phases share them equally
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits)]
    bits: u64,

    /// Hash functions, k, at most 512
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    #[command(flatten)]
    #[serde(flatten)]
    limit: Limit,

    #[command(flatten)]
    #[serde(flatten)]
    kind: Kind,

    /// Freeze the filter with the message that ends its cycle; two phases only
    #[arg(long)]
    keeping: bool,

    /// Insert the message that ends a cycle into the cleared filter
    #[arg(long)]
    retaining: bool,
}

impl Filter {
    /// The filter that is asked about.
    pub(super) fn recycled(&self) -> Result<RecycledFilter, CommandError> {
        let mut filter = Recycled::new(self.bits, self.hashes)?;
        if self.kind.without_replacement {
            filter = filter.without_replacement();
        }
        if self.retaining {
            filter = filter.retaining();
        }
        filter = match (self.kind.phases, self.keeping) {
            (1, false) => filter,
            (1, true) => {
                let (flag, other, value) = ("--keeping", "--phases", "1".to_owned());
                return Err(CommandError::Contradiction { flag, other, value, needed: "2" });
            }
            (_, false) => filter.two_phases(Ending::Dropping),
            (_, true) => filter.two_phases(Ending::Keeping),
        };
        match (self.limit.sigma, self.limit.messages) {
            (Some(sigma), _) => Ok(filter.at_sigma(sigma)?),
            (None, Some(messages)) => Ok(filter.after_messages(messages)?),
            (None, None) => {
                Err(CommandError::Incomplete { given: "a recycling filter", needed: "--sigma and --messages" })
            }
        }
    }
}

/// The average false-positive rate of a recycling filter, and its new messages per cycle
///
/// rate is exact for the filter as built. published_rate follows the papers' formula, which for two phases multiplies the
/// probabilities of the two filters. For one filter that recycles after N bit-setting messages, the papers give the bounds f_o, f_a
/// and f_w, and rate is called exact.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab recycling rate --bits 1000 --hashes 6 --sigma 606
  bloomlab recycling rate -m 2^40 -k 6 --sigma 300G --phases 2
  bloomlab recycling rate -m 1000 -k 5 --messages 100 --arithmetic certified
  bloomlab recycling rate -m 1000 -k 5 --sigma 250 --phases 2 --keeping --retaining")]
struct Rate {
    #[command(flatten)]
    #[serde(flatten)]
    filter: Filter,

    #[command(flatten)]
    #[serde(flatten)]
    precision: Precision,
}

impl Rate {
    fn run(&self) -> Result<Answer, CommandError> {
        let (filter, digits) = (self.filter.recycled()?, self.precision.digits.digits);
        let averages = if self.precision.is_certified() {
            filter
                .certified(digits)?
                .try_map(|value| Ok::<_, CommandError>(Num::bracketed(&value.enclosure, digits)))?
        } else {
            filter.averages()?.try_map(|value| Ok::<_, CommandError>(Num::double(value, digits)))?
        };
        let exact = matches!(averages.published, Published::Bounds { .. }).then(|| ("exact", averages.rate.clone()));
        let named = averages.named().into_iter().chain(exact);
        let row = named.map(|(name, value)| (name, value.field())).collect();
        Ok(Answer::new("recycling rate", self, vec![row]))
    }
}
