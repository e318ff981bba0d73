//! Whether QBF's cells last, and whether the law of one cell is that of the filters.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::{DECAY, Row};

/// So many times as slowly.
const TIMES: f64 = 10.0;
/// Fewer than this share of the 18 intervals of 99 % contain the truth with a probability below 1e-3, if they are independent.
const COVERED: f64 = 0.85;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![slowly(rows)?, exact(rows)?])
}

fn slowly(rows: &[Row]) -> Result<Decision, AnyError> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.part == DECAY && row.filter == filter);
    let ratios: Vec<(f64, f64)> =
        of("TBF").zip(of("QBF")).filter_map(|(tbf, qbf)| Some((tbf.load, tbf.decay? / qbf.decay?))).collect();
    let least = ratios.iter().map(|(_, ratio)| *ratio).fold(f64::INFINITY, f64::min);
    let points = ratios.iter().map(|&(load, ratio)| (load, ratio >= TIMES));
    Ok(Decision::new("S05")
        .measured(least)
        .threshold(format!("ten times: {TIMES}"))
        .tested_on(of("QBF"))?
        .decide_within(Range::found("load", points), "at no load"))
}

fn exact(rows: &[Row]) -> Result<Decision, AnyError> {
    let one_hash = |row: &&Row| row.hashes == Some(1) && row.simulated.is_some() && !row.filter.starts_with("DlBF");
    let tested: Vec<&Row> = rows.iter().filter(one_hash).collect();
    let contains = |row: &&&Row| {
        row.simulated().zip(row.refused).is_some_and(|(found, model)| (found.lower..=found.upper).contains(&model))
    };
    let share = tested.iter().filter(contains).count() as f64 / tested.len() as f64;
    Ok(Decision::new("S06")
        .measured(share)
        .threshold(format!("agree: at least {COVERED} of the 99 % intervals contain the model"))
        .tested_on(&tested)?
        .decide(share >= COVERED, format!("only {share:.2} of the intervals contain the model")))
}
