//! The lead of D-FP over TBF at the lowest load, with and without deletions.

use bloomlab_workbench::{AnyError, Decision};

use crate::comparison::{FACTOR, Gain, gains, load, pairs};
use crate::measured::Row;

/// Decides claim `id`: TBF's rate is above [`FACTOR`] times that of D-FP. `more` of the row stands behind its load.
pub(crate) fn lead(id: &'static str, rows: &[Row], more: impl Fn(&Row) -> String) -> Result<Decision, AnyError> {
    let Gain { two_bits, packed } = gains(rows)?;
    let packed_pairs = pairs(rows, "D-FP", "TBF (packed)");
    let lowest = packed_pairs.first().ok_or("D-FP or TBF is missing")?.ours;
    Ok(Decision::new(id)
        .measured(packed.0)
        .threshold(format!("less than half: by a factor above {FACTOR}, by the intervals as well"))
        .tested_on([lowest])?
        .decide(
            [two_bits, packed].iter().all(|(exact, least)| *exact > FACTOR && *least > FACTOR),
            format!("the factors are {:.2} and {:.2}", two_bits.0, packed.0),
        )
        .remark(format!(
            "n = {}{}; {:.1} with two bits a cell, {:.1} packed; by the intervals at least {:.1}",
            load(lowest),
            more(lowest),
            two_bits.0,
            packed.0,
            packed.1
        )))
}
