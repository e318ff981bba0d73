//! The look of every name that a picture shows, once for all papers: `experiments/looks.toml`.

use std::collections::BTreeMap;

use bloomlab_pictures::{Colour, Dash, Look, Marker};
use serde::Deserialize;

use crate::query::Value;
use crate::{Error, Result};

pub const LOOKS: &str = "experiments/looks.toml";

#[derive(Deserialize)]
#[serde(from = "BTreeMap<String, Entry>")]
pub struct Looks(BTreeMap<String, (String, Look)>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    label: Option<String>,
    colour: Colour,
    #[serde(default)]
    dash: Dash,
    #[serde(default)]
    marker: Marker,
    #[serde(default)]
    heavy: bool,
}

impl From<BTreeMap<String, Entry>> for Looks {
    fn from(entries: BTreeMap<String, Entry>) -> Self {
        let known = |(name, entry): (String, Entry)| {
            let Entry { label, colour, dash, marker, heavy } = entry;
            (name.clone(), (label.unwrap_or(name), Look { colour, dash, marker, heavy }))
        };
        Self(entries.into_iter().map(known).collect())
    }
}

impl Looks {
    /// The label and the look of a name.
    pub fn get(&self, name: &str) -> Result<(&str, Look)> {
        let known = self.0.get(name).map(|(label, look)| (&**label, *look));
        known.ok_or_else(|| Error::new(name, "has no look in experiments/looks.toml"))
    }
}

pub fn name_of(value: &Value) -> String {
    match value {
        Value::Missing => String::new(),
        Value::Number(number) => number.to_string(),
        Value::Truth(truth) => truth.to_string(),
        Value::Text(text) => text.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_names_are_refused() {
        let read = |text: &str| toml::from_str::<Looks>(text);
        assert!(read("0.5 = { colour = \"ramp1\" }").is_err(), "a dotted key is a table");
        let looks = read("TBF = { label = \"a TBF\", colour = \"green\", heavy = true }").unwrap();
        assert_eq!(looks.get("TBF").unwrap(), ("a TBF", Look { heavy: true, ..Look::new(Colour::Green) }));
        assert!(looks.get("QBF").unwrap_err().to_string().contains("QBF"));
        assert!(read("a = { colour = \"red\" }").is_err() && read("a = { colour = \"ink\", width = 1 }").is_err());
    }
}
