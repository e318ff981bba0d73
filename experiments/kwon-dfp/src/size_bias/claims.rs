//! Whether an item's positions prefer marked regions.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let above = rows.iter().filter(|row| row.excess.lower > 0.0).count();
    let largest = rows.iter().map(|row| row.excess.value).fold(0.0, f64::max);
    let models = rows.iter().filter(|row| row.model_of_positions > row.model_of_regions).count();
    Ok(vec![
        Decision::new("D09")
            .measured(above as f64 / rows.len() as f64)
            .decide(
                above == rows.len() && models == rows.len(),
                format!("of {} points, the excess is above 0 in {above}, and in {models} by the model", rows.len()),
            )
            .remark(format!("the excess is up to {largest:.3}; in the model 1 − e^(−λ) g^(b−1) against 1 − g^b")),
    ])
}
