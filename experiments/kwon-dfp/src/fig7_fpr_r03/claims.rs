//! Whether D-FP keeps its lead after deletions.

use bloomlab_workbench::{AnyError, Decision};

use crate::comparison::{FACTOR, Gain, gains, load, pairs};
use crate::measured::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let Gain { two_bits, packed } = gains(rows)?;
    let packed_pairs = pairs(rows, "D-FP", "TBF (packed)");
    let lowest = packed_pairs.first().ok_or("D-FP or TBF is missing")?.ours;
    let share = lowest.deleted as f64 / lowest.items as f64;
    Ok(vec![
        Decision::new("D05")
            .measured(packed.0)
            .threshold(format!("less than half: by a factor above {FACTOR}, by the intervals as well"))
            .tested_on([lowest])?
            .decide(
                [two_bits, packed].iter().all(|(exact, least)| *exact > FACTOR && *least > FACTOR),
                format!("the factors are {:.2} and {:.2}", two_bits.0, packed.0),
            )
            .remark(format!(
                "n = {}, r = {share:.2} n; {:.1} with two bits a cell, {:.1} packed; by the intervals at least {:.1}",
                load(lowest),
                two_bits.0,
                packed.0,
                packed.1
            )),
    ])
}
