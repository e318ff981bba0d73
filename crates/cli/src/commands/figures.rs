//! `bloomlab figures`.

use std::path::PathBuf;

use bloomlab_calculator::CALCULATOR;
use bloomlab_gallery::{CLAIMS, OVERVIEW, OVERVIEW_TABLE, PAGE, SUMS};
use bloomlab_workbench::{FigureState, ListedFigure, Provenance, Workspace};
use serde_json::{Value, json};

use crate::answer::{Answer, Field, Row};
use crate::error::CommandError;

/// What `make audit` and `make engines` measured, which no figure makes, and its copies for Parquet readers.
const MEASURED: [&str; 6] = [
    "data/library-audit/measured.csv",
    "data/library-audit/measured.parquet",
    "data/engines/measured.csv",
    "data/engines/measured.parquet",
    "data/engines/git-history.csv",
    "data/engines/git-history.parquet",
];

/// The figures of the workspace: what each shows, its state, and the command that makes it
///
/// A figure is fresh when its settings and the present code made its files, stale when settings, code or files have changed
/// since, and missing when it was never made or a file is gone. For a single figure, prints also what it was made from: texts,
/// seed, parameters, hashes (SHA-256) of what was read and written, a hash of the code, and the versions of the libraries.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab figures christensen-fpr/fig2-relative-error")]
pub struct Options {
    /// Only this paper, or only this figure
    #[arg(value_name = "PAPER[/FIGURE]")]
    which: Option<String>,

    /// List the files in data and figures that belong to no figure, and fail if there are any
    #[arg(long, conflicts_with = "which")]
    orphans: bool,

    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl Options {
    /// The list.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let workspace = Workspace::find(self.root.as_deref())?;
        let answer = |inputs: Vec<_>, rows| Answer::new("figures", inputs, rows);
        if self.orphans {
            let pages = [PAGE, CLAIMS, CALCULATOR, OVERVIEW, OVERVIEW_TABLE, SUMS];
            let orphans = workspace.orphans(&[&pages[..], &MEASURED[..]].concat())?;
            if !orphans.is_empty() {
                return Err(CommandError::Orphans(orphans));
            }
            return Ok(answer(vec![("orphans", json!(true))], Vec::new()));
        }
        let (paper, figure) = match self.which.as_deref().map(|which| which.split_once('/').unwrap_or((which, ""))) {
            Some((paper, figure)) => (Some(paper), Some(figure).filter(|figure| !figure.is_empty())),
            None => (None, None),
        };
        let listed = workspace.list(paper, figure)?;
        if let (true, Some(which)) = (listed.is_empty(), &self.which) {
            return Err(CommandError::Unknown { what: "figure", name: which.clone(), listed_by: "figures" });
        }
        let mut rows = Vec::new();
        for one in listed {
            let made_from = if figure.is_some() { made_from(&workspace, &one)? } else { Vec::new() };
            rows.push(Row::new(fields(one).into_iter().chain(made_from)));
        }
        Ok(answer(vec![("which", json!(self.which))], rows))
    }
}

fn fields(figure: ListedFigure) -> Vec<(&'static str, Field)> {
    let state = match figure.state {
        FigureState::Fresh => "fresh",
        FigureState::Stale => "stale",
        FigureState::Missing => "missing",
    };
    vec![
        ("paper", Field::Text(figure.paper)),
        ("figure", Field::Text(figure.figure)),
        ("title", Field::Text(figure.title)),
        ("state", Field::Text(state.to_owned())),
        ("svg", Field::Text(figure.svg)),
        ("table", Field::Text(figure.table)),
        ("command", Field::Text(figure.command)),
    ]
}

/// What a figure was made from; nothing when it has never been made.
fn made_from(workspace: &Workspace, figure: &ListedFigure) -> Result<Vec<(&'static str, Field)>, CommandError> {
    let provenance = workspace.provenance(&figure.paper, &figure.figure)?;
    let fields = |made: Provenance| {
        vec![
            ("source", Field::Text(made.source.into())),
            ("caption", Field::Text(made.caption)),
            ("assumptions", Field::Structure(json!(made.assumptions))),
            ("seed", made.seed.map_or(Field::Structure(Value::Null), Field::Count)),
            ("parameters", Field::Structure(made.parameters)),
            ("inputs", Field::Structure(json!(made.inputs))),
            ("outputs", Field::Structure(json!(made.outputs))),
            ("code", Field::Text(made.code)),
            ("versions", Field::Structure(json!(made.versions))),
        ]
    };
    Ok(provenance.map(fields).unwrap_or_default())
}
