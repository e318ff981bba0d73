//! One filter or two.

use serde::{Deserialize, Serialize};

/// The filters that share the memory of a recycling filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phases {
    /// One filter.
    One,
    /// Two of equal size: one is active, the other frozen.
    Two,
}
