//! `bloomlab combine`: two filters in one.

use bloomlab::{Combination, Combined, Filter};
use serde::Serialize;

use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// Union and intersection of two filters with the same bits and hash functions
///
/// A or B is bit by bit the filter of all items. A and B is not the filter of the common items: it has more bits set, and a higher rate.
/// With set bits in place of items, the rates are those given the bits, and the common items are estimated.
#[derive(Debug, clap::Args, Serialize)]
#[command(group = clap::ArgGroup::new("known").args(["items", "bits_set"]).required(true))]
#[command(after_help = "Examples:
  bloomlab combine --bits 9586 --hashes 7 --items 1000 --items 1000 --common 100
  bloomlab combine -m 9586 -k 7 --bits-set 4780 --bits-set 4801 --bits-set-or 6900")]
pub struct Options {
    /// Bits of each filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Items in a filter; once for each of the two
    #[arg(short = 'n', long, value_name = "A", value_parser = parse_size, requires = "common")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<u64>,

    /// Items that are in both
    #[arg(long, value_name = "C", value_parser = parse_size, conflicts_with = "bits_set")]
    #[serde(skip_serializing_if = "Option::is_none")]
    common: Option<u64>,

    /// Bits found set in a filter; once for each of the two
    #[arg(long, value_name = "S", value_parser = parse_size, requires = "bits_set_or")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bits_set: Vec<u64>,

    /// Bits found set in one filter or in both
    #[arg(long, value_name = "S", value_parser = parse_size, conflicts_with = "items")]
    #[serde(skip_serializing_if = "Option::is_none")]
    bits_set_or: Option<u64>,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long)]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    /// Rates, set bits and common items.
    ///
    /// # Errors
    /// Parameters out of domain, or what takes too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let mut filter = Filter::new(self.bits, self.hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        }
        let found = match (self.common, self.bits_set_or) {
            (Some(common), _) => Combination::of_items(filter, two(Flag::Items, &self.items)?, common)?,
            (None, or) => {
                Combination::of_bits_set(filter, two(Flag::BitsSet, &self.bits_set)?, or.unwrap_or_default())?
            }
        }
        .found()?;
        let rows = [("or", found.or), ("and", found.and)].map(|(set, filter)| {
            Row::new([
                ("set", Field::Text(set.to_owned())),
                ("rate", self.number(filter.rate)),
                ("mean_bits_set", self.number(filter.bits_set)),
            ])
        });
        Ok(Answer { command: "combine", inputs: Inputs::of(self), beside: self.common(&found), rows: rows.into() })
    }

    fn number(&self, value: f64) -> Field {
        Field::Num(Num::double(value, self.digits.get()))
    }

    fn common(&self, found: &Combined) -> Vec<(&'static str, Field)> {
        let Some(common) = found.common else { return vec![("common", Field::Undefined)] };
        let brief = |value| Field::Brief(Num::double(value, self.digits.get()));
        let mut fields = Vec::new();
        fields.extend(common.estimate.map(|estimate| ("estimate", brief(estimate))));
        fields.extend([("bias", brief(common.bias)), ("standard_deviation", brief(common.standard_deviation))]);
        vec![("common", Field::Settings(fields))]
    }
}

/// Two values of a flag.
fn two(flag: Flag, values: &[u64]) -> Result<[u64; 2], CommandError> {
    values.try_into().map_err(|_| CommandError::Text {
        flag,
        text: values.iter().map(u64::to_string).collect::<Vec<_>>().join(" "),
        domain: "two numbers, one for each filter".into(),
    })
}
