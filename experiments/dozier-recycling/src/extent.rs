//! The extent of some values.

use bloomlab_workbench::figure::*;

/// The smallest and the largest of some values.
///
/// # Errors
/// No values, or one that is no number.
pub(crate) fn extent(values: impl IntoIterator<Item = f64>) -> Result<(f64, f64)> {
    let values: Vec<f64> = values.into_iter().collect();
    Ok((smallest(&values, |value| **value)?.value, largest(&values, |value| **value)?.value))
}
