//! `bloomlab gallery`.

use std::io::{self, Write};
use std::path::PathBuf;

use bloomlab_calculator::Calculator;
use bloomlab_gallery::Gallery;
use bloomlab_workbench::Workspace;
use serde_json::json;

use crate::answer::{Answer, Field, Row};
use crate::error::CommandError;

/// Writes the page of all figures and claims, figures/index.html, from the files that `make figures` wrote
///
/// Also writes figures/calculator.html, which computes the rate of any one filter, and data/SHA256SUMS. Leaves out figures that
/// have not been made yet, and lists them on stderr.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab gallery --verify")]
pub struct Options {
    /// Write nothing, and fail if the page differs from what the other files give
    #[arg(long)]
    verify: bool,

    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl Options {
    /// Writes or verifies the page.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let workspace = Workspace::find(self.root.as_deref())?;
        let gallery = if self.verify { Gallery::verify(&workspace) } else { Gallery::write(&workspace) }?;
        if self.verify { Calculator::verify(&workspace) } else { Calculator::write(&workspace) }?;
        for figure in &gallery.missing {
            // stderr may be closed
            let _ = writeln!(io::stderr(), "{}: without {figure}, which has not been made yet", gallery.page);
        }
        let row = Row::new(vec![
            ("page", Field::Text(gallery.page.to_owned())),
            ("papers", Field::Count(gallery.papers as u64)),
            ("figures", Field::Count(gallery.figures as u64)),
            ("claims", Field::Count(gallery.claims as u64)),
            ("bytes", Field::Count(gallery.bytes as u64)),
        ]);
        let inputs = vec![("verify", json!(self.verify))];
        Ok(Answer::new("gallery", inputs, vec![row]))
    }
}
