//! What a cell answers to a query.

use bloomlab_workbench::figure::*;

use crate::cell_strips::Row;

pub(crate) fn facts(_: &[Row]) -> Result<Facts> {
    Ok(Facts::new())
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let matches = |row: &Row| u64::from(row.matches_01) + u64::from(row.matches_10);
    let of = |state| -> Vec<u64> {
        rows.iter().filter(|row| row.state.trim_start_matches('\'') == state).map(matches).collect()
    };
    let (single, saturated) = ([of("01"), of("10")].concat(), of("11"));
    let share = single.iter().sum::<u64>() as f64 / (2 * single.len()).max(1) as f64;
    // each of the four states is there
    let as_said = [("00", 0), ("01", 1), ("10", 1), ("11", 2)].into_iter().all(|(state, expected)| {
        let cells = of(state);
        !cells.is_empty() && cells.iter().all(|&count| count == expected)
    });
    Ok(vec![
        Decision::new("D13")
            .measured(share)
            .decide(
                as_said,
                "a state is not among the cells, or a cell of it matches another number of fingerprints",
            )
            .remark(format!(
                "{} cells of one item, {} saturated; cell by cell: a query compares its one fingerprint in all its cells, so that two \
                 cells of the same item match together, which eq. 3 leaves out",
                single.len(),
                saturated.len()
            )),
    ])
}
