//! What can go wrong between the rows and the files.

use std::path::{Path, PathBuf};

use bloomlab_tallies::FileError;

use crate::rows::RowError;

/// An error that names the file, figure or parameter it is about.
#[derive(Debug, thiserror::Error)]
pub enum WorkbenchError {
    /// A file could not be read, written or renamed.
    #[error(transparent)]
    File(#[from] FileError),
    /// A figure's TOML file is not what it should be.
    #[error("{}: {message}", path.display())]
    Settings {
        /// The TOML file.
        path: PathBuf,
        /// What is wrong in it.
        message: String,
    },
    /// A figure's provenance is not what was written.
    #[error("{} is damaged: {source}", path.display())]
    Provenance {
        /// The JSON file.
        path: PathBuf,
        /// What is wrong in it.
        source: serde_json::Error,
    },
    /// Rows could not be turned into a table, or a table into rows.
    #[error("table: {0}")]
    Row(#[from] RowError),
    /// A table is not a CSV file.
    #[error("table: {0}")]
    Csv(#[from] csv::Error),
    /// A figure computed no rows.
    #[error("table: no rows")]
    NoRows,
    /// The settings of a figure are younger than the program that is to make it.
    #[error("the program was built before {0}: build it again")]
    NotBuilt(String),
    /// Other parameters than the committed ones, without a place of their own.
    #[error("{0} has other parameters than {1}: name a folder for what they give with --output")]
    OtherParameters(PathBuf, String),
    /// Nothing here looks like the workspace.
    #[error("no folder `experiments` in {} or above it", .0.display())]
    NoWorkspace(PathBuf),
}

impl WorkbenchError {
    /// Wraps an I/O error with what was tried on which path.
    pub(crate) fn file(action: &'static str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let wrap = FileError::of(action, path);
        |source| wrap(source).into()
    }
}
