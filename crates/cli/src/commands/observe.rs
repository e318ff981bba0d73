//! `bloomlab observe`: what the bits of a filter show.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use bloomlab::{Advice, Filter, HashingScheme, Observation, Observed, Parameter, Resource, TooLarge};
use serde::Serialize;

use super::scheme_flags::SchemeFlags;
use crate::answer::{Answer, Field, Inputs, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::flag::Flag;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The most bytes that counts or bits take: half a gigabyte.
const MOST_BYTES: f64 = 536_870_912.0;

/// The most bytes of a line: a count has at most 19 digits.
const MOST_OF_A_LINE: u64 = 100;

/// The most significant digits of a number of items that a double holds apart from a whole number.
const ITEM_DIGITS: usize = 15;

/// What set bits show: how many items a filter holds, and its false-positive rate
///
/// The number of set bits shows the number of items in every layout: an interval that contains it with the probability of --level, an
/// estimate, its bias and its standard deviation. It shows the rate of independent positions alone. For blocks, words and slices give the
/// set bits of each with --fills, for walks the bits themselves with --raw, of which a large filter's rate is measured on 2^20 strangers; the naive
/// rate is (set bits/m)^k.
#[derive(Debug, clap::Args, Serialize)]
#[command(group = clap::ArgGroup::new("seen").args(["bits_set", "fills", "raw"]).required(true))]
#[command(after_help = "Examples:
  bloomlab observe --bits 9586 --hashes 7 --bits-set 4793
  bloomlab observe -m 65536 -k 7 --scheme double --bits-set 30k --level 0.999

With files:
  cat counts.txt | bloomlab observe -m 2^20 -k 8 --scheme split-block --fills -
  cat filter.bin | bloomlab observe -m 65536 -k 7 --scheme double --raw -")]
pub struct Options {
    /// Bits of the filter, m
    #[arg(short = 'm', long, value_name = "M", value_parser = parse_size)]
    bits: u64,

    /// Hash functions, k
    #[arg(short = 'k', long, value_name = "K", value_parser = parse_size)]
    hashes: u64,

    /// Bits found set
    #[arg(long, value_name = "S", value_parser = parse_size)]
    #[serde(skip_serializing_if = "Option::is_none")]
    bits_set: Option<u64>,

    /// Bits found set in each block, word or slice, one number a line; - reads standard input
    #[arg(long, value_name = "FILE", requires = "scheme")]
    #[serde(skip_serializing_if = "Option::is_none")]
    fills: Option<String>,

    /// The bits themselves, eight in a byte, least significant bit first; - reads standard input
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<String>,

    /// The probability with which the interval contains the number of items
    #[arg(long, value_name = "P", default_value_t = Observation::USUAL_LEVEL)]
    level: f64,

    /// The k positions of an item are distinct
    #[arg(short = 'w', long, conflicts_with = "scheme")]
    without_replacement: bool,

    #[command(flatten)]
    #[serde(flatten)]
    scheme: SchemeFlags,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    /// What the bits show.
    ///
    /// # Errors
    /// Parameters out of domain, files that cannot be read or hold something else, or what takes too long.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let scheme = self.scheme.scheme()?;
        let mut filter = Filter::new(self.bits, self.hashes)?;
        if self.without_replacement {
            filter = filter.without_replacement()?;
        } else {
            filter = filter.under(scheme)?;
        }
        // what is out of domain is refused before a file is read
        let seen = Observation::of_bits_set(filter, self.bits_set.unwrap_or_default())?.at_level(self.level)?;
        let seen = match (&self.fills, &self.raw) {
            (Some(name), _) => {
                let parts = seen.part_count()?;
                within(parts.saturating_mul(8), MOST_BYTES)?;
                let seen = Observation::of_fills(filter, &read_fills(name, parts)?);
                seen.map_err(|why| self.scheme.refused(Flag::Fills, why))?.at_level(self.level)?
            }
            (_, Some(name)) => {
                within(self.bits.div_ceil(8), MOST_BYTES)?;
                Observation::of_raw(filter, &read_raw(name, self.bits)?)?.at_level(self.level)?
            }
            _ => seen,
        };
        let found = seen.found()?;
        let beside = match (found.rate, needed(scheme)) {
            (None, Some(needed)) => vec![("rate needs", Field::Text(needed.to_owned()))],
            _ => Vec::new(),
        };
        Ok(Answer { command: "observe", inputs: Inputs::of(self), beside, rows: vec![Row::new(self.fields(&found))] })
    }

    fn fields(&self, found: &Observed) -> Vec<(&'static str, Field)> {
        let number = |value: f64| Field::Brief(Num::double(value, self.digits.get()));
        let given = |value: Option<f64>| value.map_or(Field::Undefined, number);
        let mut fields = vec![
            ("bits_set", Field::Count(found.bits_set)),
            ("items_lower", Field::Count(found.items_lower)),
            ("items_upper", found.items_upper.map_or(Field::Undefined, Field::Count)),
            (
                "items",
                found.items.map_or(Field::Undefined, |items| {
                    Field::Num(Num::double(items, self.digits.get().min(ITEM_DIGITS)))
                }),
            ),
            ("bias", given(found.bias)),
            ("standard_deviation", given(found.standard_deviation)),
            ("rate", given(found.rate)),
            ("naive_rate", number(found.naive_rate)),
        ];
        if let Some((lower, upper)) = found.rate_bounds {
            fields.extend([("rate_lower", number(lower)), ("rate_upper", number(upper))]);
        }
        fields.push(("kind", Field::Text(found.certainty.name().to_owned())));
        fields.extend(found.is_measured.then(|| ("label", Field::Text("measured".to_owned()))));
        fields
    }
}

/// Refuses files of more than `most` bytes, which take seconds.
fn within(bytes: u64, most: f64) -> Result<(), TooLarge> {
    Resource::Bytes.within(bytes as f64, most, Advice::smaller(&[Parameter::Bits]))
}

/// What the rate follows from, where the number of set bits is not enough.
fn needed(scheme: HashingScheme) -> Option<&'static str> {
    match scheme {
        HashingScheme::Blocked(_) => Some("--fills, the set bits of each block"),
        HashingScheme::SplitBlock(_) => Some("--fills, the set bits of each word"),
        HashingScheme::Partitioned => Some("--fills, the set bits of each slice"),
        HashingScheme::Independent => None,
        _ => Some("--raw, the bits themselves"),
    }
}

/// The text of a file, or of standard input.
fn open(flag: Flag, name: &str) -> Result<Box<dyn BufRead>, CommandError> {
    if name == "-" {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(name) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(why) => Err(CommandError::File { flag, name: name.to_owned(), why }),
    }
}

fn read_fills(name: &str, most: u64) -> Result<Vec<u64>, CommandError> {
    let unread = |why| CommandError::File { flag: Flag::Fills, name: name.to_owned(), why };
    let (mut file, mut fills) = (open(Flag::Fills, name)?, Vec::new());
    // one more than there are parts tells that the file is too long
    for line in 1..=most.saturating_add(1) as usize {
        let mut text = Vec::new();
        if file.by_ref().take(MOST_OF_A_LINE).read_until(b'\n', &mut text).map_err(unread)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&text);
        let text = text.trim_end_matches(['\r', '\n']);
        match text.trim().parse() {
            Ok(fill) => fills.push(fill),
            Err(_) => return Err(CommandError::Line { flag: Flag::Fills, line, text: text.to_owned() }),
        }
    }
    Ok(fills)
}

/// The bytes of m bits, and one more where there is one.
fn read_raw(name: &str, bits: u64) -> Result<Vec<u8>, CommandError> {
    let mut bytes = Vec::new();
    match open(Flag::Raw, name)?.take(bits.div_ceil(8).saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(why) => Err(CommandError::File { flag: Flag::Raw, name: name.to_owned(), why }),
    }
}
