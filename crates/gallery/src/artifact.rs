//! The generated part of `ARTIFACT.md`: for every paper the command, cost and table of each figure, and the expected verdict
//! of each claim.

use std::collections::BTreeMap;

use bloomlab_workbench::{Claim, Provenance, WorkbenchError, Workspace};
use serde::Deserialize;

use crate::GalleryError;
use crate::generated::{Generated, table_row};
use crate::page::brief;
use crate::tables::{figure, summary, value, verdict};

/// Where the description of the artifact lies in the workspace.
pub(crate) const ARTIFACT: &str = "ARTIFACT.md";
/// What each figure takes, as `data/reference/figure_costs.py` measured it.
pub(crate) const COSTS: &str = "data/reference/figure_costs.json";

const PAPERS: Generated = Generated { file: ARTIFACT, begin: "<!-- papers", end: "<!-- end of papers -->" };

/// Digits of a content hash that are shown.
const HASH_DIGITS: usize = 16;

/// What the figures take.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Costs {
    machine: String,
    date: String,
    rows: Vec<Cost>,
}

/// What one figure takes.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cost {
    /// Paper and figure, with a slash between them.
    figure: String,
    /// Processor time in seconds.
    seconds: f64,
    /// The largest resident memory in MiB.
    mebibytes: f64,
}

/// The description with its generated part made again; `None` when there is none.
///
/// # Errors
/// A part without its end; costs of a figure that does not exist; files that are damaged or cannot be read.
pub(crate) fn filled(workspace: &Workspace) -> Result<Option<String>, GalleryError> {
    if !workspace.path(ARTIFACT).exists() {
        return Ok(None);
    }
    PAPERS.refill(&workspace.read(ARTIFACT)?, |_| papers(workspace)).map(Some)
}

fn papers(workspace: &Workspace) -> Result<String, GalleryError> {
    let measured = costs(workspace)?;
    let mut costs: BTreeMap<_, _> = measured.rows.iter().map(|cost| (cost.figure.clone(), cost)).collect();
    let (mut sections, mut figures) = (String::new(), 0);
    for paper in workspace.papers()? {
        let mut made = Vec::new();
        for figure in workspace.figures(&paper)? {
            let cost = costs.remove(&format!("{paper}/{figure}"));
            made.extend(workspace.provenance(&paper, &figure)?.map(|provenance| (provenance, cost)));
        }
        let claims = workspace.claims(Some(&paper))?.into_iter().flat_map(|found| found.claims).collect::<Vec<_>>();
        figures += made.len();
        sections += &section(&paper, &made, &claims);
    }
    if let Some(figure) = costs.into_keys().next() {
        return Err(GalleryError::NoSuchFigure { file: COSTS, figure });
    }
    let seconds: f64 = measured.rows.iter().map(|cost| cost.seconds).sum();
    let (machine, date, count) = (&measured.machine, &measured.date, measured.rows.len());
    let total = format!(
        "Measured: {count} of {figures} figures, together {seconds:.0} s of processor time ({machine}; {date}).\n"
    );
    Ok(total + &sections)
}

/// The measured costs; none when there is no such file.
fn costs(workspace: &Workspace) -> Result<Costs, WorkbenchError> {
    let path = workspace.path(COSTS);
    if !path.exists() {
        return Ok(Costs::default());
    }
    let damaged = |error: serde_json::Error| WorkbenchError::Settings { path, message: error.to_string() };
    serde_json::from_str(&workspace.read(COSTS)?).map_err(damaged)
}

fn section(paper: &str, figures: &[(Provenance, Option<&Cost>)], claims: &[Claim]) -> String {
    let mut text = format!(
        "\n### {paper}\n\n| figure: command | s | MiB | table | SHA-256 of the table |\n|---|---|---|---|---|\n"
    );
    for (provenance, cost) in figures {
        let table = format!("data/{paper}/{}.csv", provenance.figure);
        let hash = provenance.outputs.get(&table).map_or("", String::as_str);
        let measured = |value: fn(&Cost) -> String| cost.map_or_else(|| "–".to_owned(), value);
        text += &table_row([
            format!("`{} FORCE=1`", provenance.command),
            measured(|cost| brief((cost.seconds * 10.0).round() / 10.0)),
            measured(|cost| brief(cost.mebibytes.round())),
            format!("[{}]({table})", provenance.figure),
            format!("`{}…`", hash.get(..HASH_DIGITS).unwrap_or(hash)),
        ]);
    }
    if claims.is_empty() {
        return text;
    }
    text += &format!("\n{} `bloomlab claims {paper}` prints them.\n\n", summary(claims));
    text += "| claim | figure | expected |\n|---|---|---|\n";
    for claim in claims {
        let expected = [Some(verdict(claim)), value(claim)].into_iter().flatten().collect::<Vec<_>>().join("; ");
        text += &table_row([format!("{} {}", claim.id, claim.statement), figure(claim), expected]);
    }
    text
}
