//! `bloomlab fpr --filter`: the rate of a filter of fingerprints.

use bloomlab::Fingerprints;
use serde::Serialize;

use crate::answer::{Row, UNDEFINED};
use crate::error::CommandError;
use crate::num::Num;
use crate::size_argument::parse_size;

/// A filter of fingerprints.
#[derive(Clone, Debug, clap::Args, Serialize)]
pub struct Fingerprinted {
    /// A filter of fingerprints, in place of --bits and --hashes
    #[arg(long, value_parser = ["cuckoo", "quotient", "xor", "binary-fuse", "ribbon"], value_name = "KIND")]
    #[arg(requires_all = ["fingerprint_bits", "items"])]
    #[arg(conflicts_with_all = ["bits", "hashes", "formula", "arithmetic", "without_replacement", "scheme"])]
    #[arg(conflicts_with_all = ["hash_bits", "asked", "any", "bits_set"])]
    filter: Option<String>,

    /// Bits of a fingerprint, with --filter; of a quotient filter those of a remainder
    #[arg(long, value_name = "F", requires = "filter", value_parser = clap::value_parser!(u32).range(1..=60))]
    fingerprint_bits: Option<u32>,

    /// All slots of a cuckoo or quotient filter
    #[arg(long, value_name = "S", requires = "filter", value_parser = parse_size)]
    #[arg(required_if_eq_any = [("filter", "cuckoo"), ("filter", "quotient")])]
    slots: Option<u64>,

    /// Slots of a bucket, with --filter cuckoo [default: 4]
    #[arg(long, value_name = "B", requires = "filter", value_parser = parse_size)]
    bucket_slots: Option<u64>,
}

impl Fingerprinted {
    /// The rate and the load, if such a filter is given.
    pub fn row(&self, items: u64, digits: usize) -> Result<Option<Row>, CommandError> {
        let filter = match self.filter.as_deref() {
            Some("cuckoo") => Fingerprints::Cuckoo(self.bucket_slots.unwrap_or(4)),
            Some("quotient") => Fingerprints::Quotient,
            Some(_) => Fingerprints::Static,
            None => return Ok(None),
        };
        let only_with = |flag, needed| {
            let value = self.filter.clone().unwrap_or_default();
            CommandError::Contradiction { flag, other: "--filter", value, needed }
        };
        if self.bucket_slots.is_some() && !matches!(filter, Fingerprints::Cuckoo(_)) {
            return Err(only_with("--bucket-slots", "cuckoo"));
        }
        if self.slots.is_some() && matches!(filter, Fingerprints::Static) {
            return Err(only_with("--slots", "cuckoo or quotient"));
        }
        let (slots, bits) = (self.slots.unwrap_or_default(), self.fingerprint_bits.unwrap_or_default());
        let rate = filter.certified_rate(slots, bits, items, digits)?;
        let number = |value| Num::double(value, digits).in_brief();
        let load = self.slots.map_or(UNDEFINED, |slots| number(items as f64 / slots as f64));
        let highest = filter.highest_load().map_or(UNDEFINED, number);
        Ok(Some(vec![
            ("rate", Num::bracketed(&rate.enclosure, digits).field()),
            ("load", load),
            ("highest_load", highest),
        ]))
    }
}
