//! The flags that errors name.

use bloomlab::Parameter;
use strum::VariantArray;

/// A flag of the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "--")]
pub enum Flag {
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
    HashBits,
    Hashes,
    Items,
    Keeping,
    Messages,
    Occupied,
    Phases,
    RegionBits,
    Reuse,
    Root,
    Scheme,
    Seconds,
    Sigma,
    Target,
    Window,
    WordBits,
}

impl Flag {
    /// The flag that sets a parameter, which has its name; `None` where no flag does.
    pub fn of(parameter: Parameter) -> Option<Self> {
        // two phases share the memory that --bits gives
        let name = if parameter == Parameter::Memory { Parameter::Bits.name() } else { parameter.name() };
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
