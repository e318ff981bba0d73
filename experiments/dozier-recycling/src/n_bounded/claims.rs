//! How tight f_a is at the rates of practice.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::verdicts::largest;

/// f_a is tight where it misses no more of the exact rate than this.
const TIGHT: f64 = 0.05;

/// The highest rate of practice.
const PRACTICE: f64 = 0.01;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let used = || rows.iter().filter(|row| row.along == "N" && row.exact <= PRACTICE);
    let at = used().find(|row| row.hashes == 5 && row.messages == 100).ok_or("no point with k = 5, N = 100")?;
    let widest = used().max_by(|a, b| a.f_a_shortfall.total_cmp(&b.f_a_shortfall)).ok_or("no rows")?;
    let (hashes, messages, most) = (widest.hashes, widest.messages, widest.f_a_shortfall);
    let any = largest(rows.iter().filter(|row| row.along != "between").map(|row| row.f_a_shortfall));
    let tight = Decision::new("R20")
        .measured(at.f_a_shortfall)
        .threshold(format!("tight: within {:.0} % of the exact rate; practice: rates up to {PRACTICE}", 100.0 * TIGHT))
        .tested_on(used())?
        .decide(
            most <= TIGHT && used().all(|row| row.f_a_shortfall >= 0.0),
            format!("it misses {:.1} % at k = {hashes}, N = {messages}", 100.0 * most),
        )
        .remark(format!(
            "up to a rate of {PRACTICE} at most {:.1} % are missed (at k = {hashes}, N = {messages}); at any rate up to \
             {:.0} %",
            100.0 * most,
            100.0 * any
        ));
    Ok(vec![tight])
}
