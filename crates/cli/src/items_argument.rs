//! A number of items, or what is known of it: `1000`, `1e6..5e6`, `lognormal:1e6,0.5`.

use bloomlab::UncertainItems;
use serde::{Serialize, Serializer};

use crate::size_argument::parse_size;

/// What begins a log-normal distribution.
const LOG_NORMAL: &str = "lognormal:";

/// A number of items.
#[derive(Clone, Debug)]
pub enum ItemsArgument {
    /// It is known.
    Known(u64),
    /// A range or a distribution, with the text that gave it.
    Uncertain(UncertainItems, String),
}

impl ItemsArgument {
    /// The number where it is known.
    pub fn known(&self) -> Option<u64> {
        if let ItemsArgument::Known(items) = self { Some(*items) } else { None }
    }
}

impl Serialize for ItemsArgument {
    /// A number, or the text.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            ItemsArgument::Known(items) => to.serialize_u64(*items),
            ItemsArgument::Uncertain(_, text) => to.serialize_str(text),
        }
    }
}

/// A size, `LOW..HIGH` or `lognormal:MEDIAN,SIGMA`.
pub fn parse_items(text: &str) -> Result<ItemsArgument, String> {
    let size = |text: &str| parse_size(text).map_err(|why| format!("{text:?} {why}"));
    let items = if let Some((least, most)) = text.split_once("..") {
        UncertainItems::between(size(least)?, size(most)?).map_err(|why| why.to_string())?
    } else if let Some(parameters) = text.strip_prefix(LOG_NORMAL) {
        let (median, sigma) = parameters.split_once(',').ok_or("needs lognormal:MEDIAN,SIGMA")?;
        let sigma = sigma.parse().map_err(|_| format!("{sigma:?} needs a real number, sigma"))?;
        UncertainItems::log_normal(size(median)? as f64, sigma).map_err(|why| why.to_string())?
    } else {
        return Ok(ItemsArgument::Known(parse_size(text).map_err(|why| why.to_string())?));
    };
    Ok(ItemsArgument::Uncertain(items, text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_distributions_are_read() {
        let read = |text: &str| match parse_items(text) {
            Ok(ItemsArgument::Known(items)) => items.to_string(),
            Ok(ItemsArgument::Uncertain(items, _)) => format!("{:?}", items.quantile(0.5).unwrap()),
            Err(why) => why,
        };
        assert_eq!(read("1e6"), "1000000");
        assert_eq!(read("1k..3k"), "2000");
        assert_eq!(read("lognormal:1M,0.5"), "1000000");
        for (text, why) in [
            ("5..4", "items = 5 is out of domain: needs at most 4, the upper end of the range"),
            ("..4", "\"\" needs a whole number"),
            ("1..2..3", "\"2..3\" needs a whole number"),
            ("lognormal:5", "needs lognormal:MEDIAN,SIGMA"),
            ("lognormal:5,x", "\"x\" needs a real number, sigma"),
            ("lognormal:0,1", "items = 0 is out of domain: needs a median ≥ 1"),
            ("lognormal:1e6,-1", "items = -1 is out of domain: needs 0 < sigma ≤ 4"),
            ("-5", "needs a whole number"),
        ] {
            assert!(read(text).starts_with(why), "{text}: {}", read(text));
        }
    }
}
