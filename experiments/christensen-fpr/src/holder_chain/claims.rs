//! Whether every step of the two proofs holds.

use bloomlab_workbench::{AnyError, Decision};

use super::{CHAIN, Row, STEP};
use crate::share::share;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (chain, induction): (Vec<&Row>, Vec<&Row>) =
        rows.iter().filter(|row| row.part == STEP).partition(|row| row.step.starts_with("eq. 7"));
    let most = rows.iter().filter(|row| row.part == CHAIN).max_by(|a, b| a.value().total_cmp(&b.value()));
    let most = most.ok_or("no chain")?;
    let (bits, items, hashes) = (most.bits.unwrap_or(0), most.items.unwrap_or(0), most.hashes.unwrap_or(0));
    Ok(vec![
        Decision::new("C30")
            .measured(share(&chain, |row| row.is_right()))
            .tested_on(&chain)?
            .threshold("right: in every filter, the sides of an = in 100 digits")
            .decide(chain.iter().all(|row| row.is_right()), "not every one")
            .remark(format!(
                "the ≤ alone gives something away: at most {:.2} % of the mean, {:.1} % of the rate once both sides are raised to the power k, at m = {bits}, n = {items}, k = {hashes}",
                100.0 * most.value(), 100.0 * most.after_power.unwrap_or(0.0)
            )),
        Decision::new("C31")
            .measured(share(&induction, |row| row.is_right_as_transcribed()))
            .tested_on(&induction)?
            .decide_corrected(
                induction.iter().all(|row| row.is_right_as_transcribed()),
                induction.iter().all(|row| row.is_right()),
                corrections(&induction),
                "a step fails even so",
            ),
    ])
}

/// What must be meant, and what it mends.
fn corrections(induction: &[&Row]) -> String {
    let damaged = induction.iter().filter(|row| !row.is_right_as_transcribed());
    let counted = damaged.filter_map(|row| {
        let (cases, transcribed, _) = row.cases?;
        Some(format!("{} is right in {} of {cases} cases as transcribed", row.step, transcribed?))
    });
    let counted: Vec<String> = counted.collect();
    format!(
        "in eq. 12 (j/M)^(N−1) in both sums and C(M, K−1) in the last, in eq. 13 the summands C and D as eq. 14 and 16 have them ({})",
        counted.join(", ")
    )
}

impl Row {
    fn value(&self) -> f64 {
        self.value.unwrap_or(0.0)
    }

    fn is_right(&self) -> bool {
        self.cases.is_some_and(|(cases, _, meant)| meant == cases)
    }

    fn is_right_as_transcribed(&self) -> bool {
        self.cases.is_some_and(|(cases, transcribed, meant)| transcribed.unwrap_or(meant) == cases)
    }
}
