//! The filter whose states are drawn.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SmallFilter {
    /// M.
    pub(crate) bits: u64,
    /// k.
    pub(crate) hashes: u64,
    /// σ.
    pub(crate) sigma: u64,
}

impl Default for SmallFilter {
    fn default() -> Self {
        Self { bits: 8, hashes: 2, sigma: 5 }
    }
}
