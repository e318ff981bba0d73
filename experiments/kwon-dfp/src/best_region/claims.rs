//! Whether the region size should depend on the number of items.

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use super::Row;

/// The k in which the paper shows the DlBF.
const HASHES: u64 = 4;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let best: Vec<&Row> = rows.iter().filter(|row| row.is_best && row.hashes == HASHES).collect();
    let first = best.first().ok_or("no load")?;
    let last = best.last().ok_or("no load")?;
    let falls = best.iter().tuple_windows().all(|(light, heavy)| light.region_bits >= heavy.region_bits);
    let losses: Vec<(u64, f64)> = losses(rows);
    let least = losses.iter().map(|loss| loss.1).fold(f64::INFINITY, f64::min);
    let words = losses.iter().map(|(region_bits, loss)| format!("{loss:.3} with {region_bits}")).join(", ");
    Ok(vec![
        Decision::new("D31")
            .measured(least)
            .tested_on(best.iter())?
            .threshold("should: the best region falls with n, and every fixed one loses somewhere")
            .decide(falls && first.region_bits > last.region_bits && least > 0.0, "one size is best at every load")
            .remark(format!(
                "k = {HASHES}: b* falls from {} at n = m/{:.0} to {} at n = m/{:.0}; a fixed size gives up as much as {words} of the deletability",
                first.region_bits, 1.0 / first.items_per_bit, last.region_bits, 1.0 / last.items_per_bit
            )),
    ])
}

/// For each fixed region the most that it loses against the best one, k = 4.
pub(super) fn losses(rows: &[Row]) -> Vec<(u64, f64)> {
    let of_k = || rows.iter().filter(|row| row.hashes == HASHES);
    let loss = |row: &Row| {
        let best = of_k().find(|best| best.is_best && best.items == row.items)?;
        Some((row.region_bits, best.deletability - row.deletability))
    };
    let losses = of_k()
        .filter(|row| !row.is_best)
        .filter_map(loss)
        .into_grouping_map()
        .fold(0.0, |most, _, loss| loss.max(most));
    losses.into_iter().sorted_by_key(|loss| loss.0).collect()
}
