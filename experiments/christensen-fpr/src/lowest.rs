//! The best number of hash functions.

use bloomlab_formulas::Load;
use bloomlab_workbench::figure::*;

/// The filter with the lowest rate among those with these numbers of hash functions, and that rate. Of several with the
/// same rate it is the first.
pub(crate) fn lowest(
    bits: u64,
    items: u64,
    hashes: impl IntoIterator<Item = u64>,
    rate: impl Fn(Load) -> Result<f64, AnyError>,
) -> Result<(Load, f64), AnyError> {
    let mut best: Option<(Load, f64)> = None;
    for hashes in hashes {
        let load = Load::new(bits, items, hashes)?;
        let rate = rate(load)?;
        if best.is_none_or(|(_, lowest)| rate < lowest) {
            best = Some((load, rate));
        }
    }
    best.ok_or_else(|| "no number of hash functions to choose from".into())
}
