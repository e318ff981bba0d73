//! Up to which load deleting pays.

use bloomlab_workbench::figure::*;

use crate::measured::Row;
use crate::rates::{leads, pays, pays_up_to};

/// The factors between D-FP and TBF, and up to which load deleting pays.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let facts = leads(rows)?.number("pays", pays_up_to(rows, "D-FP")?, 2);
    let longest = largest(rows.iter().filter(|row| pays(row)), |row| row.items_per_bit)?;
    Ok(facts.number("pays_with_any", longest.value, 3))
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let up_to = pays_up_to(rows, "D-FP")?;
    let of_d_fp = rows.iter().filter(|row| row.filter == "D-FP");
    let found = share(of_d_fp, |row| pays(row) == (row.items_per_bit <= up_to))?;
    Ok(vec![
        Decision::title()
            .measured_as("largest load at which D-FP’s rate is below that of a plain filter that keeps all", up_to)
            .in_share(found, 1.0, |row| format!("n/m = {:.3}", row.items_per_bit)),
    ])
}
