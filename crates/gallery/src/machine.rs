//! `figures/claims.json`: what the page says of every claim, for programs.

use bloomlab_workbench::{PaperClaims, Place, Verdict};
use serde::Serialize;

use crate::PAGE;
use crate::page::claim_anchor;

/// Where the list lies in the workspace.
pub const CLAIMS: &str = "figures/claims.json";

/// A claim and where it stands; paths begin at the root of the workspace.
#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    paper: &'a str,
    place: &'a Place,
    sentence: &'a str,
    verdict: Verdict,
    condition: Option<&'a str>,
    /// The figure that decides it, and the table it is drawn from.
    figure: Option<String>,
    table: Option<String>,
    address: String,
}

/// The list, in the order of papers and claims.
pub(crate) fn claims_json(papers: &[PaperClaims]) -> Result<String, serde_json::Error> {
    let mut entries = Vec::new();
    for one in papers {
        for claim in &one.claims {
            let figure = (!claim.figure.is_empty()).then(|| format!("{}/{}", one.paper, claim.figure));
            entries.push(Entry {
                id: &claim.id,
                paper: &one.paper,
                place: &claim.place,
                sentence: &claim.statement,
                verdict: claim.verdict,
                condition: claim.condition.as_deref(),
                table: figure.as_ref().map(|figure| format!("data/{figure}.csv")),
                figure,
                address: format!("{PAGE}#{}", claim_anchor(&one.paper, claim)),
            });
        }
    }
    Ok(serde_json::to_string_pretty(&entries)? + "\n")
}
