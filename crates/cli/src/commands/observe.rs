//! `bloomlab observe`: the items and the rate that the bits of a filter show.

use std::fs::File;
use std::io::{self, Read};

use bloomlab::{Observation, Observed};
use serde::Serialize;

use super::shared::{Digits, FilterFlags};
use crate::answer::{Answer, Field, Row, UNDEFINED};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// The most bytes of a file: half a gigabyte.
const MOST_BYTES: u64 = 1 << 29;

/// The most significant digits of a number of items that a double holds apart from a whole number.
const ITEM_DIGITS: usize = 15;

/// Set bits show how many items a filter holds, and its false-positive rate
///
/// The number of set bits shows the number of items in every layout: an estimate, and an interval that contains it with about the probability of
/// --level. It shows the rate of independent positions alone; the bits themselves, with --file, show that of blocks, words and slices too, and
/// under walks the share of ten million random queries that they report, with its interval. The naive rate is (set bits/m)^k.
#[derive(Debug, clap::Args, Serialize)]
#[command(group = clap::ArgGroup::new("seen").args(["bits_set", "file"]).required(true))]
#[command(after_help = "Examples:
  bloomlab observe --bits 9586 --hashes 7 --bits-set 4793
  bloomlab observe -m 65536 -k 7 --scheme double --bits-set 30k --level 0.999

With a file:
  cat filter.bin | bloomlab observe -m 65536 -k 7 --scheme double --file - --skip 16")]
pub struct Options {
    #[command(flatten)]
    #[serde(flatten)]
    filter: FilterFlags,

    /// Bits found set
    #[arg(long, value_name = "S", value_parser = parse_size)]
    bits_set: Option<u64>,

    /// The bits themselves, eight in a byte, least significant bit first; zero bytes may follow; - reads standard input
    #[arg(long, value_name = "FILE")]
    file: Option<String>,

    /// Bytes of the file before the bits
    #[arg(long, value_name = "N", default_value = "0", value_parser = parse_size)]
    skip: u64,

    /// The probability with which the intervals contain the number of items and a sampled rate
    #[arg(long, value_name = "P", default_value_t = Observation::USUAL_LEVEL)]
    level: f64,

    #[command(flatten)]
    #[serde(flatten)]
    digits: Digits,
}

impl Options {
    pub(super) fn run(&self) -> Result<Answer, CommandError> {
        let filter = self.filter.filter()?;
        // a parameter out of domain is refused before a file is read
        let seen = Observation::of_bits_set(filter, self.bits_set.unwrap_or_default())?;
        let seen = match &self.file {
            Some(name) => Observation::of_bytes(filter, &self.read(name)?)?,
            None => seen,
        };
        let found = seen.found(self.level)?;
        let needed = found.rate.is_none().then(|| ("rate_needs", Field::text("--file, the bits themselves")));
        Ok(Answer::new("observe", self, vec![self.fields(&found)]).beside(needed.into_iter().collect()))
    }

    fn fields(&self, found: &Observed) -> Row {
        let digits = self.digits.digits;
        let number = |value: f64| Num::double(value, digits).in_brief();
        let items = |items: f64| Num::double(items, digits.min(ITEM_DIGITS)).field();
        let mut fields = vec![
            ("bits_set", Field::Count(found.bits_set)),
            ("items", found.items.map_or(UNDEFINED, items)),
            ("items_lower", Field::Count(found.items_lower)),
            ("items_upper", found.items_upper.map_or(UNDEFINED, Field::Count)),
            ("rate", found.rate.map_or(UNDEFINED, number)),
            ("naive_rate", number(found.naive_rate)),
        ];
        if let Some((lower, upper)) = found.rate_bounds {
            fields.extend([
                ("queries", Field::Count(Observation::QUERIES)),
                ("lower", number(lower)),
                ("upper", number(upper)),
                ("label", Field::text("measured")),
            ]);
        }
        fields
    }

    /// The bytes of a file, or of standard input, after those that are skipped.
    fn read(&self, name: &str) -> Result<Vec<u8>, CommandError> {
        let unread = |why| CommandError::File { flag: "--file", name: name.to_owned(), why };
        let file: Box<dyn Read> = match name {
            "-" => Box::new(io::stdin().lock()),
            name => Box::new(File::open(name).map_err(unread)?),
        };
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
        let length = bytes.len() as u64;
        let needed = self.skip.saturating_add(self.filter.bits.div_ceil(8));
        if length < needed || length > MOST_BYTES {
            let domain = format!("{needed} bytes, those skipped among them, and at most 2^29; it has {length}");
            return Err(CommandError::Text { flag: "--file", text: name.to_owned(), domain: domain.into() });
        }
        Ok(bytes.split_off(self.skip as usize))
    }
}
