//! `bloomlab fpr --filter`: the rate of a filter of fingerprints.

use bloomlab::Fingerprints;
use serde::Serialize;

use crate::answer::{Row, UNDEFINED};
use crate::error::CommandError;
use crate::items_argument::ItemsArgument;
use crate::num::Num;
use crate::size_argument::parse_size;

/// A filter of fingerprints.
#[derive(Clone, Copy, Debug, clap::Args, Serialize)]
pub struct Fingerprinted {
    /// A filter of fingerprints, in place of --bits and --hashes
    #[arg(long, value_enum, value_name = "KIND", requires = "fingerprint_bits")]
    #[arg(conflicts_with_all = ["bits", "hashes", "bits_set", "formula", "arithmetic", "without_replacement", "scheme"])]
    #[arg(conflicts_with_all = ["hash_bits", "asked", "any"])]
    #[serde(skip_serializing_if = "Option::is_none")]
    filter: Option<Kind>,

    /// Bits of a fingerprint, with --filter; of a quotient filter those of a remainder
    #[arg(long, value_name = "F", requires = "filter", value_parser = clap::value_parser!(u32).range(1..=60))]
    #[serde(skip_serializing_if = "Option::is_none")]
    fingerprint_bits: Option<u32>,

    /// All slots of a cuckoo or quotient filter
    #[arg(long, value_name = "S", requires = "filter", value_parser = parse_size)]
    #[arg(required_if_eq_any = [("filter", "cuckoo"), ("filter", "quotient")])]
    #[serde(skip_serializing_if = "Option::is_none")]
    slots: Option<u64>,

    /// Slots of a bucket, with --filter cuckoo
    #[arg(long, value_name = "B", default_value = "4", value_parser = parse_size)]
    #[serde(skip)]
    bucket_slots: u64,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    Cuckoo,
    Quotient,
    Xor,
    BinaryFuse,
    Ribbon,
}

impl Fingerprinted {
    /// The rate and the load, if such a filter is given.
    pub fn row(&self, items: Option<&ItemsArgument>, digits: usize) -> Result<Option<Row>, CommandError> {
        let (Some(kind), Some(ItemsArgument::Known(items))) = (self.filter, items) else {
            return match self.filter {
                Some(_) => Err(CommandError::Incomplete { given: "--filter", needed: "--items as one number" }),
                None => Ok(None),
            };
        };
        let slots = self.slots.unwrap_or_default();
        let filter = match kind {
            Kind::Cuckoo => Fingerprints::Cuckoo { slots, bucket_slots: self.bucket_slots },
            Kind::Quotient => Fingerprints::Quotient { slots },
            Kind::Xor | Kind::BinaryFuse | Kind::Ribbon => Fingerprints::Static,
        };
        let rate = filter.certified_rate(self.fingerprint_bits.unwrap_or_default(), *items, digits)?;
        let number = |value| Num::double(value, digits).in_brief();
        Ok(Some(vec![
            ("rate", Num::bracketed(&rate.enclosure, digits).field()),
            ("load", filter.slots().map_or(UNDEFINED, |slots| number(*items as f64 / slots as f64))),
            ("highest_load", filter.highest_load().map_or(UNDEFINED, number)),
        ]))
    }
}
