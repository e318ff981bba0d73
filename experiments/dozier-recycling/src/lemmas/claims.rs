//! How much of the report's appendix stands.

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use super::Row;
use super::check::APPENDIX;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let appendix: Vec<&Row> = rows.iter().filter(|row| row.part == APPENDIX).collect();
    let right = appendix.iter().filter(|row| row.failing == 0).count();
    let wrong = appendix.iter().filter(|row| row.failing > 0);
    let first = |row: &&&Row| {
        let case = row.counterexample.as_deref().unwrap_or_default();
        format!("{} ({}, {case})", row.statement, row.status)
    };
    Ok(vec![
        Decision::new("R60")
            .measured(right as f64 / appendix.len() as f64)
            .tested_on(&appendix)?
            .decide(right == appendix.len(), format!("it fails at {}", wrong.map(|row| first(&row)).join("; "))),
    ])
}
