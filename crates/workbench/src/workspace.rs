//! The folder that holds experiments, tables and pictures.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use bloomlab_tallies::{sweep, write_whole};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rows::Written;
use crate::{WorkbenchError, code_hash};

/// The workspace's folder. Names of files and folders are relative to it, with `/` between their parts.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// `root` itself if given, otherwise the nearest folder at or above the current one with `experiments` in it.
    ///
    /// # Errors
    /// No such folder.
    pub fn find(root: Option<&Path>) -> Result<Self, WorkbenchError> {
        let here = match root {
            Some(root) => root.to_owned(),
            None => env::current_dir().map_err(WorkbenchError::file("find", Path::new(".")))?,
        };
        let found = match root {
            Some(_) => here.join("experiments").is_dir().then_some(here.as_path()),
            None => here.ancestors().find(|folder| folder.join("experiments").is_dir()),
        };
        found.map(|root| Self { root: root.to_owned() }).ok_or_else(|| WorkbenchError::NoWorkspace(here.clone()))
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The place of a file or folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// The text of a file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(&self, name: &str) -> Result<String, WorkbenchError> {
        let path = self.path(name);
        fs::read_to_string(&path).map_err(WorkbenchError::file("read", &path))
    }

    /// Rows as the bytes of a CSV table, in the manner of all tables of the workspace.
    ///
    /// # Errors
    /// No rows, or rows that no table can hold.
    pub fn csv<R: Serialize + DeserializeOwned>(rows: &[R]) -> Result<Vec<u8>, WorkbenchError> {
        Ok(Written::from_rows(rows)?.to_csv())
    }

    /// Writes a file whole or not at all, after removing what a killed run left unfinished in its folder.
    ///
    /// # Errors
    /// A folder or file that cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), WorkbenchError> {
        let path = self.path(name);
        sweep(path.parent().unwrap_or(&self.root));
        write_whole(&path, bytes)?;
        Ok(())
    }

    /// The papers: the packages in `experiments/`, in order.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn papers(&self) -> Result<Vec<String>, WorkbenchError> {
        let experiments = self.path("experiments");
        let unreadable = || WorkbenchError::file("read", &experiments);
        let mut papers = Vec::new();
        for entry in fs::read_dir(&experiments).map_err(unreadable())? {
            let path = entry.map_err(unreadable())?.path();
            if path.join("Cargo.toml").is_file() {
                papers.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
            }
        }
        papers.sort();
        Ok(papers)
    }

    /// The figures of a paper: those with a TOML file, in order.
    ///
    /// # Errors
    /// A folder that cannot be read.
    pub fn figures(&self, paper: &str) -> Result<BTreeSet<String>, WorkbenchError> {
        let package = self.path(&format!("experiments/{paper}"));
        let figures = code_hash::figures(&package).map_err(WorkbenchError::file("read", &package))?;
        Ok(figures.into_keys().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_has_experiments_and_its_papers_have_manifests() {
        let folder = tempfile::tempdir().unwrap();
        let why = Workspace::find(Some(folder.path())).unwrap_err().to_string();
        assert!(why.contains("no folder `experiments`"), "{why}");
        for name in ["b/Cargo.toml", "a/Cargo.toml", "a/rate.toml", "notes/x.toml"] {
            write_whole(&folder.path().join("experiments").join(name), b"").unwrap();
        }
        let workspace = Workspace::find(Some(folder.path())).unwrap();
        assert_eq!(workspace.papers().unwrap(), ["a", "b"]);
        assert_eq!(workspace.figures("a").unwrap(), BTreeSet::from(["rate".to_owned()]));
        assert!(workspace.figures("c").unwrap_err().to_string().contains("experiments/c"));
    }
}
