//! The experiments of a workspace and the state of their figures, from the files alone.

use std::fs;
use std::path::Path;

use serde::Serialize;

use crate::Error;
use crate::code_hash::{code_hash, figures, versions};
use crate::files::{hash_of, workspace};
use crate::making::command;
use crate::provenance::Provenance;
use crate::settings::Settings;

/// Whether a figure's files are what its inputs would give now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureState {
    /// Its files are those its provenance names, made from the present settings and code.
    Fresh,
    /// Its files were changed, or its settings or code have changed since.
    Stale,
    /// It has never been made, or a file is gone.
    Missing,
}

/// One figure of the workspace. Paths are relative to it.
#[derive(Clone, Debug, Serialize)]
pub struct ListedFigure {
    /// The paper's package.
    pub paper: String,
    /// The figure's name.
    pub figure: String,
    /// What it shows, in a line.
    pub title: String,
    /// Whether it is up to date.
    pub state: FigureState,
    /// The picture.
    pub svg: String,
    /// The table.
    pub table: String,
    /// The command that makes both.
    pub command: String,
}

/// Every figure, ordered by paper and name; only those of `paper`, and only `figure`, where given.
///
/// # Errors
/// No workspace at or above `root` (default: the current folder), or a settings file that cannot be read.
pub fn list_figures(
    root: Option<&Path>,
    paper: Option<&str>,
    figure: Option<&str>,
) -> Result<Vec<ListedFigure>, Error> {
    let root = workspace(root)?;
    let mut listed = Vec::new();
    for name in papers(&root)?.iter().filter(|name| paper.is_none_or(|paper| paper == *name)) {
        let package = root.join("experiments").join(name);
        let all = figures(&package).map_err(Error::file("read", &package))?;
        for one in all.iter().filter(|one| figure.is_none_or(|figure| figure == *one)) {
            let settings: Settings<toml::Table> = Settings::read(&package.join(format!("{one}.toml")))?;
            listed.push(ListedFigure {
                paper: name.clone(),
                figure: one.clone(),
                title: settings.title,
                state: state(&root, name, one)?,
                svg: format!("figures/{name}/{one}.svg"),
                table: format!("data/{name}/{one}.csv"),
                command: command(name, one),
            });
        }
    }
    Ok(listed)
}

/// The packages in `experiments/`, in order.
pub(crate) fn papers(root: &Path) -> Result<Vec<String>, Error> {
    let experiments = root.join("experiments");
    let mut papers = Vec::new();
    for entry in fs::read_dir(&experiments).map_err(Error::file("read", &experiments))? {
        let path = entry.map_err(Error::file("read", &experiments))?.path();
        if path.join("Cargo.toml").is_file() {
            papers.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    papers.sort();
    Ok(papers)
}

fn state(root: &Path, paper: &str, figure: &str) -> Result<FigureState, Error> {
    let provenance = match Provenance::read(root, paper, figure) {
        Ok(Some(provenance)) => provenance,
        Ok(None) => return Ok(FigureState::Missing),
        Err(Error::Provenance { .. }) => return Ok(FigureState::Stale),
        Err(error) => return Err(error),
    };
    let reading = || Error::file("read the sources of", root);
    let mut fresh = code_hash(root, paper, figure).map_err(reading())? == provenance.code;
    fresh &= versions(root, paper).map_err(reading())? == provenance.versions;
    for (name, hash) in &provenance.inputs {
        fresh &= hash_of(&root.join(name))?.as_ref() == Some(hash);
    }
    for (name, hash) in &provenance.outputs {
        match hash_of(&root.join(name))? {
            None => return Ok(FigureState::Missing),
            Some(present) => fresh &= present == *hash,
        }
    }
    Ok(if fresh { FigureState::Fresh } else { FigureState::Stale })
}
