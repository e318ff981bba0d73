//! Which variant keeps its promise, what stages do to their own targets, and whether simulated filters have the rate.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::trials::{CONTAINED, share_contained};

/// Rate over promise, at most.
const KEPT: f64 = 1.0;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![published(rows)?, targets(rows)?, tightened(rows)?, whole(rows)?, half_full(rows)?, simulation(rows)])
}

fn of<'a>(rows: &'a [Row], first_target: &'static str) -> impl Iterator<Item = &'a Row> + Clone {
    rows.iter().filter(move |row| row.first_target == first_target)
}

fn highest<'a>(rows: impl Iterator<Item = &'a Row>, value: impl Fn(&Row) -> f64) -> f64 {
    rows.map(value).fold(0.0, f64::max)
}

fn published(rows: &[Row]) -> Result<Decision, AnyError> {
    let most = highest(of(rows, "published"), |row| row.promised / row.promise);
    Ok(Decision::new("G01")
        .measured(most)
        .tested_on(of(rows, "published"))?
        .decide(most <= KEPT, format!("it reaches {most:.3} times the promise")))
}

/// Stages miss their own targets a little: the whole filter may miss the promise.
fn targets(rows: &[Row]) -> Result<Decision, AnyError> {
    let published = || of(rows, "published");
    let most = highest(published(), |row| row.over_promise);
    let worst_stage =
        highest(rows.iter().filter(|row| row.stages == 1 && !row.half_full), |row| row.rate / row.promised);
    Ok(Decision::new("G02")
        .measured(most)
        .tested_on(published())?
        .decide(most <= KEPT, format!("it reaches {most:.4} times the promise"))
        .remark(format!(
            "a stage by itself reaches {worst_stage:.4} times its target: its bits presume a whole log2 1/p"
        )))
}

fn tightened(rows: &[Row]) -> Result<Decision, AnyError> {
    let tightened = || of(rows, "tightened");
    let most = highest(tightened(), |row| row.promised / row.promise);
    let half = highest(tightened().filter(|row| row.tightening <= 0.5), |row| row.promised / row.promise);
    let otherwise = format!("with r = ½ it reaches {half:.3} times the promise");
    Ok(Decision::new("G03").measured(most).tested_on(tightened())?.decide_if(
        most <= KEPT,
        half <= KEPT,
        "r ≤ ½, where r ≤ 1 − r",
        otherwise,
    ))
}

fn whole(rows: &[Row]) -> Result<Decision, AnyError> {
    let whole = || of(rows, "whole");
    let most = highest(whole(), |row| row.over_promise);
    let least = whole().filter(|row| row.stages > 1).map(|row| row.over_promise).fold(f64::INFINITY, f64::min);
    let fourteenth = highest(whole().filter(|row| row.tightening < 1.0), |row| row.over_promise);
    Ok(Decision::new("G04")
        .measured(most)
        .tested_on(whole())?
        .decide(most <= KEPT, format!("it is missed from the second stage on ({least:.2} times at least)"))
        .remark(format!("{fourteenth:.2} times at most with r < 1")))
}

fn half_full(rows: &[Row]) -> Result<Decision, AnyError> {
    let half_full = || rows.iter().filter(|row| row.half_full);
    let most = highest(half_full(), |row| row.rate / row.promised);
    Ok(Decision::new("G05")
        .measured(most)
        .tested_on(half_full())?
        .decide(most <= 1.0, format!("one reaches {most:.4} times that")))
}

fn simulation(rows: &[Row]) -> Decision {
    let contained = share_contained(rows.iter().map(|row| (row.simulated, row.rate)));
    Decision::new("G06")
        .measured(contained)
        .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
        .decide(contained >= CONTAINED, format!("{:.0} % of the intervals contain it", 100.0 * contained))
}
