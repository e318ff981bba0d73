//! What the table decides of the papers' sentences on eq. 1.

use bloomlab_workbench::{AnyError, Decision};

use super::{BEST, GRID, Row};
use crate::verdicts::{count, largest, range};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let of = |part: &str| rows.iter().filter(|row| row.part == part).collect::<Vec<_>>();
    let (best, grid) = (of(BEST), of(GRID));
    if best.is_empty() || grid.is_empty() {
        return Err("a part of the table is missing".into());
    }
    Ok(vec![minimum(&best).tested_on(&best)?, bound(&grid).tested_on(&grid)?, stirling(&grid).tested_on(&grid)?])
}

fn minimum(best: &[&Row]) -> Decision {
    let farthest = largest(best.iter().map(|row| match row.predicted_hashes {
        // no filter has fewer than one hash function
        Some(predicted) => (row.hashes as f64 - predicted.max(1.0)).abs(),
        None => f64::INFINITY,
    }));
    let (smallest, largest) = range(best.iter().map(|row| row.bits as f64));
    let over = format!("over {} filters of {smallest} to {largest} bits", best.len());
    Decision::new("R21")
        .measured(farthest)
        .threshold("near: less than 1 from it")
        .decide(farthest < 1.0, format!("it is {farthest:.2} away in a filter"))
        .remark(over)
}

fn bound(grid: &[&Row]) -> Decision {
    let with = count(grid, |row| row.classic_bounds_with == Some(true));
    let without = count(grid, |row| row.classic_bounds_without == Some(true));
    Decision::new("R36")
        .measured(with as f64 / grid.len() as f64)
        .decide(with == grid.len(), format!("eq. 1 is above the rate in {} filters", grid.len() - with))
        .remark(format!("without replacement it is one in {without} of {} only", grid.len()))
}

fn stirling(grid: &[&Row]) -> Decision {
    let several: Vec<&Row> = grid.iter().copied().filter(|row| row.hashes > 1).collect();
    let distinct = count(&several, |row| row.stirling_is_without == Some(true));
    let independent = count(&several, |row| row.stirling_is_with == Some(true));
    Decision::new("R37")
        .measured(distinct as f64 / several.len() as f64)
        .decide(
            distinct == several.len(),
            format!(
                "it is their rate in {distinct} of {} filters with k ≥ 2, and that of independent positions in {independent}",
                several.len()
            ),
        )
}
