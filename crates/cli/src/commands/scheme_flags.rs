//! The flags that say how positions are derived.

use bloomlab::HashingScheme;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::{Serialize, Serializer};

use crate::error::CommandError;
use crate::flag::Flag;
use crate::size_argument::parse_size;

/// How positions are derived.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub struct SchemeFlags {
    /// How the k positions of an item are derived
    #[arg(long, value_name = "SCHEME", value_parser = scheme_parser())]
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "name")]
    scheme: Option<HashingScheme>,

    /// Bits of a block, with the blocked schemes [default: 512]
    #[arg(long, value_name = "B", value_parser = parse_size, requires = "scheme")]
    #[serde(skip_serializing_if = "Option::is_none")]
    block_bits: Option<u64>,

    /// Bits of a word, with --scheme split-block [default: 32]
    #[arg(long, value_name = "W", value_parser = parse_size, requires = "scheme")]
    #[serde(skip_serializing_if = "Option::is_none")]
    word_bits: Option<u64>,
}

/// The scheme by its name, without the bits that are a flag of their own.
fn name<S: Serializer>(scheme: &Option<HashingScheme>, to: S) -> Result<S::Ok, S::Error> {
    scheme.map(HashingScheme::name).serialize(to)
}

fn incomplete(flag: Flag) -> CommandError {
    CommandError::Incomplete { given: flag.to_string(), needed: &[Flag::Scheme] }
}

fn scheme_parser() -> impl TypedValueParser<Value = HashingScheme> {
    let names = HashingScheme::ALL.map(HashingScheme::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<HashingScheme>())
}

impl SchemeFlags {
    /// Whether a scheme was named.
    pub fn is_given(&self) -> bool {
        self.scheme.is_some()
    }

    /// The scheme: independent positions where none was named.
    pub fn scheme(&self) -> Result<HashingScheme, CommandError> {
        Ok(self.given()?.unwrap_or(HashingScheme::Independent))
    }

    /// The scheme that was named.
    pub fn given(&self) -> Result<Option<HashingScheme>, CommandError> {
        let Some(scheme) = self.scheme else {
            // flags that exclude --scheme lift what the parser requires
            return match (self.block_bits, self.word_bits) {
                (None, None) => Ok(None),
                (Some(_), _) => Err(incomplete(Flag::BlockBits)),
                (None, Some(_)) => Err(incomplete(Flag::WordBits)),
            };
        };
        let only_with = |flag, needed| CommandError::Contradiction {
            flag,
            other: Flag::Scheme,
            value: scheme.name().to_owned(),
            needed,
        };
        match (self.block_bits, self.word_bits) {
            (Some(_), _) if scheme.block_bits().is_none() => {
                Err(only_with(Flag::BlockBits, "blocked, or a walk in blocks"))
            }
            (_, Some(_)) if scheme.word_bits().is_none() => Err(only_with(Flag::WordBits, "split-block")),
            (block_bits, word_bits) => Ok(Some(block_bits.or(word_bits).map_or(scheme, |bits| scheme.of_bits(bits)))),
        }
    }
}
