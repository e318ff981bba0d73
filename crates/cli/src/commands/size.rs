//! `bloomlab size`: the smallest filter that keeps a target rate.

mod like;

use std::borrow::Cow;

use bloomlab::{CertifiedSize, Computed, Error, HashingScheme, ItemsRange, Parameter, Rational, SizeRate, Sizing};
use serde::Serialize;

use super::scheme_flags::SchemeFlags;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::items_argument::{ItemsArgument, parse_items};
use crate::num::Num;
use crate::size_argument::parse_size;

/// The targets that are read.
const DECIMAL: &str = "a decimal such as 0.01 or 1e-6, 2^-256 ≤ target < 1, of at most 10000 characters, its exponent from -10000 to 10000";

/// The probability where none is given.
const USUAL_CONFIDENCE: f64 = 0.95;

/// The smallest filter, over all numbers of hash functions, whose exact rate is at most a target
///
/// Every comparison with the target is rigorous, unless the rate is labelled approximate. With independent positions and no
/// --power-of-two, also prints the smallest filter by the classic formula, and its exact rate.
///
/// With --scheme, positions are derived in that way. Up to 64 hash functions are tried in blocks, and up to 20 under double
/// hashing and its variants to first order. Under double hashing one bit more can raise the rate: the answer is the smallest filter that the
/// search found, and a smaller one may exist. Exact rates are searched up to 14 hash functions there; from 2^20 bits on at targets below 2^-10
/// the answer uses the first-order approximation and is labelled approximate.
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
    /// Items to store, n; LOW..HIGH where they are not known
    #[arg(short = 'n', long, value_name = "N", value_parser = parse_items)]
    items: ItemsArgument,

    /// The highest rate allowed, 0 < P < 1, read as an exact decimal
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    /// Hash functions, k, at most 64; by default the best number
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    #[serde(skip_serializing_if = "Option::is_none")]
    hashes: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    /// Allow only powers of two as the number of bits
    #[arg(long)]
    power_of_two: bool,

    /// Also print the rate if this many per cent more items arrive than planned
    #[arg(long, value_name = "PERCENT", value_parser = growth)]
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<u64>,

    /// Also print the size that this library or engine allocates, and the rate of its filter, computed or measured
    #[arg(long, value_name = "NAME", value_parser = like::parser())]
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<String>,

    /// For items that are not known: the probability with which the first size keeps the target [default: 0.95]
    #[arg(long, value_name = "P")]
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<f64>,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

fn growth(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|percent| *percent <= 1_000_000).ok_or("needs a whole number from 0 to 1000000")
}

/// A target as a decimal: 2^-N is written out.
pub(super) fn decimal(text: &str) -> String {
    let power = text.strip_prefix("2^-").and_then(|power| power.parse::<usize>().ok()).filter(|power| *power <= 256);
    power.map_or_else(|| text.to_owned(), |power| format!("{:.power$}", 2_f64.powi(-(power as i32))))
}

impl Options {
    /// The sizes.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let (digits, scheme) = (self.digits.get(), self.scheme.scheme()?);
        let target = Rational::from_decimal(&decimal(&self.target)).map_err(|_| self.out_of_domain(DECIMAL))?;
        let items = match &self.items {
            ItemsArgument::Known(items) => *items,
            ItemsArgument::Range(items, text) => return self.between(*items, text, &target, scheme),
        };
        if self.confidence.is_some() {
            return Err(CommandError::Contradiction {
                flag: Flag::Confidence,
                other: Flag::Items,
                value: items.to_string(),
                needed: "as LOW..HIGH",
            });
        }
        let sizing = self.sizing(items, &target, scheme)?;
        let found = sizing.certified(digits)?;
        let mut fields = self.fields(["bits", "hashes", "rate"], &found);
        fields.insert(1, ("bytes", Field::Count(found.bits.div_ceil(8))));
        if !self.power_of_two && self.hashes.is_none() && scheme == HashingScheme::Independent {
            fields
                .extend(self.fields(["classic_bits", "classic_hashes", "classic_true_rate"], &sizing.classic(digits)?));
        }
        if let Some(growth) = self.growth {
            fields.push(("rate_after_growth", self.rate(&sizing.after_growth(&found, growth, digits)?)));
        }
        if let SizeRate::Approximate { largest_error, .. } = found.rate {
            fields.extend([
                ("arithmetic", Field::Text("f64".to_owned())),
                ("label", Field::Text("approximate".to_owned())),
                ("largest_error", Field::Brief(Num::double(largest_error, digits))),
            ]);
        }
        fields.extend(self.like_library(items)?);
        Ok(Answer::new("size", Inputs::of(self), vec![Row::new(fields)]))
    }

    fn sizing(&self, items: u64, target: &Rational, scheme: HashingScheme) -> Result<Sizing, CommandError> {
        let mut sizing = Sizing::of(items)?.at_most_exactly(target).map_err(|why| self.by_text(why))?.under(scheme)?;
        if self.power_of_two {
            sizing = sizing.power_of_two();
        }
        match self.hashes {
            Some(hashes) => Ok(sizing.with_hashes(hashes)?),
            None => Ok(sizing),
        }
    }

    /// The sizes that keep the target with the confidence asked for and at worst.
    fn between(
        &self,
        items: ItemsRange,
        text: &str,
        target: &Rational,
        scheme: HashingScheme,
    ) -> Result<Answer, CommandError> {
        if let Some(flag) = [Flag::Growth, Flag::Like]
            .into_iter()
            .zip([self.growth.is_some(), self.like.is_some()])
            .find_map(|(flag, is_given)| is_given.then_some(flag))
        {
            return Err(CommandError::Contradiction {
                flag,
                other: Flag::Items,
                value: text.to_owned(),
                needed: "as one number",
            });
        }
        let confidence = self.confidence.unwrap_or(USUAL_CONFIDENCE);
        let quantile = items.quantile(confidence).map_err(|why| CommandError::Text {
            flag: Flag::Confidence,
            text: confidence.to_string(),
            domain: why.domain().to_owned().into(),
        })?;
        let row = |(keeps, items): (String, u64)| {
            let found = self.sizing(items, target, scheme)?.certified(self.digits.get())?;
            let fields = [("keeps", Field::Text(keeps)), ("items", Field::Count(items))];
            Ok(Row::new(fields.into_iter().chain(self.fields(["bits", "hashes", "rate"], &found))))
        };
        let sizes = [(format!("confidence:{confidence}"), quantile), ("worst".to_owned(), items.most())];
        let rows = sizes.into_iter().map(row).collect::<Result<_, CommandError>>()?;
        Ok(Answer::new("size", Inputs::of(self), rows))
    }

    fn fields(&self, names: [&'static str; 3], size: &CertifiedSize) -> Vec<(&'static str, Field)> {
        let values = [Field::Count(size.bits), Field::Count(size.hashes), self.rate(&size.rate)];
        names.into_iter().zip(values).collect()
    }

    fn rate(&self, rate: &SizeRate) -> Field {
        Field::Num(match rate {
            SizeRate::Certified(rate) => Num::of(&Computed::Enclosure(rate.enclosure.clone()), self.digits.get()),
            SizeRate::Approximate { value, .. } => Num::double(*value, self.digits.get()),
        })
    }

    /// The target as it was given.
    fn by_text(&self, error: Error) -> CommandError {
        match error {
            Error::OutOfDomain(why) if why.parameter() == Parameter::Target => {
                self.out_of_domain(why.domain().to_owned())
            }
            error => error.into(),
        }
    }

    fn out_of_domain(&self, domain: impl Into<Cow<'static, str>>) -> CommandError {
        CommandError::Text { flag: Flag::Target, text: self.target.clone(), domain: domain.into() }
    }
}
