//! Whether a hash is long enough.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::Row;

/// As good as none.
const ONE_PER_CENT: f64 = 0.01;
/// Hash functions of a rate of about 1 %.
const USUAL: u64 = 7;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![long_enough(rows, "M10", 64)?, long_enough(rows, "M11", 32)?])
}

fn long_enough(rows: &[Row], id: &'static str, hash_bits: u64) -> Result<Decision, AnyError> {
    let of = || rows.iter().filter(|row| row.hash_bits == hash_bits && row.hashes == USUAL);
    let most = of().map(|row| row.share).fold(0.0, f64::max);
    Ok(Decision::new(id)
        .measured(most)
        .threshold(format!("enough: less than {ONE_PER_CENT} of the rate is due to items with the hash of the query"))
        .tested_on(of())?
        .decide_within(Range::found("items", of().map(|row| (row.items as f64, row.share < ONE_PER_CENT))), "never so"))
}
