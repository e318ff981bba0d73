//! The tables of claims in `paper-notes.md`, each between two comments and made from `data/<paper>/claims.csv`.

use bloomlab_workbench::{Claim, Verdict, Workspace};

use crate::GalleryError;
use crate::generated::{Generated, table_row};
use crate::notes::FILE;
use crate::page::brief;

const TABLES: Generated = Generated { file: FILE, begin: "<!-- claims of ", end: "<!-- end of claims -->" };

/// The notes with every table of claims made anew; `None` when there are no notes.
///
/// # Errors
/// A table without its end, or of a paper that has no claims; files that cannot be read.
pub(crate) fn filled(workspace: &Workspace) -> Result<Option<String>, GalleryError> {
    if !workspace.path(FILE).exists() {
        return Ok(None);
    }
    let table = |paper: &str| {
        let found = workspace.claims(Some(paper))?;
        let claims = found.into_iter().next().ok_or_else(|| GalleryError::NoClaims(paper.to_owned()))?.claims;
        Ok(table_of(&claims))
    };
    TABLES.refill(&workspace.read(FILE)?, table).map(Some)
}

fn table_of(claims: &[Claim]) -> String {
    let mut table = format!("{}\n\n", summary(claims));
    table += "| claim | verdict | measured | figure |\n|---|---|---|---|\n";
    for claim in claims {
        let measured = value(claim).into_iter().chain(claim.remark.clone()).collect::<Vec<_>>().join("; ");
        table += &table_row([format!("{} {}", claim.id, claim.statement), verdict(claim), measured, figure(claim)]);
    }
    table
}

/// How many claims there are, and of which verdicts.
pub(crate) fn summary(claims: &[Claim]) -> String {
    let counts = Verdict::ALL.map(|verdict| (claims.iter().filter(|c| c.verdict == verdict).count(), verdict.name()));
    let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, name)| format!("{name} {count}"));
    format!("{} claims: {}.", claims.len(), counts.collect::<Vec<_>>().join(", "))
}

/// The verdict, with its condition.
pub(crate) fn verdict(claim: &Claim) -> String {
    match &claim.condition {
        Some(condition) => format!("{}: {condition}", claim.verdict.name()),
        None => claim.verdict.name().to_owned(),
    }
}

/// What was measured, and its value.
pub(crate) fn value(claim: &Claim) -> Option<String> {
    claim.value.map(|value| format!("{}: {}", claim.measured, brief(value)))
}

/// The figure that decides a claim.
pub(crate) fn figure(claim: &Claim) -> String {
    if claim.figure.is_empty() { "–".to_owned() } else { format!("`{}`", claim.figure) }
}
