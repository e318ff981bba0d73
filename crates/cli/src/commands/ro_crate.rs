//! `bloomlab crate`.

use std::path::PathBuf;

use bloomlab_gallery::RoCrate;
use bloomlab_workbench::Workspace;

use crate::answer::{Answer, Field, Row};
use crate::error::CommandError;

/// Writes the RO-Crate of the workspace, ro-crate-metadata.json: every table with its inputs, parameters, code and licence
///
/// An RO-Crate (research object crate) describes a folder of research data for machines, as linked data. This one is made from
/// the provenance beside the tables and from codemeta.json.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab crate")]
pub struct Options {
    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl Options {
    /// Writes the metadata.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let workspace = Workspace::find(self.root.as_deref())?;
        let written = RoCrate::write(&workspace)?;
        let row = Row::new(vec![
            ("metadata", Field::Text(written.metadata.to_owned())),
            ("figures", Field::Count(written.figures as u64)),
            ("files", Field::Count(written.files as u64)),
            ("entities", Field::Count(written.entities as u64)),
        ]);
        Ok(Answer::new("crate", Vec::new(), vec![row]))
    }
}
