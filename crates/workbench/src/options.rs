//! The command line of an experiment.

use std::env;
use std::path::{Path, PathBuf};

use clap::Parser;

use crate::making::Work;
use crate::sharing;

#[derive(Parser)]
pub(crate) struct Options {
    /// Figures to make; all of them when none is named
    pub figures: Vec<String>,
    /// Compute again what is cached
    #[arg(short, long)]
    pub force: bool,
    /// Regenerate into a temporary place and fail on any difference from the committed files
    #[arg(short, long, conflicts_with_all = ["output", "parameters"])]
    pub verify: bool,
    /// Draw the tables on disk into this folder; compute nothing, and write nothing else
    #[arg(short, long, value_name = "FOLDER", conflicts_with_all = ["force", "verify", "output", "parameters"])]
    pub draw: Option<PathBuf>,
    /// Compute only shard I of N of one figure's simulation, into the store. `/N` takes I, and the flag alone takes I and N, from
    /// the task of a Slurm array or the index of a Kubernetes job
    #[arg(long, value_name = "I/N", num_args = 0..=1, default_missing_value = "", requires = "store",
          conflicts_with_all = ["merge", "force", "verify", "draw", "output"])]
    pub shard: Option<String>,
    /// Make one figure from the tallies that all its shards left in the store, and refuse if one is missing, damaged or foreign
    #[arg(long, requires = "store", conflicts_with_all = ["force", "verify", "draw"])]
    pub merge: bool,
    /// Where shards put the tallies of one figure, and a merge finds them
    #[arg(long, value_name = "FOLDER")]
    pub store: Option<PathBuf>,
    /// Settings of one figure, in the form of its TOML file, that replace its own, as for a larger run
    #[arg(long, value_name = "FILE")]
    pub parameters: Option<PathBuf>,
    /// Write tables and pictures below this folder, and nothing in the workspace
    #[arg(short, long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(short, long)]
    pub root: Option<PathBuf>,
}

impl Options {
    /// What is to be done with the figures.
    ///
    /// # Errors
    /// Arguments that do not belong together, or a shard that neither they nor the environment names.
    pub(crate) fn work(&self) -> Result<Work<'_>, String> {
        if (self.store.is_some() || self.parameters.is_some()) && self.figures.len() != 1 {
            return Err("--store and --parameters are for one figure: name it".to_owned());
        }
        Ok(match (&self.store, &self.shard, &self.draw) {
            (Some(store), Some(text), _) => Work::Share(store, sharing::shard(text, |name| env::var(name).ok())?),
            (Some(store), None, _) if self.merge => Work::Merge(store),
            (Some(_), None, _) => return Err("--store: with --shard or --merge".to_owned()),
            (None, _, Some(folder)) => Work::Draw(folder),
            (None, ..) if self.verify => Work::Verify,
            (None, ..) if self.force => Work::Force,
            (None, ..) => Work::Make,
        })
    }

    /// The folder below which tables and pictures are written.
    pub(crate) fn output<'a>(&'a self, root: &'a Path) -> &'a Path {
        self.output.as_deref().unwrap_or(root)
    }
}
