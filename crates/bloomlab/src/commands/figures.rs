//! `bloomlab figures`.

use std::path::PathBuf;

use report::{FigureState, ListedFigure, list_figures};
use serde_json::json;

use crate::answer::{Answer, Cell, Row};
use crate::error::Error;

/// The figures of the workspace: what each shows, its state, and the command that makes it
///
/// fresh: its files are what its settings and the present code made. stale: settings, code or files have changed
/// since. missing: never made, or a file is gone.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab figures christensen-fpr/fig2-relative-error")]
pub struct Options {
    /// Only this paper, or only this figure
    #[arg(value_name = "PAPER[/FIGURE]")]
    which: Option<String>,

    /// The workspace; by default the nearest folder above with `experiments` in it
    #[arg(short, long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl Options {
    /// The list.
    ///
    /// # Errors
    /// No workspace here, or no figure of that name.
    pub fn run(&self) -> Result<Answer, Error> {
        let (paper, figure) = match self.which.as_deref().map(|which| which.split_once('/').unwrap_or((which, ""))) {
            Some((paper, figure)) => (Some(paper), Some(figure).filter(|figure| !figure.is_empty())),
            None => (None, None),
        };
        let listed = list_figures(self.root.as_deref(), paper, figure);
        let listed = listed.map_err(|error| Error::Failed(error.to_string()))?;
        if let (true, Some(which)) = (listed.is_empty(), &self.which) {
            return Err(Error::Domain(format!("no figure `{which}` in this workspace; bloomlab figures lists them")));
        }
        let inputs = vec![("which", json!(self.which))];
        Ok(Answer { command: "figures", inputs, beside: Vec::new(), rows: listed.into_iter().map(row).collect() })
    }
}

fn row(figure: ListedFigure) -> Row {
    let state = match figure.state {
        FigureState::Fresh => "fresh",
        FigureState::Stale => "stale",
        FigureState::Missing => "missing",
    };
    Row::new(vec![
        ("paper", Cell::Text(figure.paper)),
        ("figure", Cell::Text(figure.figure)),
        ("title", Cell::Text(figure.title)),
        ("state", Cell::Text(state.to_owned())),
        ("svg", Cell::Text(figure.svg)),
        ("table", Cell::Text(figure.table)),
        ("command", Cell::Text(figure.command)),
    ])
}
