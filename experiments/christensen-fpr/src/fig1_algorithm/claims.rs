//! Whether the table algorithm is right, stays inside its tables, and can be afforded.

use bloomlab_workbench::{AnyError, Decision};

use super::failures::{HIGHEST, LOWEST, REPAIRED, TRANSCRIBED, WRONG, WRONG_AGAIN, WRONG_REPAIRED};
use super::{COST, ONE_CALL, ROW_RECURSION, Row};

/// The multiplications of half a minute: a rate that takes more does not count as computable.
const AFFORDABLE: u64 = 10_000_000_000;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (transcribed, all) = wrong(rows, WRONG);
    let (repaired, _) = wrong(rows, WRONG_REPAIRED);
    let (again, _) = wrong(rows, WRONG_AGAIN);
    Ok(vec![
        Decision::new("C10")
            .measured(transcribed as f64 / all as f64)
            .decide_if(
                transcribed == 0,
                repaired == 0,
                format!("line 7 reads table2[j−1] for table2[i−1]: {repaired} of {all} values are wrong then, {transcribed} before"), String::new()),
        Decision::new("C12")
            .measured(again as f64 / all as f64)
            .decide_if(
                again == 0 && repaired == 0,
                repaired == 0,
                format!(
                    "the call for K computes row K alone, in the order K = 1, 2, 3, … ({repaired} of {all} wrong, line 7 repaired); \
                     when it runs through rows 1 … K again, {again} are wrong"
                ), String::new()),
        indexing(rows),
        affordable(rows)?,
    ])
}

/// The wrong values and all values of one reading.
fn wrong(rows: &[Row], quantity: &str) -> (u64, u64) {
    let counted = rows.iter().filter(|row| row.quantity == quantity);
    counted.fold((0, 0), |(wrong, all), row| (wrong + row.count, all + row.of.unwrap_or(0)))
}

fn indexing(rows: &[Row]) -> Decision {
    let indices = |quantity: &'static str, reading: &'static str| {
        rows.iter().filter(move |row| row.quantity == quantity && row.series == reading)
    };
    let inside = |reading| {
        indices(LOWEST, reading).all(|row| row.count >= 1)
            && indices(HIGHEST, reading).all(|row| row.count <= row.balls)
    };
    let lowest = |reading| indices(LOWEST, reading).map(|row| row.count).min().unwrap_or(0);
    let below = indices(LOWEST, TRANSCRIBED).filter(|row| row.count == 0).count();
    Decision::new("C11").measured(lowest(TRANSCRIBED) as f64).decide_if(
        inside(TRANSCRIBED),
        inside(REPAIRED),
        format!(
            "line 7 is repaired (indices {} to N); as transcribed it reads table2[0] in {below} of {} cases",
            lowest(REPAIRED),
            indices(LOWEST, TRANSCRIBED).count()
        ),
        String::new(),
    )
}

fn affordable(rows: &[Row]) -> Result<Decision, AnyError> {
    let costs = |series: &'static str| rows.iter().filter(move |row| row.quantity == COST && row.series == series);
    let largest = costs(ROW_RECURSION).max_by_key(|row| row.bins).ok_or("no costs")?;
    let reach = |series| costs(series).filter(|row| row.count <= AFFORDABLE).map(|row| row.bins).max().unwrap_or(0);
    let (recursion, calls) = (reach(ROW_RECURSION), reach(ONE_CALL));
    let measured = format!("multiplications of the recursion at m = {}, kn = {}", largest.bins, largest.balls);
    Ok(Decision::new("C23").measured_as(measured, largest.count as f64).decide_if(
        recursion == largest.bins,
        recursion > 0,
        format!(
            "10^10 multiplications must do: up to m = {recursion} by the recursion or with tables kept, up to m = {calls} with a call \
             for every K (m/n and k as in the figure); the cost grows with kn · min(kn, m)"
        ), String::new()))
}
