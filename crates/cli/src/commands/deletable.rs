//! `bloomlab deletable`: filters from which items can sometimes be deleted.

use bloomlab::{Deletable, DeletableKind, DeletableNumbers, StoredDeletable};
use clap::ValueEnum;
use serde::Serialize;

use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Precision;
use crate::error::CommandError;
use crate::flag::Flag;
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
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub(super) struct Stored {
    /// The filter
    #[arg(long, value_enum)]
    filter: FilterName,

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
    #[serde(skip_serializing_if = "Option::is_none")]
    region_bits: Option<u64>,
}

/// The filters by the names of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, strum::IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
enum FilterName {
    /// Deletable fingerprint, two bits a cell (Kwon et al.)
    Dfp,
    /// Ternary, two bits a cell
    Tbf,
    /// Ternary, five cells to a byte
    TbfPacked,
    /// Quaternary, two bits a cell
    Qbf,
    /// Regions with a collision bitmap; needs --region-bits
    Dlbf,
}

impl FilterName {
    fn name(self) -> &'static str {
        self.into()
    }
}

impl Stored {
    /// The filter that is asked about.
    pub(super) fn filter(&self) -> Result<StoredDeletable, CommandError> {
        Ok(Deletable::new(self.kind()?, self.bits, self.hashes)?.deleting(self.deleted).holding(self.items)?)
    }

    fn kind(&self) -> Result<DeletableKind, CommandError> {
        match (self.filter, self.region_bits) {
            (FilterName::Dlbf, Some(region_bits)) => Ok(DeletableKind::Dlbf { region_bits }),
            (FilterName::Dlbf, None) => {
                Err(CommandError::Incomplete { given: format!("{} dlbf", Flag::Filter), needed: &[Flag::RegionBits] })
            }
            (filter, Some(_)) => Err(CommandError::Contradiction {
                flag: Flag::RegionBits,
                other: Flag::Filter,
                value: filter.name().to_owned(),
                needed: "dlbf",
            }),
            (FilterName::Dfp, None) => Ok(DeletableKind::Dfp),
            (FilterName::Tbf, None) => Ok(DeletableKind::TBF),
            (FilterName::TbfPacked, None) => Ok(DeletableKind::TBF_PACKED),
            (FilterName::Qbf, None) => Ok(DeletableKind::Qbf),
        }
    }
}

impl Options {
    /// The answer.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let (filter, digits) = (self.stored.filter()?, self.precision.digits());
        let numbers = if self.precision.is_certified() {
            let certified = filter.certified(digits)?;
            fields(certified, |value| Num::bracketed(&value.enclosure, digits))
        } else {
            fields(filter.numbers()?, |value| Num::double(*value, digits))
        };
        let mut fields = vec![
            ("filter", Field::Text(self.stored.filter.name().to_owned())),
            ("cells", Field::Count(filter.cells())),
        ];
        fields.extend(numbers);
        Ok(Answer::new("deletable", Inputs::of(self), vec![Row::new(fields)]))
    }
}

/// The numbers by their names.
fn fields<N>(numbers: DeletableNumbers<N>, shown: impl Fn(&N) -> Num) -> Vec<(&'static str, Field)> {
    let named = [
        ("deletability", Some(numbers.deletability)),
        ("rate", Some(numbers.rate)),
        ("rate_after_deletions", Some(numbers.rate_after_deletions)),
        ("published_deletability", numbers.published_deletability),
    ];
    named.into_iter().filter_map(|(name, value)| Some((name, Field::Num(shown(&value?))))).collect()
}
