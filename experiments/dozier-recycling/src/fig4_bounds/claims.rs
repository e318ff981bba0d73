//! Whether average rates lie below the worst case.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::verdicts::{count, largest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let worst = |row: &Row| {
        let same = rows.iter().find(|other| other.series == "f_w" && other.messages == row.messages);
        same.map(|worst| worst.rate).ok_or_else(|| format!("no f_w at N = {}", row.messages))
    };
    let exact = rows.iter().filter(|row| row.series == "exact");
    let exact = exact.map(|row| Ok(row.rate / worst(row)?)).collect::<Result<Vec<f64>, AnyError>>()?;
    let simulated = rows.iter().filter_map(|row| Some((row, row.simulated()?)));
    let simulated =
        simulated.map(|(row, rate)| Ok(rate.upper / worst(row)?)).collect::<Result<Vec<f64>, AnyError>>()?;
    let is_below = |ratio: &f64| *ratio < 1.0;
    let below = count(&simulated, is_below);
    let average = Decision::new("R13")
        .measured(largest(exact.iter().copied()))
        .decide(
            exact.iter().all(is_below) && below == simulated.len() && !simulated.is_empty(),
            format!(
                "{} exact rates are not below it, nor {} simulated intervals",
                exact.len() - count(&exact, is_below),
                simulated.len() - below
            ),
        )
        .remark(format!("as are {below} of {} simulated 99 % intervals", simulated.len()));
    Ok(vec![average])
}
