//! What the tests of experiments ask of a paper. No program uses it.

mod damaged;
mod falsified;

use std::fs;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use self::damaged::settings_that_are_misread;
use self::falsified::falsified;
use crate::decision::TITLE;
use crate::rows::Table;
use crate::settings::Settings;
use crate::{AnyError, Decision, Paper, Verdict, WorkbenchError, claims};

/// The parameters in the TOML file of a figure. `package` is the experiment's folder, `env!("CARGO_MANIFEST_DIR")` in its tests.
///
/// # Errors
/// A file that cannot be read, or does not hold what the figure needs.
pub fn parameters<P: Serialize + DeserializeOwned>(package: &str, figure: &str) -> Result<P, WorkbenchError> {
    let path = Path::new(package).join(format!("{figure}.toml"));
    Settings::read(&path)?.parameters().map_err(|message| WorkbenchError::Settings { path, message })
}

/// The files in `data` that are not what their rows would write now, byte for byte: figures' tables that a change of a row's
/// type would change, and the claims.
///
/// # Errors
/// No workspace at `root`, or tables that are missing.
pub fn tables_that_would_change(paper: &Paper, root: &Path) -> Result<Vec<String>, AnyError> {
    let read = |path: &Path| fs::read(path).map_err(WorkbenchError::file("read", path));
    let mut changed = Vec::new();
    for figure in paper.figures() {
        let path = paper.table_path(root, figure);
        if figure.rewritten(&Table::read(&path)?)?.to_csv() != read(&path)? {
            changed.push(figure.name().to_owned());
        }
    }
    match paper.claims(root)? {
        Some(claims) if claims != read(&root.join(claims::path(paper.build.paper)))? => {
            changed.push("claims".to_owned())
        }
        _ => {}
    }
    Ok(changed)
}

/// The claims that stay as they are however their tables are falsified, column by column. Among them is a claim whose verdict
/// stays; and one that holds under a condition, or as corrected, when no falsified table refutes the condition or moves its
/// range. Such a claim is not decided by its table.
///
/// # Errors
/// No workspace at `root`, or tables that are missing.
pub fn claims_that_nothing_moves(paper: &Paper, root: &Path) -> Result<Vec<String>, AnyError> {
    let mut fixed = Vec::new();
    for figure in paper.figures() {
        let table = paper.table(root, figure)?;
        let decisions = figure.claims(&table)?;
        let is_tested = |decision: &&Decision| decision.verdict.is_some_and(Verdict::is_tested);
        let mut verdicts: Vec<&Decision> = decisions.iter().filter(is_tested).collect();
        let mut conditions: Vec<&Decision> = verdicts.iter().copied().filter(|d| d.condition.is_some()).collect();
        let mut falsified = falsified(&table);
        while let (false, Some(falsified)) = (verdicts.is_empty() && conditions.is_empty(), falsified.next()) {
            // a table that a claim cannot be measured from moves nothing
            let Ok(moved) = figure.claims(&falsified) else { continue };
            let now = |decision: &Decision| moved.iter().find(|other| other.id == decision.id);
            verdicts.retain(|decision| now(decision).is_none_or(|now| now.verdict == decision.verdict));
            conditions.retain(|decision| now(decision).is_none_or(|now| !moves_condition(decision, now)));
        }
        let id = |decision: &Decision| if decision.id == TITLE { figure.name() } else { decision.id };
        fixed.extend(verdicts.iter().map(|decision| id(decision).to_owned()));
        fixed.extend(conditions.iter().map(|decision| format!("{}, its condition", decision.id)));
    }
    Ok(fixed)
}

/// Whether a falsified table refutes a decision's condition, or finds another range. Another wording is not enough, as it may
/// lie in the numbers beside the condition.
fn moves_condition(before: &Decision, falsified: &Decision) -> bool {
    let holds = |decision: &Decision| decision.range.as_ref().and_then(|range| range.holds);
    falsified.verdict == Some(Verdict::DoesNotHold) || holds(falsified) != holds(before)
}
