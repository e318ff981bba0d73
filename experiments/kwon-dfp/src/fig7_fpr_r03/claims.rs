//! Whether D-FP keeps its lead after deletions.

use bloomlab_workbench::{AnyError, Decision};

use crate::lead::lead;
use crate::measured::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let deleted = |row: &Row| format!(", r = {:.2} n", row.deleted as f64 / row.items as f64);
    Ok(vec![lead("D05", rows, deleted)?])
}
