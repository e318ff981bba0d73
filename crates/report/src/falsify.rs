//! Verdicts that no change of the table moves.

use polars::prelude::{Column, DataFrame, DataType, IntoColumn};

use crate::answers::Answers;
use crate::claims::decide;
use crate::figure::Figure;
use crate::workspace::Workspace;
use crate::{Error, Result};

/// A change of a column.
#[derive(Clone, Copy)]
enum Change {
    Negated,
    Reversed,
    /// Each row takes the value of the next.
    Shifted,
    Scaled,
    Constant,
}

const CHANGES: [Change; 5] = [Change::Negated, Change::Reversed, Change::Shifted, Change::Scaled, Change::Constant];

/// The ids of the claims whose verdict stays, whatever the tables say.
pub fn fixed(workspace: &Workspace, figure: &Figure, answers: &Answers) -> Result<Vec<String>> {
    let claims = figure.page.claims.iter().zip(&answers.claims);
    let mut left: Vec<_> =
        claims.filter(|(claim, _)| claim.untestable.is_none() && claim.proved.is_none()).collect();
    if left.is_empty() {
        return Ok(Vec::new());
    }
    let frames = figure.frames(workspace)?;
    let mut moved_by = |frames: Vec<(String, DataFrame)>| {
        let Ok(tables) = figure.over(workspace, frames) else { return left.is_empty() };
        left.retain(|(claim, answered)| {
            decide(claim, &tables).is_ok_and(|decided| decided.verdict.name() == answered.verdict)
                || decide(claim, &tables).is_err()
        });
        left.is_empty()
    };
    // all columns at once, and then each by itself
    for change in CHANGES {
        let changed = frames.iter().map(|(name, frame)| Ok((name.clone(), all_changed(frame, change)?)));
        if moved_by(changed.collect::<Result<_>>()?) {
            return Ok(Vec::new());
        }
    }
    for (at, (_, frame)) in frames.iter().enumerate() {
        for column in 0..frame.width() {
            for change in CHANGES {
                let mut frames = frames.clone();
                frames[at].1 = changed(frame, column, change)?;
                if moved_by(frames) {
                    return Ok(Vec::new());
                }
            }
        }
    }
    Ok(left.into_iter().map(|(claim, _)| claim.id.clone()).collect())
}

fn all_changed(frame: &DataFrame, change: Change) -> Result<DataFrame> {
    (0..frame.width()).try_fold(frame.clone(), |frame, column| changed(&frame, column, change))
}

fn changed(frame: &DataFrame, at: usize, change: Change) -> Result<DataFrame> {
    let refuse = |error| Error::new("falsification", error);
    let column = &frame.columns()[at];
    let is_number = *column.dtype() == DataType::Float64;
    let times = |factor: f64| if is_number { column * factor } else { column.clone() };
    let other: Column = match change {
        Change::Negated if *column.dtype() == DataType::Boolean => {
            (!column.bool().map_err(refuse)?).into_column()
        }
        Change::Negated => times(-1.0),
        Change::Scaled => times(1e3),
        Change::Reversed => column.reverse(),
        Change::Shifted => column.shift(1),
        Change::Constant => column.new_from_index(column.len() / 2, column.len()),
    };
    let mut frame = frame.clone();
    frame.replace_column(at, other).map_err(refuse)?;
    Ok(frame)
}
