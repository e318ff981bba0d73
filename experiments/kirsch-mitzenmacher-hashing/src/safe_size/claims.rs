//! Whether A/(mp) tells from which size on a scheme costs less.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;

/// As the law says: within this share.
const NEAR: f64 = 0.05;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let checked = || rows.iter().filter(|row| row.excess.is_some());
    let far = |row: &Row| Some((row.law? / row.excess? - 1.0).abs());
    let most = checked().filter_map(far).fold(0.0, f64::max);
    Ok(vec![
        Decision::new("M09")
            .measured(most)
            .threshold(format!("tells: within {NEAR} of the exact excess at that size"))
            .tested_on(checked())?
            .decide(most < NEAR, "it is further off"),
    ])
}
