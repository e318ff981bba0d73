//! `bloomlab size`: the smallest filter that keeps a target rate.

mod like;

use bloomlab::{HashingScheme, MAX_SIZE, Refused, Size, Sizing};
use serde::Serialize;

use super::shared::{DECIMAL, Digits, SchemeFlags, target};
use crate::answer::{Answer, Field, Row};
use crate::error::CommandError;
use crate::items_argument::{ItemsArgument, parse_items, quantile};
use crate::num::Num;
use crate::size_argument::parse_size;

/// The probability if none is given.
const USUAL_CONFIDENCE: f64 = 0.95;

/// The smallest filter, over all numbers of hash functions, whose exact rate is at most a target
///
/// Every comparison with the target is rigorous, unless the rate is labelled approximate. With independent positions and no
/// --power-of-two, also prints the smallest filter by the classic formula, and its exact rate.
///
/// With --scheme, positions are derived in that way. Up to 64 hash functions are tried in blocks, and up to 20 under double
/// hashing and its variants to first order. Under double hashing one bit more can raise the rate: the answer is the smallest filter that the
/// search found, and a smaller one may exist. Exact rates are searched up to 14 hash functions there; from 2^20 bits on at targets below 2^-10
/// the answer uses the first-order approximation and is labelled approximate. Under enhanced double hashing bits · hashes^4 is at most 15,000,000.
///
/// Items that are not known are a range, whose numbers are equally likely: the answer has the size that keeps the target with --confidence,
/// and the one that keeps it at worst.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab size --items 1e6 --target 0.01
  bloomlab size --items 1e6 --target 0.01 --scheme split-block --power-of-two --growth 20
  bloomlab size --items 1000 --target 0.001 --like fastbloom-rs
  bloomlab size --items 1e6..5e6 --target 0.01 --confidence 0.95
  bloomlab size --items 1e5 --target 0.01 --like leveldb")]
pub struct Options {
    /// Items to store, n; LOW..HIGH if they are not known
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_items)]
    items: ItemsArgument,

    /// The highest rate allowed, 0 < P < 1, a decimal or 2^-N
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    /// Hash functions, k, at most 64; by default the best number
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    /// Allow only powers of two as the number of bits
    #[arg(long)]
    power_of_two: bool,

    /// Also print the rate if this many per cent more items arrive than planned
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    growth: Option<u64>,

    /// Also print the size that this library or engine allocates, and the rate of its filter, computed or measured
    #[arg(long, value_name = "NAME", value_parser = like::known)]
    like: Option<String>,

    /// For items that are not known: the probability with which the first size keeps the target [default: 0.95]
    #[arg(long, value_name = "P")]
    confidence: Option<f64>,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let scheme = self.scheme.scheme()?;
        let items = match &self.items {
            ItemsArgument::Known(items) => *items,
            ItemsArgument::Range(least, most, text) => return self.between(*least, *most, text, scheme),
        };
        if self.confidence.is_some() {
            return Err(CommandError::Contradiction {
                flag: "--confidence",
                other: "--items",
                value: items.to_string(),
                needed: "as LOW..HIGH",
            });
        }
        let sizing = self.sizing(items, scheme)?;
        let found = sizing.smallest()?;
        let mut fields = self.fields(["bits", "hashes", "rate"], &sizing, &found, items)?;
        fields.insert(1, ("bytes", Field::Count(found.bits.div_ceil(8))));
        if !self.power_of_two && self.hashes.is_none() && scheme == HashingScheme::Independent {
            let names = ["classic_bits", "classic_hashes", "classic_true_rate"];
            fields.extend(self.fields(names, &sizing, &sizing.classic()?, items)?);
        }
        if let Some(growth) = self.growth {
            let grown = (u128::from(items) * (100 + u128::from(growth))).div_ceil(100);
            let grown = u64::try_from(grown).ok().filter(|grown| *grown <= MAX_SIZE);
            let too_many = || Refused::new("items", items, "items after growth ≤ 2^63 − 1");
            fields.push(("rate_after_growth", self.rate(&sizing, &found, grown.ok_or_else(too_many)?)?));
        }
        if let Some(largest_error) = found.largest_error {
            fields.extend([
                ("arithmetic", Field::text("f64")),
                ("label", Field::text("approximate")),
                ("largest_error", Num::double(largest_error, self.digits.digits).in_brief()),
            ]);
        }
        if let Some(name) = &self.like {
            fields.push(("like", Field::List(self.allocated(name, items)?)));
        }
        Ok(Answer::new("size", self, vec![fields]))
    }

    fn sizing(&self, items: u64, scheme: HashingScheme) -> Result<Sizing, CommandError> {
        let sizing = Sizing::of(items, target(&self.target, DECIMAL)?)?.under(scheme)?;
        let sizing = if self.power_of_two { sizing.power_of_two() } else { sizing };
        Ok(self.hashes.map_or(Ok(sizing), |hashes| sizing.with_hashes(hashes))?)
    }

    /// The sizes that keep the target with the confidence asked for and at worst.
    fn between(&self, least: u64, most: u64, text: &str, scheme: HashingScheme) -> Result<Answer, CommandError> {
        CommandError::with_a_range(&[("--growth", self.growth.is_some()), ("--like", self.like.is_some())], text)?;
        let confidence = self.confidence.unwrap_or(USUAL_CONFIDENCE);
        if !(confidence > 0.0 && confidence < 1.0) {
            let domain = "0 < confidence < 1".into();
            return Err(CommandError::Text { flag: "--confidence", text: confidence.to_string(), domain });
        }
        let row = |(keeps, items): (String, u64)| {
            let sizing = self.sizing(items, scheme)?;
            let found = self.fields(["bits", "hashes", "rate"], &sizing, &sizing.smallest()?, items)?;
            Ok([vec![("keeps", Field::Text(keeps)), ("items", Field::Count(items))], found].concat())
        };
        let sizes =
            [(format!("confidence:{confidence}"), quantile(least, most, confidence)), ("worst".to_owned(), most)];
        let rows = sizes.into_iter().map(row).collect::<Result<_, CommandError>>()?;
        Ok(Answer::new("size", self, rows))
    }

    fn fields(&self, names: [&'static str; 3], sizing: &Sizing, size: &Size, items: u64) -> Result<Row, CommandError> {
        let values = [Field::Count(size.bits), Field::Count(size.hashes), self.rate(sizing, size, items)?];
        Ok(names.into_iter().zip(values).collect())
    }

    fn rate(&self, sizing: &Sizing, size: &Size, items: u64) -> Result<Field, CommandError> {
        let digits = self.digits.digits;
        Ok(Num::of(&sizing.rate(size, items, digits)?, digits).field())
    }
}
