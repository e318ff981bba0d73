//! `bloomlab deletable`: filters from which items can sometimes be deleted.

use bloomlab::{Deletable, DeletableKind, DeletableNumbers, UnknownKind};
use clap::builder::{PossibleValue, PossibleValuesParser};
use serde::Serialize;

use super::shared::Precision;
use crate::answer::{Answer, Field, Row};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// How often an item can be deleted, and the false-positive rate before and after deletions
///
/// The values are exact for the filter as built. With --deleted R, N + R items are inserted and R of them deleted: deletability and
/// rate are those with all N + R items in the filter, rate_after_deletions is the rate once the R are deleted.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab deletable --filter dfp --bits 2^18 --items 2^14 --hashes 4
  bloomlab deletable --filter dlbf --region-bits 8 -m 2^18 -n 2^14 -k 4 --deleted 300 -a certified")]
pub struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    stored: Stored,

    #[command(flatten)]
    #[serde(flatten)]
    precision: Precision,
}

/// A filter and what is in it.
#[derive(Clone, Debug, clap::Args, Serialize)]
pub(super) struct Stored {
    /// The filter
    #[arg(long, value_parser = filters())]
    filter: String,

    /// Memory in bits, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits)]
    bits: u64,

    /// Items in the filter at the end, n
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_size)]
    items: u64,

    /// Hash functions, k, at most 32
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Items inserted and then deleted, r
    #[arg(long, value_name = "R", default_value = "0", value_parser = parse_size)]
    deleted: u64,

    /// Bits of a region, at most 1024; for dlbf only
    #[arg(long, value_name = "B", value_parser = parse_size)]
    region_bits: Option<u64>,
}

/// The filters by the names of the command.
fn filters() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("dfp").help("Deletable fingerprint, two bits a cell (Kwon et al.)"),
        PossibleValue::new("tbf").help("Ternary, two bits a cell"),
        PossibleValue::new("tbf-packed").help("Ternary, five cells to a byte"),
        PossibleValue::new("qbf").help("Quaternary, two bits a cell"),
        PossibleValue::new(DLBF).help("Regions with a collision bitmap; needs --region-bits"),
    ])
}

/// The filter that has regions.
const DLBF: &str = "dlbf";

impl Stored {
    /// The filter that is asked about.
    pub(super) fn filter(&self) -> Result<Deletable, CommandError> {
        Ok(Deletable::new(self.kind()?, self.bits, self.hashes, self.items, self.deleted)?)
    }

    fn kind(&self) -> Result<DeletableKind, CommandError> {
        match (self.filter.as_str(), self.region_bits) {
            (DLBF, Some(region_bits)) => Ok(DeletableKind::Dlbf { region_bits }),
            (DLBF, None) => Err(CommandError::Incomplete { given: "--filter dlbf", needed: "--region-bits" }),
            (name, Some(_)) => {
                let (flag, other, value) = ("--region-bits", "--filter", name.to_owned());
                Err(CommandError::Contradiction { flag, other, value, needed: DLBF })
            }
            (name, None) => name.parse().map_err(|why: UnknownKind| {
                let domain = why.to_string().into();
                CommandError::Text { flag: "--filter", text: name.to_owned(), domain }
            }),
        }
    }
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (filter, digits) = (self.stored.filter()?, self.precision.digits.digits);
        let numbers = if self.precision.is_certified() {
            fields(filter.certified(digits)?, |value| Num::bracketed(&value.enclosure, digits))
        } else {
            fields(filter.numbers()?, |value| Num::double(*value, digits))
        };
        let mut row = vec![("filter", Field::text(&self.stored.filter)), ("cells", Field::Count(filter.cells()))];
        row.extend(numbers);
        Ok(Answer::new("deletable", self, vec![row]))
    }
}

/// The numbers by their names.
fn fields<N>(numbers: DeletableNumbers<N>, shown: impl Fn(&N) -> Num) -> Row {
    let named = [
        ("deletability", Some(numbers.deletability)),
        ("rate", Some(numbers.rate)),
        ("rate_after_deletions", Some(numbers.rate_after_deletions)),
        ("published_deletability", numbers.published_deletability),
    ];
    named.into_iter().filter_map(|(name, value)| Some((name, shown(&value?).field()))).collect()
}
