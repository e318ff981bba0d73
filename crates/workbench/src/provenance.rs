//! What a figure was made from, beside its table: no timestamps, no host names, the same bytes everywhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::drawing::TypesetTable;
use crate::names::Names;
use crate::{Place, WorkbenchError, Workspace};

/// The contents of `data/<paper>/<figure>.provenance.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The paper's package.
    pub paper: String,
    /// The figure's name.
    pub figure: String,
    /// What it shows, in a line.
    pub title: String,
    /// Where it stands in the paper, or that it is ours.
    pub source: Place,
    /// What it shows and what to see in it.
    pub caption: String,
    /// Choices that the paper does not state.
    pub assumptions: Vec<String>,
    /// The numbers that its words cite, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub facts: BTreeMap<String, String>,
    /// What stands in the place of a picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown: Option<TypesetTable>,
    /// The parameters in full, defaults included.
    pub parameters: Value,
    /// The seed of its random streams, where it has any.
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

    /// The provenance of a figure below `root`, `None` when it has never been made there.
    pub(crate) fn read(root: &Path, paper: &str, figure: &str) -> Result<Option<Self>, WorkbenchError> {
        let path = root.join(Names::new(paper, figure).provenance);
        match fs::read(&path) {
            Ok(bytes) => match serde_json::from_slice(&bytes) {
                Ok(provenance) => Ok(Some(provenance)),
                Err(source) => Err(WorkbenchError::Provenance { path, source }),
            },
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(WorkbenchError::file("read", &path)(error)),
        }
    }
}

impl Workspace {
    /// What a figure was made from, `None` when it has never been made.
    ///
    /// # Errors
    /// A damaged file, or one that cannot be read.
    pub fn provenance(&self, paper: &str, figure: &str) -> Result<Option<Provenance>, WorkbenchError> {
        Provenance::read(self.root(), paper, figure)
    }
}
