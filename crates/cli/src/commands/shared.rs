//! Flags that several subcommands have.

use bloomlab::{Filter, HashingScheme};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use serde::{Serialize, Serializer};

use crate::error::CommandError;
use crate::size_argument::{parse_bits, parse_size};

/// The digits of decimals.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub struct Digits {
    /// Significant digits, from 1 to 10000
    #[arg(short = 'd', long, value_name = "D", default_value = "17", value_parser = parse_digits)]
    pub digits: usize,
}

fn parse_digits(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|digits| (1..=10_000).contains(digits)).ok_or("needs 1 ≤ digits ≤ 10000")
}

/// The arithmetic of one answer, and its digits.
#[derive(Clone, Debug, clap::Args, Serialize)]
pub struct Precision {
    /// Arithmetic: double precision, or certified digits
    #[arg(short = 'a', long, value_parser = ["f64", CERTIFIED], default_value = "f64")]
    arithmetic: String,

    #[command(flatten)]
    #[serde(flatten)]
    pub digits: Digits,
}

const CERTIFIED: &str = "certified";

impl Precision {
    /// Returns true if digits are to be certified.
    pub fn is_certified(&self) -> bool {
        self.arithmetic == CERTIFIED
    }
}

/// The targets of sizes.
pub const DECIMAL: &str = "a decimal such as 0.01 or 1e-6, or 2^-N, 2^-256 ≤ target < 1";

/// A target, 0 < P < 1.
pub fn target(text: &str, domain: &'static str) -> Result<f64, CommandError> {
    let target = decimal(text).parse().ok().filter(|target| *target > 0.0 && *target < 1.0);
    target.ok_or_else(|| out_of_domain(text, domain))
}

/// A target that is none, as it was given.
pub fn out_of_domain(text: &str, domain: impl Into<std::borrow::Cow<'static, str>>) -> CommandError {
    CommandError::Text { flag: "--target", text: text.to_owned(), domain: domain.into() }
}

/// A target as a decimal: 2^-N is written out, and so is a percentage.
pub fn decimal(text: &str) -> String {
    if let Some(percent) = text.strip_suffix('%') {
        return format!("{percent}e-2");
    }
    let power = text.strip_prefix("2^-").and_then(|power| power.parse::<usize>().ok()).filter(|power| *power <= 256);
    power.map_or_else(|| text.to_owned(), |power| format!("{:.power$}", 2_f64.powi(-(power as i32))))
}

/// The scheme that derives positions.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub struct SchemeFlags {
    /// How the k positions of an item are derived
    #[arg(long, value_name = "SCHEME", value_parser = scheme_parser())]
    #[serde(serialize_with = "name")]
    scheme: Option<HashingScheme>,

    /// Bits of a block, with the blocked schemes; of split blocks they are hashes × word-bits [default: 512]
    #[arg(long, value_name = "B", value_parser = parse_size, requires = "scheme")]
    block_bits: Option<u64>,

    /// Bits of a word, with --scheme split-block [default: 32]
    #[arg(long, value_name = "W", value_parser = parse_size, requires = "scheme")]
    word_bits: Option<u64>,

    /// Bits from the start of a block to that of the next, with --scheme overlapping, which only `fpr` has [default: 8, and blocks of 64]
    #[arg(long, value_name = "S", value_parser = parse_size, requires = "scheme")]
    stride: Option<u64>,
}

/// The scheme by its name, without the bits that are a flag of their own.
fn name<S: Serializer>(scheme: &Option<HashingScheme>, to: S) -> Result<S::Ok, S::Error> {
    scheme.map(HashingScheme::name).serialize(to)
}

fn scheme_parser() -> impl TypedValueParser<Value = HashingScheme> {
    let names = HashingScheme::ALL.map(HashingScheme::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<HashingScheme>())
}

/// A filter, by its bits, its hash functions and how positions are drawn.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub struct FilterFlags {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits)]
    pub bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Draw the k positions of an item without replacement, so that they are distinct
    #[arg(short = 'w', long, conflicts_with = "scheme")]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,
}

impl FilterFlags {
    /// The filter.
    pub fn filter(&self) -> Result<Filter, CommandError> {
        self.scheme.filter(self.bits, self.hashes, self.without_replacement)
    }
}

impl SchemeFlags {
    /// The filter of m bits and k hash functions under the scheme that was named, if any.
    pub fn filter(&self, bits: u64, hashes: u64, without_replacement: bool) -> Result<Filter, CommandError> {
        let filter = Filter::new(bits, hashes)?;
        let filter = if without_replacement { filter.without_replacement()? } else { filter };
        Ok(self.given()?.map_or(Ok(filter), |scheme| filter.under(scheme))?)
    }

    /// The scheme: independent positions if none was named.
    pub fn scheme(&self) -> Result<HashingScheme, CommandError> {
        Ok(self.given()?.unwrap_or(HashingScheme::Independent))
    }

    /// The scheme that was named.
    pub fn given(&self) -> Result<Option<HashingScheme>, CommandError> {
        let Some(scheme) = self.scheme else {
            // flags that exclude --scheme lift what the parser requires
            let given = [(self.block_bits, "--block-bits"), (self.word_bits, "--word-bits"), (self.stride, "--stride")];
            let given = given.into_iter().find_map(|(value, flag)| value.map(|_| flag));
            return given.map_or(Ok(None), |given| Err(CommandError::Incomplete { given, needed: "--scheme" }));
        };
        let only_with = |flag, needed| {
            let value = scheme.name().to_owned();
            CommandError::Contradiction { flag, other: "--scheme", value, needed }
        };
        if self.stride.is_some() && scheme.stride().is_none() {
            return Err(only_with("--stride", "overlapping"));
        }
        let scheme = self.stride.map_or(scheme, |stride| scheme.of_stride(stride));
        match (self.block_bits, self.word_bits) {
            (Some(_), _) if scheme.block_bits().is_none() => {
                Err(only_with("--block-bits", "blocked, or a walk in blocks"))
            }
            (_, Some(_)) if scheme.word_bits().is_none() => Err(only_with("--word-bits", "split-block")),
            (block_bits, word_bits) => Ok(Some(block_bits.or(word_bits).map_or(scheme, |bits| scheme.of_bits(bits)))),
        }
    }
}
