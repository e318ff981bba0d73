//! `bloomlab capacity`: the most items that a filter keeps at a target rate.

use bloomlab::Filter;
use serde::Serialize;

use super::shared::{DECIMAL, Digits, SchemeFlags, target};
use crate::answer::{Answer, Field};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::{parse_bits, parse_size};

/// The most items that a filter of so many bits holds at a target rate
///
/// Without --hashes over all numbers of hash functions up to 64, under double hashing and its kin up to 14. Under enhanced double hashing bits ·
/// hashes^4 is at most 15,000,000. The comparison with the target is rigorous.
#[derive(Debug, clap::Args, Serialize)]
#[command(after_help = "Examples:
  bloomlab capacity --bits 2MiB --target 2^-32
  bloomlab capacity -m 1M -p 0.01 --hashes 4 --scheme blocked --block-bits 64")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_bits)]
    bits: u64,

    /// The highest rate allowed, 0 < P < 1, a decimal or 2^-N
    #[arg(short = 'p', long, value_name = "P", allow_negative_numbers = true)]
    target: String,

    /// Hash functions, k; by default the best number
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: Option<u64>,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let (scheme, digits) = (self.scheme.scheme()?, self.digits.digits);
        let target = target(&self.target, DECIMAL)?;
        let filter = |hashes| Filter::of_scheme(self.bits, hashes, scheme);
        let (items, hashes) = match self.hashes {
            None => Filter::capacity(self.bits, scheme, target)?,
            Some(hashes) => (filter(hashes)?.most_items(target)?.unwrap_or(0), hashes),
        };
        let rate = filter(hashes)?.holding(items)?.certified(digits)?;
        let row = vec![
            ("items", Field::Count(items)),
            ("bits", Field::Count(self.bits)),
            ("hashes", Field::Count(hashes)),
            ("rate", Num::bracketed(&rate.enclosure, digits).field()),
        ];
        Ok(Answer::new("capacity", self, vec![row]))
    }
}
