//! Where a claim or a figure comes from: a place in a paper, or ourselves.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Where it comes from. In files it is a text: `ours`, alone or before a comma or semicolon, says that it is no paper's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Place {
    /// Our own, and what the text adds, such as `, after Carter et al. (1978)`.
    Ours(String),
    /// Where it stands in a paper.
    Paper(String),
}

impl Place {
    /// Whether it is our own, and no paper's.
    pub fn is_ours(&self) -> bool {
        matches!(self, Self::Ours(_))
    }
}

/// The word that says that it is our own.
const OURS: &str = "ours";

impl TryFrom<String> for Place {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        match text.strip_prefix(OURS) {
            Some(more) if more.is_empty() || more.starts_with([',', ';']) => Ok(Self::Ours(more.to_owned())),
            None if !first.is_empty() && !["our", OURS].contains(&&*first.to_lowercase()) => Ok(Self::Paper(text)),
            _ => Err(format!(
                "place {text:?}: needs a place in a paper, or `{OURS}` and then a comma, a semicolon or nothing"
            )),
        }
    }
}

impl From<Place> for String {
    fn from(place: Place) -> Self {
        place.to_string()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Ours(more) => write!(f, "{OURS}{more}"),
            Self::Paper(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_is_ours_whatever_the_text_adds() {
        let place = |text: &str| Place::try_from(text.to_owned());
        for (text, ours) in [
            ("ours", true),
            ("ours, after Carter et al. (1978)", true),
            ("ours; the question is in section 4", true),
            ("section 4", false),
        ] {
            let place = place(text).unwrap();
            assert_eq!((place.is_ours(), &*place.to_string()), (ours, text));
        }
        for text in ["ours on RocksDB", "Ours", "our own", "ourselves", ""] {
            assert!(place(text).is_err_and(|why| why.starts_with(&format!("place {text:?}"))), "{text}");
        }
    }
}
