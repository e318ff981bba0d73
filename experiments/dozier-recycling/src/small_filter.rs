//! The filter whose states fig1-forward and fig2-backward draw.

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SmallFilter {
    /// M.
    pub(crate) bits: u64,
    /// k.
    pub(crate) hashes: u64,
    /// σ.
    pub(crate) sigma: u64,
}
