//! Whether average rates lie below the worst case, and the bounds below the exact rate, and how tight f_a is.

use super::view::{EARLY, over_n};
use super::{BETWEEN, OVER_M, OVER_N, Row};
use crate::prelude::*;

/// f_a is tight where it misses no more of the exact rate than this.
const TIGHT: f64 = 0.05;

/// The highest rate of practice.
const PRACTICE: f64 = 0.01;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![average(rows)?, tight(rows)?, title(rows)?, below_means(rows)?])
}

/// The order f_o ≤ f_a ≤ exact, at every N and every M.
fn title(rows: &[Row]) -> Result<Decision> {
    let last = over_n(rows).filter(|row| row.f_w.is_some()).last().ok_or("no worst case")?;
    let ordered = share(rows, |row| row.f_o_shortfall >= row.f_a_shortfall && row.f_a_shortfall > 0.0)?;
    Ok(Decision::title()
        .measured_as("share of the exact rate that f_o misses at the largest N", last.f_o_shortfall)
        .in_share(ordered, 1.0, |row| format!("M = {}, k = {}, N = {}", row.bits, row.hashes, row.messages)))
}

/// R13.
fn average(rows: &[Row]) -> Result<Decision> {
    let exact: Vec<(&Row, f64)> = rows.iter().filter_map(|row| Some((row, row.f_w?))).collect();
    let worst = |row: &Row| {
        let filter = |row: &Row| (row.bits, row.hashes, row.messages);
        exact.iter().find(|(other, _)| filter(other) == filter(row)).map(|(_, worst)| *worst)
    };
    let below = share(&exact, |(row, worst)| row.exact < *worst)?;
    let simulated = rows.iter().filter_map(|row| Some((row.simulated()?, worst(row)?)));
    let simulated = share(simulated, |(rate, worst)| rate.upper < *worst)?;
    Ok(Decision::new("R13")
        .measured(largest(&exact, |(row, worst)| row.exact / worst)?.value)
        .tested_on(exact.iter().map(|(row, _)| row))?
        .decide(
            below.having == below.of && simulated.having == simulated.of,
            format!(
                "{} exact rates are not below it, nor {} simulated intervals",
                below.of - below.having,
                simulated.of - simulated.having
            ),
        )
        .remark(format!("as are {} of {} simulated 99 % intervals", simulated.having, simulated.of)))
}

/// R20.
fn tight(rows: &[Row]) -> Result<Decision> {
    let bounds = || rows.iter().filter(|row| [OVER_N, OVER_M, BETWEEN].contains(&&*row.series));
    let used = || bounds().filter(|row| row.exact <= PRACTICE);
    let at = over_n(rows).find(|row| row.hashes == 5 && row.messages == EARLY).ok_or("no point with k = 5, N = 100")?;
    let widest = largest(used(), |row| row.f_a_shortfall)?.row;
    let (bits, hashes, messages, most) = (widest.bits, widest.hashes, widest.messages, widest.f_a_shortfall);
    let is_tight = |row: &Row| (0.0..=TIGHT).contains(&row.f_a_shortfall);
    let any = largest(bounds().filter(|row| row.series != BETWEEN), |row| row.f_a_shortfall)?.value;
    Ok(Decision::new("R20")
        .measured(at.f_a_shortfall)
        .threshold(format!("tight: within {:.0} % of the exact rate; practice: rates up to {PRACTICE}", 100.0 * TIGHT))
        .tested_on(used())?
        .decide_within(
            Range::found("M", used().map(|row| (row.bits as f64, is_tight(row)))),
            format!("it misses {:.1} % at M = {bits}, k = {hashes}, N = {messages}", 100.0 * most),
        )
        .remark(format!(
            "up to a rate of {PRACTICE} at most {:.1} % are missed (at M = {bits}, k = {hashes}, N = {messages}); at any rate \
             up to {:.0} %",
            100.0 * most,
            100.0 * any
        )))
}

/// R52.
fn below_means(rows: &[Row]) -> Result<Decision> {
    let simulated: Vec<(&Row, Interval)> = rows.iter().filter_map(|row| Some((row, row.simulated()?))).collect();
    let below = share(&simulated, |(row, rate)| row.f_o.max(row.f_a) < rate.value)?;
    let within = share(&simulated, |(row, rate)| row.f_o.max(row.f_a) <= rate.upper)?;
    let remark = format!(
        "one of the two is above the mean at {} of {} points, by noise, and above the 99 % interval at {}",
        below.of - below.having,
        below.of,
        within.of - within.having
    );
    Ok(Decision::new("R52")
        .tested_on(simulated.iter().map(|(row, _)| row))?
        .in_share(below, 1.0, |(row, _)| format!("N = {}, {}", row.messages, row.series))
        .remark(remark))
}
