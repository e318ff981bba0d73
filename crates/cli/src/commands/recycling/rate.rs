//! `bloomlab recycling rate`.

use bloomlab::Published;
use serde::Serialize;

use super::Filter;
use crate::answer::Answer;
use crate::commands::shared::Precision;
use crate::error::CommandError;
use crate::num::Num;

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
pub struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    filter: Filter,

    #[command(flatten)]
    #[serde(flatten)]
    precision: Precision,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
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
