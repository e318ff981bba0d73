//! The experiments of a workspace and the state of their figures, from the files alone.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::Serialize;

use crate::code_hash::{code_hash, versions};
use crate::files::hash_of;
use crate::making::command;
use crate::names::Names;
use crate::settings::Settings;
use crate::{WorkbenchError, Workspace};

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

impl Workspace {
    /// Every figure, ordered by paper and name; only those of `paper`, and only `figure`, where given.
    ///
    /// # Errors
    /// A settings file that cannot be read.
    pub fn list(&self, paper: Option<&str>, figure: Option<&str>) -> Result<Vec<ListedFigure>, WorkbenchError> {
        let mut listed = Vec::new();
        for name in self.papers()?.into_iter().filter(|name| paper.is_none_or(|paper| paper == name)) {
            let sources = Sources::read(self, &name)?;
            for one in self.figures(&name)?.into_iter().filter(|one| figure.is_none_or(|figure| figure == one)) {
                let names = Names::new(&name, &one);
                let settings = Settings::read(&self.path(&names.toml))?;
                listed.push(ListedFigure {
                    title: settings.title,
                    state: sources.state(self, &name, &one)?,
                    svg: names.svg,
                    table: names.csv,
                    command: command(&name, &one),
                    paper: name.clone(),
                    figure: one,
                });
            }
        }
        Ok(listed)
    }
}

/// What the figures of a paper would be computed by now.
struct Sources {
    code: String,
    versions: BTreeMap<String, String>,
}

impl Sources {
    fn read(workspace: &Workspace, paper: &str) -> Result<Self, WorkbenchError> {
        let root = workspace.root();
        let reading = || WorkbenchError::file("read the sources of", root);
        let code = code_hash(root, paper).map_err(reading())?;
        Ok(Self { code, versions: versions(root, paper).map_err(reading())? })
    }

    fn state(&self, workspace: &Workspace, paper: &str, figure: &str) -> Result<FigureState, WorkbenchError> {
        let provenance = match workspace.provenance(paper, figure) {
            Ok(Some(provenance)) => provenance,
            Ok(None) => return Ok(FigureState::Missing),
            Err(WorkbenchError::Provenance { .. }) => return Ok(FigureState::Stale),
            Err(error) => return Err(error),
        };
        let mut fresh = self.code == provenance.code && self.versions == provenance.versions;
        for (name, hash) in &provenance.inputs {
            fresh &= hash_of(&workspace.path(name))?.as_ref() == Some(hash);
        }
        for (name, hash) in &provenance.outputs {
            match hash_of(&workspace.path(name))? {
                None => return Ok(FigureState::Missing),
                Some(present) => fresh &= present == *hash,
            }
        }
        Ok(if fresh { FigureState::Fresh } else { FigureState::Stale })
    }
}
