//! Whether the worked example comes out as it is printed.

use bloomlab_workbench::figure::*;

use super::PRINTED;
use crate::cell_strips::Row;

pub(crate) fn facts(_: &[Row]) -> Result<Facts> {
    Ok(Facts::new())
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let steps: Vec<Vec<&str>> = rows
        .chunk_by(|a, b| a.step == b.step)
        .map(|step| step.iter().map(|row| row.state.trim_start_matches('\'')).collect())
        .collect();
    let printed = PRINTED.iter().map(|strip| strip.split(' ').collect::<Vec<_>>());
    // the refused removal leaves everything as it was
    let expected: Vec<Vec<&str>> = printed.chain([PRINTED[2].split(' ').collect()]).collect();
    let differ = |(a, b): (&Vec<&str>, &Vec<&str>)| a.iter().zip(b).filter(|(a, b)| a != b).count();
    let wrong: usize = steps.iter().zip(&expected).map(differ).sum();
    let cells: usize = expected.iter().map(Vec::len).sum();
    Ok(vec![
        Decision::new("D14")
            .measured(wrong as f64)
            .decide(wrong == 0 && rows.len() == cells, format!("{wrong} of {cells} cells are not the printed ones"))
            .remark(format!("{cells} cells compared; the removal of the third item is refused and changes nothing")),
    ])
}
