//! Whether the rule keeps its target, before and after it rounds, and whether folding by the mean over blocks does.

use bloomlab_workbench::{AnyError, Decision};

use super::{Row, at};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let highest = |value: fn(&Row) -> f64| rows.iter().map(value).fold(0.0, f64::max);
    let (percent, rare) = (at(rows, 0.01)?, at(rows, 1e-5)?);
    let (over, missing) = (highest(|row| row.over_target), highest(|row| row.share_missing));
    let folded = highest(|row| row.over_target_folded);
    Ok(vec![
        Decision::new("B11").measured(over).tested_on(rows)?.decide(
            over <= 1.0,
            format!("{:.3} times the target at 0.01, {:.2} times at 1e-5", percent.over_target, rare.over_target),
        ),
        Decision::new("B12").measured(missing).tested_on(rows)?.decide(
            missing <= 0.0,
            format!(
                "{:.1} % of all sizes miss at 0.01, {:.1} % at 1e-5",
                100.0 * percent.share_missing,
                100.0 * rare.share_missing
            ),
        ),
        Decision::new("B13").measured(folded).tested_on(rows)?.decide(folded <= 1.0, "somewhere it is not"),
    ])
}
