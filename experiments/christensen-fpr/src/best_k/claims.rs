//! Whether the classic k is next to (m/n) ln 2, and whether it is the best.

use bloomlab_workbench::figure::{Decision, Result, largest, share};

use super::Row;

/// The ratio of a rate to the lowest from which on the loss is noticeable.
const COSTLY: f64 = 1.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let worst = largest(rows, |row| row.loss())?;
    let title = Decision::title().measured_as("largest exact rate at the classic k over the lowest", worst.value);
    let otherwise = format!("the largest loss is {:.3}, for n = {}", worst.value, worst.row.items);
    Ok(vec![title.decide(worst.value > 1.0 && worst.row.items == 1, otherwise), nearness(rows)?, loss(rows)])
}

fn nearness(rows: &[Row]) -> Result<Decision> {
    let classic = share(rows, |row| is_near(row, row.classic_best))?.value();
    let limit = share(rows, |row| is_near(row, row.limit_best))?.value();
    let exact = share(rows, |row| is_near(row, row.exact_best))?.value();
    Ok(Decision::new("C04")
        .measured(classic)
        .decide_if(
            classic == 1.0 && limit == 1.0,
            limit == 1.0,
            format!("the limit (1 − e^(−kn/m))^k is minimised ({limit:.3}), not eq. 1"),
            format!("the share is {classic:.3}, and {limit:.3} for the limit (1 − e^(−kn/m))^k"),
        )
        .remark(format!(
            "and so is that of its limit ({limit:.3}); the k of the lowest exact rate is in a share of {exact:.3} only"
        )))
}

/// Whether k is one of the two integers next to (m/n) ln 2.
fn is_near(row: &Row, hashes: u64) -> bool {
    let below = row.real_best() as u64;
    [below, below + 1].contains(&hashes)
}

fn loss(rows: &[Row]) -> Decision {
    let differ = rows.iter().filter(|row| row.classic_best != row.exact_best).count();
    let largest = rows.iter().map(Row::loss).fold(0.0, f64::max);
    let costly = rows.iter().filter(|row| row.loss() > COSTLY).map(|row| row.items).max().unwrap_or(0);
    Decision::new("C05")
        .measured(largest)
        .threshold("wrong: its exact rate is above the lowest one")
        .decide(largest > 1.0, "no classic k has a higher rate than the best k")
        .remark(format!(
            "another k in {differ} of {} filters; more than {:.0} % is lost only up to n = {costly}",
            rows.len(),
            100.0 * (COSTLY - 1.0)
        ))
}
