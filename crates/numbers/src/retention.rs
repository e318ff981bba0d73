//! The fate of the message that ends a cycle: two independent choices.

use serde::{Deserialize, Serialize};

/// The start of the next cycle (Dozier, Salamatian, Rubenstein, section IV-B).
///
/// The serialized names are part of the keys of simulated streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Retention {
    /// The message is forgotten: the new cycle starts empty.
    NonRetaining,
    /// It is the first message of the new cycle.
    Retaining,
}

/// The part of the message that froze it which the frozen one of two filters holds.
///
/// Dozier, Salamatian, Rubenstein describe both: [`Keeping`](Ending::Keeping) in the words of section II-C,
/// [`Dropping`](Ending::Dropping) in eq. 24–26. The serialized names are part of the keys of simulated streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Nothing: the filter is frozen as it was before that message.
    #[default]
    Dropping,
    /// All of its positions: the filter is frozen after the message was inserted.
    Keeping,
}

impl Ending {
    /// Returns true if this is the ending that the papers' formulas describe.
    pub fn is_dropping(&self) -> bool {
        *self == Ending::Dropping
    }
}
