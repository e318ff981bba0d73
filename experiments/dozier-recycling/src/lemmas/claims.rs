//! Which statements of the report's appendix stand.

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use super::Row;

/// Those that every case confirms.
const TRUE: [&str; 7] =
    ["Lemma 1, *h*", "Lemma 1, *f*", "Claim 1", "Lemma 3, Corollary 1", "Lemma 8", "Lemma 9", "(46) to (49)"];
/// Those on which the proof of Theorem 1 rests, and that have counterexamples.
const FALSE: [&str; 5] = ["Lemma 2", "Lemma 4", "Lemma 6", "Corollary 2", "Lemma 7"];

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![hold(rows, "R60", &FALSE)?, hold(rows, "R63", &TRUE)?])
}

/// The share of some statements that hold in every case.
fn hold(rows: &[Row], id: &'static str, statements: &[&str]) -> Result<Decision, AnyError> {
    let these: Vec<&Row> = rows.iter().filter(|row| statements.contains(&&*row.statement)).collect();
    let right = these.iter().filter(|row| row.failing == 0).count();
    let wrong = these.iter().filter(|row| row.failing > 0);
    let first = wrong.map(|row| {
        let case = row.counterexample.as_deref().unwrap_or_default();
        format!("{} ({}, {case})", row.statement, row.status)
    });
    let remark = format!("it fails at {}", first.collect_vec().join("; "));
    Ok(Decision::new(id)
        .measured(right as f64 / statements.len() as f64)
        .tested_on(&these)?
        .decide(right == statements.len(), remark))
}
