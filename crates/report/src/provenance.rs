//! What a figure was made from, beside its table: no timestamps, no host names, the same bytes everywhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The contents of `data/<paper>/<figure>.provenance.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Provenance {
    pub paper: String,
    pub figure: String,
    pub title: String,
    pub source: String,
    pub caption: String,
    pub assumptions: Vec<String>,
    /// The parameters in full, defaults included.
    pub parameters: Value,
    pub seed: Option<u64>,
    /// The hash of the sources that compute the rows.
    pub code: String,
    /// Outside libraries.
    pub versions: BTreeMap<String, String>,
    /// Content hashes (SHA-256) of what was read, by path in the workspace.
    pub inputs: BTreeMap<String, String>,
    /// Content hashes (SHA-256) of what was written, by path in the workspace.
    pub outputs: BTreeMap<String, String>,
    /// The command that makes the figure again.
    pub command: String,
}

impl Provenance {
    pub(crate) fn to_json(&self) -> Vec<u8> {
        // a struct of strings, maps and numbers always serialises
        let mut bytes = serde_json::to_vec_pretty(self).unwrap_or_default();
        bytes.push(b'\n');
        bytes
    }
}
