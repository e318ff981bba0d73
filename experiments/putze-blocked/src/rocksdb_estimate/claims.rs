//! Where the estimate is near the rate, and where the library's k is near the best.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::Row;

/// An estimate gives a rate that it is so near to.
const NEAR: f64 = 0.05;
/// A k is nearly the best that costs no more than this share of the rate.
const NEARLY: f64 = 0.02;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let error = |row: &Row| 1.0 - 1.0 / row.exact_over_estimate;
    let near = Range::found("bits per key", rows.iter().map(|row| (row.bits_per_key, error(row).abs() <= NEAR)));
    let nearly = rows.iter().take_while(|row| row.loss <= NEARLY).last().map(|row| row.bits_per_key);
    let highest = rows.iter().map(|row| row.exact_over_estimate).fold(0.0, f64::max);
    let loss = rows.iter().map(|row| row.loss).fold(0.0, f64::max);
    Ok(vec![
        Decision::new("B15")
            .measured(highest)
            .threshold(format!("gives: within {:.0} %", 100.0 * NEAR))
            .tested_on(rows)?
            .decide_within(near, "nowhere"),
        Decision::new("B16")
            .measured(loss)
            .threshold(format!("nearly: within {:.0} % of its rate", 100.0 * NEARLY))
            .tested_on(rows)?
            .decide_if(
                loss <= NEARLY,
                nearly.is_some(),
                format!("up to {} bits per key", nearly.unwrap_or_default()),
                "nowhere",
            ),
    ])
}
