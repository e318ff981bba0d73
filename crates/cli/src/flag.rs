//! The flags that errors name.

use bloomlab::Parameter;

/// A flag of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display)]
#[cfg_attr(test, derive(strum::VariantArray))]
#[strum(serialize_all = "kebab-case", prefix = "--")]
pub enum Flag {
    Alpha,
    Arithmetic,
    Balls,
    Bins,
    Bits,
    BitsSet,
    BlockBits,
    Deleted,
    Digits,
    Distance,
    Filter,
    Filters,
    HashBits,
    Hashes,
    Items,
    Keeping,
    Messages,
    Occupied,
    Phases,
    Power,
    Queries,
    Ratio,
    RegionBits,
    Reuse,
    Root,
    Scheme,
    Seconds,
    Sigma,
    Static,
    Target,
    Window,
    WordBits,
}

impl Flag {
    /// The flag that sets a parameter, `None` where no flag does: the only place where the two meet.
    pub fn of(parameter: Parameter) -> Option<Self> {
        match parameter {
            Parameter::Bits | Parameter::Memory => Some(Flag::Bits),
            Parameter::Items => Some(Flag::Items),
            Parameter::Hashes => Some(Flag::Hashes),
            Parameter::BitsSet => Some(Flag::BitsSet),
            Parameter::Balls => Some(Flag::Balls),
            Parameter::Bins => Some(Flag::Bins),
            Parameter::Occupied => Some(Flag::Occupied),
            Parameter::Target => Some(Flag::Target),
            Parameter::Phases => Some(Flag::Phases),
            Parameter::Sigma => Some(Flag::Sigma),
            Parameter::Messages => Some(Flag::Messages),
            Parameter::Distance => Some(Flag::Distance),
            Parameter::Deleted => Some(Flag::Deleted),
            Parameter::RegionBits => Some(Flag::RegionBits),
            Parameter::Reuse => Some(Flag::Reuse),
            Parameter::BlockBits => Some(Flag::BlockBits),
            Parameter::WordBits => Some(Flag::WordBits),
            Parameter::HashBits => Some(Flag::HashBits),
            Parameter::FingerprintBits => Some(Flag::Static),
            Parameter::Queries => Some(Flag::Queries),
            Parameter::Filters => Some(Flag::Filters),
            Parameter::Alpha => Some(Flag::Alpha),
            Parameter::Ratio => Some(Flag::Ratio),
            Parameter::Power => Some(Flag::Power),
            Parameter::Popularity
            | Parameter::Repeats
            | Parameter::Cells
            | Parameter::CellBits
            | Parameter::CellValue
            | Parameter::Regions
            | Parameter::Position
            | Parameter::Positions
            | Parameter::WarmUp
            | Parameter::Catalogue
            | Parameter::Leak
            | Parameter::ZipfExponent
            | Parameter::Epochs
            | Parameter::EpochValue
            | Parameter::Confidence
            | Parameter::DegreesOfFreedom
            | Parameter::SliceBits
            | Parameter::Slices
            | Parameter::Generation
            | Parameter::Decrements
            | Parameter::Buckets
            | Parameter::Slots
            | Parameter::FingerprintValues
            | Parameter::Universe
            | Parameter::Tightening
            | Parameter::Growth
            | Parameter::Stages
            | Parameter::Fraction => None,
            Parameter::Window => Some(Flag::Window),
            Parameter::Digits => Some(Flag::Digits),
            Parameter::Seconds => Some(Flag::Seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, CommandFactory};
    use strum::VariantArray;

    fn has_flag(command: &Command, flag: &str) -> bool {
        command.get_arguments().any(|argument| argument.get_long() == Some(flag))
            || command.get_subcommands().any(|below| has_flag(below, flag))
    }

    #[test]
    fn every_flag_that_an_error_names_exists() {
        let command = crate::Cli::command();
        for flag in Flag::VARIANTS {
            let name = flag.to_string();
            assert!(name.strip_prefix("--").is_some_and(|name| has_flag(&command, name)), "{name}");
        }
        assert!(!has_flag(&command, "memory"));
    }
}
