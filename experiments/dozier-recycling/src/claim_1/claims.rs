//! Whether E\[γ_i\] ever rises, and how small it becomes.

use bloomlab_workbench::{AnyError, Decision};

use super::{CURVE, GRID, Row};
use crate::verdicts::largest;

/// A small constant is at most this.
const SMALL: f64 = 2.0;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![unproved(rows)?, factor(rows)?])
}

/// R44.
fn unproved(rows: &[Row]) -> Result<Decision, AnyError> {
    let grid = rows.iter().filter(|row| row.part == GRID).map(|row| row.steps);
    let grid = grid.collect::<Option<Vec<_>>>().ok_or("a filter of the grid has no steps")?;
    let rising: u64 = grid.iter().map(|steps| steps.rising).sum();
    let all: u64 = grid.iter().map(|steps| steps.all).sum();
    let never_rises = rising == 0 && all > 0 && grid.iter().all(|steps| steps.smallest >= 0.0);
    let why = format!("{rising} of {all} steps rise; the documentation of the library sketches a proof");
    Ok(Decision::new("R44")
        .measured(rising as f64 / all as f64)
        .decide(never_rises, format!("{rising} of {all} steps rise"))
        .remark(why))
}

/// R45.
fn factor(rows: &[Row]) -> Result<Decision, AnyError> {
    let curves: Vec<&Row> = rows.iter().filter(|row| row.part == CURVE).collect();
    let worst = curves.iter().max_by(|a, b| (1.0 / a.limit).total_cmp(&(1.0 / b.limit))).ok_or("no curves")?;
    let limit = 1.0 / worst.limit;
    let same = |a: &&Row, b: &&Row| (a.bits, a.hashes, a.sigma) == (b.bits, b.hashes, b.sigma);
    let (any, usual): (Vec<f64>, Vec<f64>) = curves.chunk_by(same).map(factors).unzip();
    Ok(Decision::new("R45")
        .measured(limit)
        .threshold(format!("small: at most {SMALL}"))
        .tested_on(&curves)?
        .decide(
            limit <= SMALL && any.iter().all(|factor| *factor <= SMALL),
            format!("at M = {}, k = {}, σ = {} it is {limit:.1}", worst.bits, worst.hashes, worst.sigma),
        )
        .remark(format!(
            "for messages that at least every second cycle comes to, 1/γ_j is at most {:.2}; beyond it grows towards 1/ρ(σ)",
            largest(usual)
        )))
}

/// The largest 1/γ_j of a filter, at any j and where at least every second cycle comes.
fn factors(curve: &[&Row]) -> (f64, f64) {
    let (mut any, mut usual) = (1.0_f64, 1.0_f64);
    let mut reached = 1.0;
    for row in curve {
        reached *= row.continuation;
        let factor = 1.0 / row.continuation;
        any = any.max(factor);
        if reached >= 0.5 {
            usual = usual.max(factor);
        }
    }
    (any, usual)
}
