//! The command line of a paper's program.

use std::path::{Path, PathBuf};

use clap::Parser;

use crate::parts::Part;
use crate::{Result, ensure};

/// Computes the tables of a paper and, with other parameters, draws and decides the figure.
#[derive(Default, Parser)]
pub(crate) struct Options {
    /// Figures to make; all of them if none is named
    pub figures: Vec<String>,
    /// Compute again what is up to date
    #[arg(short, long)]
    pub force: bool,
    /// Compute again and fail on any difference from the committed files; write nothing
    #[arg(short, long, conflicts_with_all = ["force", "output", "parameters", "part", "join"])]
    pub verify: bool,
    /// Replace the seed and the parameters of one figure by those of this TOML file
    #[arg(long, value_name = "FILE", requires = "output")]
    pub parameters: Option<PathBuf>,
    /// Write below this folder, and nothing in the workspace
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// Compute part I of N of the rows, for another run with --join
    #[arg(long, value_name = "I/N", requires = "output", conflicts_with = "join")]
    pub part: Option<Part>,
    /// Make the table from all its parts below the folder --output
    #[arg(long, requires = "output")]
    pub join: bool,
    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(short, long, value_name = "FOLDER")]
    pub root: Option<PathBuf>,
}

impl Options {
    /// The workspace.
    pub(crate) fn root(&self) -> Result<PathBuf> {
        let here = self.root.clone().map_or_else(std::env::current_dir, Ok)?;
        let depth = if self.root.is_some() { 1 } else { usize::MAX };
        let found = here.ancestors().take(depth).find(|folder| folder.join("experiments").is_dir());
        let missing =
            || format!("no folder `experiments` in {}: run in the workspace, or name it with --root", here.display());
        Ok(found.ok_or_else(missing)?.to_owned())
    }

    /// The folder for all output, if it is not the workspace.
    pub(crate) fn elsewhere(&self, root: &Path) -> Result<Option<&Path>> {
        let output = self.output.as_deref();
        let is_root = output.is_some_and(|output| output.canonicalize().ok() == root.canonicalize().ok());
        ensure!(!is_root, "--output {}: needs a folder other than the workspace", root.display());
        ensure!(self.parameters.is_none() || self.figures.len() == 1, "--parameters is for one figure: name it");
        Ok(output)
    }
}
