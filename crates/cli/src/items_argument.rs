//! A number of items, or a range of them: `1000`, `1e6..5e6`.

use bloomlab::Refused;
use serde::{Serialize, Serializer};

use crate::size_argument::parse_size;

/// A number of items.
#[derive(Clone, Debug)]
pub enum ItemsArgument {
    /// It is known.
    Known(u64),
    /// Every number from the least to the most is equally likely; with the text that gave them.
    Range(u64, u64, String),
}

impl Serialize for ItemsArgument {
    /// A number, or the text.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            ItemsArgument::Known(items) => to.serialize_u64(*items),
            ItemsArgument::Range(_, _, text) => to.serialize_str(text),
        }
    }
}

/// A size, or `LOW..HIGH`.
pub fn parse_items(text: &str) -> Result<ItemsArgument, String> {
    let size = |text: &str| parse_size(text).map_err(|why| format!("{text:?} {why}"));
    let Some((least, most)) = text.split_once("..") else {
        return Ok(ItemsArgument::Known(parse_size(text).map_err(|why| why.to_string())?));
    };
    let (least, most) = (size(least)?, size(most)?);
    match least <= most {
        true => Ok(ItemsArgument::Range(least, most, text.to_owned())),
        false => Err(Refused::new("items", least, format!("at most {most}, the upper end of the range")).to_string()),
    }
}

/// The least number of a range that is not exceeded with probability `share`.
pub fn quantile(least: u64, most: u64, share: f64) -> u64 {
    let steps = (share * ((most - least) as f64 + 1.0)).ceil().max(1.0) - 1.0;
    least.saturating_add(steps as u64).min(most)
}
