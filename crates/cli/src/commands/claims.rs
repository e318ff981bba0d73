//! `bloomlab claims`.

use std::path::PathBuf;

use bloomlab_workbench::{Claim, PaperClaims, Verdict, Workspace};
use serde_json::json;

use crate::answer::{Answer, Field, Row};
use crate::digits::Digits;
use crate::error::CommandError;
use crate::num::Num;

/// The claims of the papers and our own: what was measured, and the verdict of the figures' tables
///
/// The verdicts are: holds, holds as corrected (once a typo is corrected), holds only if (in a part of its scope), does not hold,
/// by definition (nothing could have failed), and not testable.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  bloomlab claims christensen-fpr --verdict holds")]
pub struct Options {
    /// Only this paper
    #[arg(value_name = "PAPER")]
    paper: Option<String>,

    /// Only claims of this verdict; the counts include all claims
    #[arg(long, value_name = "VERDICT", value_parser = verdict)]
    verdict: Option<Verdict>,

    #[command(flatten)]
    digits: Digits,

    /// The workspace; by default this folder or the nearest one above it that contains `experiments`
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// The name of a verdict, with spaces or hyphens.
fn verdict(name: &str) -> Result<Verdict, String> {
    let names = Verdict::ALL.map(|verdict| format!("\"{}\"", verdict.name())).join(", ");
    let found = Verdict::ALL.into_iter().find(|verdict| verdict.name() == name.replace('-', " "));
    found.ok_or_else(|| format!("a verdict is one of {names}"))
}

impl Options {
    /// The claims, and how many there are of each verdict.
    pub fn run(&self) -> Result<Answer, CommandError> {
        let claims = |workspace: Workspace| workspace.claims(self.paper.as_deref());
        let papers = Workspace::find(self.root.as_deref()).and_then(claims)?;
        if let (true, Some(paper)) = (papers.is_empty(), &self.paper) {
            return Err(CommandError::Unknown { what: "claims of", name: paper.clone(), listed_by: "claims" });
        }
        let is_wanted = |claim: &&Claim| self.verdict.is_none_or(|verdict| claim.verdict == verdict);
        let of_paper = |found: &PaperClaims| {
            let wanted = found.claims.iter().filter(is_wanted);
            wanted.map(|claim| self.row(&found.paper, claim)).collect::<Vec<_>>()
        };
        let inputs = vec![
            ("paper", json!(self.paper)),
            ("verdict", json!(self.verdict.map(Verdict::name))),
            ("digits", json!(self.digits.get())),
        ];
        let beside = vec![("summary", Field::Rows(summary(&papers)))];
        Ok(Answer {
            command: "claims",
            inputs: inputs.into(),
            beside,
            rows: papers.iter().flat_map(of_paper).collect(),
        })
    }

    fn row(&self, paper: &str, claim: &Claim) -> Row {
        let prose = |text: &Option<String>| Field::Prose(text.clone().unwrap_or_default());
        let value = claim.value.map_or(Field::Undefined, |value| Field::Brief(Num::double(value, self.digits.get())));
        Row::new(vec![
            ("paper", Field::Text(paper.to_owned())),
            ("id", Field::Text(claim.id.clone())),
            ("verdict", Field::Text(claim.verdict.name().to_owned())),
            ("value", value),
            ("measured", Field::Prose(claim.measured.clone())),
            ("statement", Field::Prose(claim.statement.clone())),
            ("condition", prose(&claim.condition)),
            ("remark", prose(&claim.remark)),
            ("scope", prose(&claim.scope)),
            ("threshold", prose(&claim.threshold)),
            ("place", Field::Text(claim.place.to_string())),
            ("figure", Field::Text(claim.figure.clone())),
        ])
    }
}

/// How many claims of each verdict every paper has, and then all of them.
fn summary(papers: &[PaperClaims]) -> Vec<Row> {
    let row = |name: &str, papers: &[PaperClaims]| {
        let count = |verdict| papers.iter().flat_map(|paper| &paper.claims).filter(|c| c.verdict == verdict).count();
        let counts = [
            ("holds", Verdict::Holds),
            ("holds_as_corrected", Verdict::HoldsAsCorrected),
            ("holds_only_if", Verdict::HoldsOnlyIf),
            ("does_not_hold", Verdict::DoesNotHold),
            ("by_definition", Verdict::ByDefinition),
            ("not_testable", Verdict::NotTestable),
        ];
        let counts = counts.map(|(field, verdict)| (field, Field::Count(count(verdict) as u64)));
        Row::new([("paper", Field::Text(name.to_owned()))].into_iter().chain(counts))
    };
    let each = papers.iter().map(|paper| row(&paper.paper, std::slice::from_ref(paper)));
    each.chain((papers.len() > 1).then(|| row("all", papers))).collect()
}
