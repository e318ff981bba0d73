//! Which tables this machine has computed, from what: the record that lets a second run do nothing.
//!
//! It lies in `.cache/` and is not committed, so that a fresh clone recomputes everything.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bloomlab_tallies::write_whole;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::WorkbenchError;
use crate::files::hash_of;

/// Everything that determines a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Key {
    pub parameters: Value,
    pub seed: Option<u64>,
    /// The hash of the sources that compute the rows.
    pub code: String,
    pub versions: BTreeMap<String, String>,
}

/// A finished computation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub key: Key,
    /// Content hashes of the files it wrote.
    pub outputs: BTreeMap<String, String>,
}

/// Why a table must be computed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Reason {
    #[error("asked to")]
    Forced,
    #[error("from the tallies of its shards")]
    Merged,
    #[error("not computed here before")]
    New,
    #[error("its cache record cannot be read: {0}")]
    Unreadable(std::io::Error),
    #[error("its cache record is corrupt")]
    Corrupt,
    #[error("changed since: {}", .0.join(", "))]
    Changed(Vec<&'static str>),
    #[error("{0} is missing")]
    Missing(String),
    #[error("{0} was changed by hand")]
    Edited(String),
}

/// Why a table must be computed, `None` when it need not be.
pub(crate) fn reason_to_compute(path: &Path, root: &Path, key: &Key) -> Result<Option<Reason>, WorkbenchError> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Ok(Some(Reason::New));
        }
        Err(error) => return Ok(Some(Reason::Unreadable(error))),
    };
    let Ok(record) = serde_json::from_str::<Record>(&text) else {
        return Ok(Some(Reason::Corrupt));
    };
    let changed = [
        ("parameters", record.key.parameters != key.parameters),
        ("seed", record.key.seed != key.seed),
        ("code", record.key.code != key.code),
        ("library versions", record.key.versions != key.versions),
    ];
    let changed: Vec<_> = changed.into_iter().filter_map(|(what, changed)| changed.then_some(what)).collect();
    if !changed.is_empty() {
        return Ok(Some(Reason::Changed(changed)));
    }
    for (name, hash) in &record.outputs {
        match hash_of(&root.join(name))? {
            None => return Ok(Some(Reason::Missing(name.clone()))),
            Some(present) if present != *hash => return Ok(Some(Reason::Edited(name.clone()))),
            Some(_) => {}
        }
    }
    Ok(None)
}

/// Notes a finished computation.
pub(crate) fn remember(path: &Path, record: &Record) -> Result<(), WorkbenchError> {
    write_whole(path, &serde_json::to_vec_pretty(record).unwrap_or_default())?;
    Ok(())
}

/// Where the record of a figure lies.
pub(crate) fn record_path(root: &Path, paper: &str, figure: &str) -> PathBuf {
    root.join(".cache").join(paper).join(format!("{figure}.json"))
}
