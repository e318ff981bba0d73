//! Figures and claims in the terminal.

use crate::workspace::Workspace;
use crate::{Error, Result, say};

/// Lists the figures of all papers, or of those whose name begins so, with the command that makes each.
pub fn figures(workspace: &Workspace, which: Option<&str>) -> Result<()> {
    let mut found = 0;
    for figure in workspace.all_figures()?.0.iter().filter(|figure| figure.id().starts_with(which.unwrap_or_default()))
    {
        found += 1;
        say(format_args!("{:<44} {}", figure.id(), figure.kind()))?;
    }
    if found == 0 { Err(Error::new(which.unwrap_or("figures"), "no figure has this name")) } else { Ok(()) }
}

/// Prints the claims of all papers, or of one, with their verdicts.
pub fn claims(workspace: &Workspace, paper: Option<&str>, verdict: Option<&str>) -> Result<()> {
    let papers = workspace.papers()?;
    let wanted: Vec<&String> = papers.iter().filter(|name| paper.is_none_or(|paper| paper == *name)).collect();
    if wanted.is_empty() {
        return Err(Error::new(paper.unwrap_or("claims"), format!("no such paper: {}", papers.join(", "))));
    }
    let mut found_one = false;
    for name in wanted {
        let file = workspace.path(&format!("data/{name}/claims.csv"));
        let refuse = |error| Error::new(file.display(), error);
        let mut table = csv::Reader::from_path(&file).map_err(refuse)?;
        for row in table.records() {
            let row = row.map_err(refuse)?;
            let [id, place, says, _, _, value, _, found, condition, _] =
                std::array::from_fn(|at| row.get(at).unwrap_or_default());
            if verdict.is_none_or(|verdict| verdict == found) {
                found_one = true;
                let condition = if condition.is_empty() { String::new() } else { format!(": {condition}") };
                say(format_args!("{id} {found}{condition}\n    {says} ({place}; measured {value})"))?;
            }
        }
    }
    let refused = || Error::new(verdict.unwrap_or("claims"), "no claim has this verdict");
    found_one.then_some(()).ok_or_else(refused)
}
