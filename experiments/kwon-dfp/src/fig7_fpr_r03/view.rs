//! Whether D-FP keeps its lead after deletions.

use bloomlab_workbench::figure::*;

use crate::measured::{Row, simulated};
use crate::rates::{below_cells, lead, leads, pays_up_to, times};

/// The factors between D-FP and TBF, and up to which load deleting pays.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(leads(rows)?.number("pays", pays_up_to(rows, "D-FP")?, 2))
}

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let rows = simulated(all);
    let deleted = |row: &Row| format!(", r = {:.2} n", row.deleted as f64 / row.items as f64);
    Ok(vec![times(rows)?, lead("D05", rows, deleted)?, below_cells("D34", rows)])
}
