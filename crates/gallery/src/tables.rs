//! The tables of claims in `paper-notes.md`, each between two comments and made from `data/<paper>/claims.csv`.

use bloomlab_workbench::{Claim, Verdict, Workspace};

use crate::GalleryError;
use crate::notes::FILE;
use crate::page::brief;

const BEGIN: &str = "<!-- claims of ";
const COMMENT_END: &str = " -->";
const END: &str = "<!-- end of claims -->";

/// The notes with every table of claims made anew; `None` when there are no notes.
///
/// # Errors
/// A table without its end, or of a paper that has no claims; files that cannot be read.
pub(crate) fn filled(workspace: &Workspace) -> Result<Option<String>, GalleryError> {
    if !workspace.path(FILE).exists() {
        return Ok(None);
    }
    let notes = workspace.read(FILE)?;
    let (mut text, mut rest) = (String::with_capacity(notes.len()), notes.as_str());
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let unfinished = || GalleryError::Unfinished(after.lines().next().unwrap_or_default().to_owned());
        let (paper, table) = after.split_once(COMMENT_END).ok_or_else(unfinished)?;
        let (_, after_table) = table.split_once(END).ok_or_else(unfinished)?;
        let found = workspace.claims(Some(paper))?;
        let claims = found.into_iter().next().ok_or_else(|| GalleryError::NoClaims(paper.to_owned()))?.claims;
        text += &format!("{before}{BEGIN}{paper}{COMMENT_END}\n{}{END}", table_of(&claims));
        rest = after_table;
    }
    Ok(Some(text + rest))
}

fn table_of(claims: &[Claim]) -> String {
    let counts = Verdict::ALL.map(|verdict| (claims.iter().filter(|c| c.verdict == verdict).count(), verdict.name()));
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{name} {count}"));
    let mut table = format!("{} claims: {}.\n\n", claims.len(), counts.collect::<Vec<_>>().join(", "));
    table += "| claim | verdict | measured | figure |\n|---|---|---|---|\n";
    for claim in claims {
        let verdict = match &claim.condition {
            Some(condition) => format!("{}: {condition}", claim.verdict.name()),
            None => claim.verdict.name().to_owned(),
        };
        let value = claim.value.map(|value| format!("{}: {}", claim.measured, brief(value)));
        let measured = value.into_iter().chain(claim.remark.clone()).collect::<Vec<_>>().join("; ");
        let figure = if claim.figure.is_empty() { "–".to_owned() } else { format!("`{}`", claim.figure) };
        let cells = [format!("{} {}", claim.id, claim.statement), verdict, measured, figure];
        table += &format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    table
}
