//! What claims count.

/// The share of the rows for which `holds` is true.
pub(crate) fn share<R>(rows: impl IntoIterator<Item = R>, holds: impl Fn(&R) -> bool) -> f64 {
    let (mut holding, mut all) = (0, 0);
    for row in rows {
        holding += u64::from(holds(&row));
        all += 1;
    }
    holding as f64 / all as f64
}
