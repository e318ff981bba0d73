//! `bloomlab why`: the usual causes of a measured rate.

use bloomlab::Why;
use serde::Serialize;

use super::shared::{Digits, FilterFlags};
use crate::answer::{Answer, CONCLUSION, Field, UNDEFINED};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The usual causes of a false-positive rate that is not the promised one, each with the rate that it predicts
///
/// The causes are sorted by the distance of their rates from the measured interval; factor is the measured rate over the predicted one.
/// The number in a name may be fitted: the items, the bits of a hash or of the filter, or the share of the queries that had been stored.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab why --bits 6e9 --items 500M --hashes 8 --positives 1794 --queries 100k
  bloomlab why -m 1M -n 100k -k 7 --positives 1210 --queries 10k")]
pub struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    filter: FilterFlags,

    /// Items stored, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// Queries that were reported, none of which had been stored
    #[arg(long, value_name = "X", value_parser = parse_size)]
    positives: u64,

    /// Queries in all
    #[arg(long, value_name = "Q", value_parser = parse_size)]
    queries: u64,

    /// The probability with which the measured interval may miss the true rate
    #[arg(long, value_name = "P", default_value_t = Why::USUAL_ALPHA)]
    alpha: f64,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let stored = self.filter.filter()?.holding(self.items)?;
        let why = Why::of(stored, self.positives, self.queries, self.alpha)?;
        let number = |value| Num::double(value, self.digits.digits).in_brief();
        let mut beside = vec![
            (CONCLUSION, Field::Text(why.conclusion())),
            ("measured_lower", number(why.lower)),
            ("measured_upper", number(why.upper)),
        ];
        let rows = why.causes.into_iter().map(|cause| {
            vec![
                ("cause", Field::Text(cause.cause)),
                ("rate", number(cause.rate)),
                ("factor", if cause.factor.is_finite() { number(cause.factor) } else { UNDEFINED }),
                ("within", Field::Flag(cause.within)),
                ("distinguish", Field::text(cause.distinguish)),
            ]
        });
        if !why.not_computed.is_empty() {
            beside.push(("not_computed", Field::Text(why.not_computed.join(", "))));
        }
        Ok(Answer::new("why", self, rows.collect()).beside(beside))
    }
}
