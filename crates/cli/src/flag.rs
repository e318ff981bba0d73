//! The flags that errors name.

use bloomlab::Parameter;
use strum::VariantArray;

/// A flag of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "--")]
pub enum Flag {
    Alpha,
    Arithmetic,
    Balls,
    Bins,
    Bits,
    BitsSet,
    BlockBits,
    Confidence,
    Deleted,
    Digits,
    Distance,
    File,
    Filter,
    Filters,
    Formula,
    Growth,
    HashBits,
    Hashes,
    Items,
    Keeping,
    Level,
    Like,
    Messages,
    Occupied,
    Phases,
    Positives,
    Power,
    PowerOfTwo,
    Queries,
    Ratio,
    RegionBits,
    Reuse,
    Scheme,
    Seconds,
    Sigma,
    Static,
    Target,
    Window,
    WordBits,
}

impl Flag {
    /// The flag that sets a parameter, which has its name; `None` where no flag does.
    pub fn of(parameter: Parameter) -> Option<Self> {
        let name = match parameter {
            // two phases share the memory that --bits gives
            Parameter::Memory => Parameter::Bits.name(),
            Parameter::FingerprintBits => "static",
            Parameter::Confidence => "level",
            Parameter::Bytes => "file",
            parameter => parameter.name(),
        };
        Flag::VARIANTS.iter().copied().find(|flag| flag.to_string().strip_prefix("--") == Some(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, CommandFactory};

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
