//! A number of items, or a range of them: `1000`, `1e6..5e6`.

use bloomlab::ItemsRange;
use serde::{Serialize, Serializer};

use crate::size_argument::parse_size;

/// A number of items.
#[derive(Clone, Debug)]
pub enum ItemsArgument {
    /// It is known.
    Known(u64),
    /// A range, with the text that gave it.
    Range(ItemsRange, String),
}

impl Serialize for ItemsArgument {
    /// A number, or the text.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            ItemsArgument::Known(items) => to.serialize_u64(*items),
            ItemsArgument::Range(_, text) => to.serialize_str(text),
        }
    }
}

/// A size, or `LOW..HIGH`.
pub fn parse_items(text: &str) -> Result<ItemsArgument, String> {
    let size = |text: &str| parse_size(text).map_err(|why| format!("{text:?} {why}"));
    let Some((least, most)) = text.split_once("..") else {
        return Ok(ItemsArgument::Known(parse_size(text).map_err(|why| why.to_string())?));
    };
    let range = ItemsRange::new(size(least)?, size(most)?).map_err(|why| why.to_string())?;
    Ok(ItemsArgument::Range(range, text.to_owned()))
}
