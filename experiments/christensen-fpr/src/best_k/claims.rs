//! Whether the classic k is next to (m/n) ln 2, and whether it is the best.

use bloomlab_workbench::Decision;

use super::Row;
use crate::share::share;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    vec![nearness(rows), loss(rows)]
}

fn nearness(rows: &[Row]) -> Decision {
    let classic = share(rows, |row| is_near(row, row.classic_best));
    let limit = share(rows, |row| is_near(row, row.limit_best));
    let exact = share(rows, |row| is_near(row, row.exact_best));
    Decision::new("C04")
        .measured(classic)
        .decide_if(
            classic == 1.0 && limit == 1.0,
            limit == 1.0,
            "the limit (1 − e^(−kn/m))^k is minimised, not eq. 1",
            String::new(),
        )
        .remark(format!(
            "and so is that of its limit ({limit:.3}); the k of the lowest exact rate is in a share of {exact:.3} only"
        ))
}

/// Whether k is one of the two integers next to (m/n) ln 2.
fn is_near(row: &Row, hashes: u64) -> bool {
    let below = row.real_best() as u64;
    [below, below + 1].contains(&hashes)
}

fn loss(rows: &[Row]) -> Decision {
    let differ = rows.iter().filter(|row| row.classic_best != row.exact_best).count();
    let largest = rows.iter().map(Row::loss).fold(0.0, f64::max);
    let costly = rows.iter().filter(|row| row.loss() > 1.01).map(|row| row.items).max().unwrap_or(0);
    Decision::new("C05").measured(largest).decide(largest > 1.0, String::new()).remark(format!(
        "another k in {differ} of {} filters; more than 1 % is lost only up to n = {costly}",
        rows.len()
    ))
}
