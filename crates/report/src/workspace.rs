//! The folder of papers, tables and pictures.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bloomlab_tables::write_whole;
use itertools::Itertools;
use polars::prelude::DataFrame;
use serde::de::DeserializeOwned;

use crate::figure::Figure;
use crate::query::read_csv;
use crate::{Error, Result};

/// The workspace: the folder that has `experiments`, `data` and `figures`.
pub struct Workspace {
    root: PathBuf,
    tables: Mutex<BTreeMap<String, DataFrame>>,
}

impl Workspace {
    /// The given folder, or the nearest one at or above the current one with `experiments` in it.
    pub fn find(root: Option<PathBuf>) -> Result<Self> {
        let here = match root {
            Some(root) => root,
            None => env::current_dir().map_err(|error| Error::new("the current folder", error))?,
        };
        let found = here.ancestors().find(|folder| folder.join("experiments").is_dir());
        let root = found.ok_or_else(|| Error::new(here.display(), "no folder `experiments` here or above"))?.to_owned();
        Ok(Self { root, tables: Mutex::default() })
    }

    /// A file or folder by its name in the workspace.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    pub fn text(&self, name: &str) -> Result<String> {
        let path = self.path(name);
        fs::read_to_string(&path).map_err(|error| Error::new(path.display(), error))
    }

    pub fn toml<T: DeserializeOwned>(&self, name: &str) -> Result<T> {
        toml::from_str(&self.text(name)?).map_err(|error| Error::new(name, error.to_string().trim_end()))
    }

    /// Writes a file, whole or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        write_whole(&self.path(name), bytes).map_err(|error| Error::new(name, error))
    }

    /// A table, read once.
    pub fn table(&self, file: &str) -> Result<DataFrame> {
        let tables = || self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = tables().get(file) {
            return Ok(known.clone());
        }
        let frame = read_csv(&self.path(file))?;
        tables().insert(file.to_owned(), frame.clone());
        Ok(frame)
    }

    /// The papers: the packages of experiments, in order.
    pub fn papers(&self) -> Result<Vec<String>> {
        let mut folders = names(&self.path("experiments"))?;
        folders.retain(|paper| self.path(&format!("experiments/{paper}/Cargo.toml")).is_file());
        Ok(folders)
    }

    /// The figures of a paper: its pages, in order, and the faults of files that are not pages.
    pub fn figures(&self, paper: &str) -> Result<(Vec<Figure>, Vec<Error>)> {
        let files = names(&self.path(&format!("experiments/{paper}")))?;
        let pages = files.iter().filter_map(|file| file.strip_suffix(".toml"));
        let pages = pages.filter(|name| !["Cargo", "paper"].contains(name));
        Ok(pages.map(|name| Figure::read(self, paper, name)).partition_result())
    }

    /// The documents that cite numbers.
    pub fn documents(&self) -> Result<Vec<String>> {
        let docs = names(&self.path("docs"))?.into_iter().map(|name| format!("docs/{name}"));
        let notes = self.papers()?.into_iter().map(|paper| format!("experiments/{paper}/NOTES.md"));
        let all = ["README.md", "paper-notes.md"].map(str::to_owned).into_iter().chain(docs).chain(notes);
        Ok(all.filter(|file| file.ends_with(".md") && self.path(file).is_file()).collect())
    }

    /// All figures, paper by paper, and the faults of pages.
    pub fn all_figures(&self) -> Result<(Vec<Figure>, Vec<Error>)> {
        let (mut figures, mut faults) = (Vec::new(), Vec::new());
        for paper in self.papers()? {
            let (read, wrong) = self.figures(&paper)?;
            figures.extend(read);
            faults.extend(wrong);
        }
        Ok((figures, faults))
    }
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Result<Vec<String>> {
    let refuse = |error| Error::new(folder.display(), error);
    let entries = fs::read_dir(folder).map_err(refuse)?;
    let names: std::io::Result<Vec<_>> =
        entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect();
    let mut names = names.map_err(refuse)?;
    names.sort();
    Ok(names)
}
