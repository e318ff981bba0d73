//! `bloomlab why`: causes of a measured rate.

use bloomlab::{Diagnosis, Explanation, Filter, Library};
use serde::Serialize;

use super::scheme_flags::SchemeFlags;
use super::size::libraries;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Why a measured false-positive rate is not the promised one: causes, the most likely first
///
/// Each cause predicts a rate, and is ranked by the likelihood of X positives among Q queries: the promise itself, the classic formula's
/// error, this filter's luck, rounded numbers of bits, positions and hashes of few bits, schemes, one hash function in place of K. A cause is
/// rejected where a count as far out has a probability below --alpha; if all are, the first line is none-of-these. The number of items and
/// the share of queries that had been stored fit almost any count, and are penalised for that.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab why --bits 6e9 --items 500M --hashes 8 --positives 1794 --queries 100k
  bloomlab why -m 1M -n 100k -k 7 --positives 1210 --queries 10k --causes 3
  bloomlab why -m 10Gi -n 100M -k 10 --scheme partitioned --positives 23242 --queries 1M")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
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

    /// Filters that the queries are spread over evenly, each with other items
    #[arg(long, value_name = "F", default_value = "1", value_parser = parse_size)]
    filters: u64,

    /// The probability below which a cause is rejected
    #[arg(long, value_name = "P", default_value_t = Diagnosis::USUAL_ALPHA)]
    alpha: f64,

    /// How many causes are printed
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u64).range(1..=100))]
    causes: u64,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long, conflicts_with = "scheme")]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    /// A further cause: what this library builds for these items at the promised rate
    #[arg(long, value_name = "LIBRARY", conflicts_with = "scheme", value_parser = libraries())]
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<String>,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    /// The causes.
    ///
    /// # Errors
    /// Parameters out of domain, or what takes too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let mut filter = Filter::new(self.bits, self.hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        if let Some(scheme) = self.scheme.given()? {
            filter = filter.under(scheme)?;
        }
        let mut asked = Diagnosis::of(filter.holding(self.items)?, self.positives, self.queries)?
            .spread_over(self.filters)?
            .at_level(self.alpha)?;
        if let Some(library) = self.library()? {
            asked = asked.like(library);
        }
        let found = asked.explained()?;
        let rows = found.iter().take(self.causes as usize).map(|one| Row::new(self.fields(one))).collect();
        Ok(Answer::new("why", Inputs::of(self), rows))
    }

    fn library(&self) -> Result<Option<Library>, CommandError> {
        let Some(name) = &self.like else { return Ok(None) };
        name.parse().map(Some).map_err(|_| CommandError::NothingComputed("why --like", "none of the results"))
    }

    fn fields(&self, one: &Explanation) -> Vec<(&'static str, Field)> {
        let number = |value: f64| match value.is_finite() {
            true => Field::Brief(Num::double(value, self.digits.get())),
            // the logarithm of 0
            false => Field::Undefined,
        };
        let mut fields = vec![
            ("cause", Field::Text(one.cause.to_string())),
            ("predicted_rate", number(one.predicted_rate)),
            ("log_likelihood", number(one.log_likelihood)),
            ("penalty", number(one.penalty)),
            ("probability", number(one.probability)),
            ("rejected", Field::Flag(one.is_rejected)),
            ("bits_set", one.bits_set.map_or(Field::Unknown, number)),
        ];
        if let Some(fitted) = one.fitted {
            let ends = [("value", fitted.value), ("lower", fitted.lower), ("upper", fitted.upper)];
            let ends = ends.map(|(name, value)| (name, number(value)));
            fields.push(("fitted", Field::Settings(ends.into())));
        }
        if one.is_approximate {
            fields.push(("label", Field::Text("approximate".to_owned())));
        }
        fields.push(("distinguish", Field::Prose(one.distinguish.clone())));
        fields
    }
}
