//! What a cell answers to a query.

use bloomlab_workbench::figure::*;

use crate::cell_strips::Row;

pub(crate) fn facts(_: &[Row]) -> Result<Facts> {
    Ok(Facts::new())
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let matches = |row: &Row| u64::from(row.matches_01) + u64::from(row.matches_10);
    let of = |states: [&str; 2]| -> Vec<u64> {
        rows.iter().filter(|row| states.contains(&row.state.trim_start_matches('\''))).map(matches).collect()
    };
    let (single, saturated, empty) = (of(["01", "10"]), of(["11", "11"]), of(["00", "00"]));
    let share = single.iter().sum::<u64>() as f64 / (2 * single.len()).max(1) as f64;
    let as_said = |cells: &[u64], expected| !cells.is_empty() && cells.iter().all(|&count| count == expected);
    Ok(vec![
        Decision::new("D13")
            .measured(share)
            .decide(
                as_said(&single, 1) && as_said(&saturated, 2) && as_said(&empty, 0),
                "a cell of one item, a saturated or an empty cell matches another number of fingerprints",
            )
            .remark(format!(
                "{} cells of one item, {} saturated; cell by cell: a query compares its one fingerprint in all its cells, so that two \
                 cells of the same item match together, which eq. 3 leaves out",
                single.len(),
                saturated.len()
            )),
    ])
}
