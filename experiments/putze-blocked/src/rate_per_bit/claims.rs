//! What blocks do to the rate and to the best k, and whether simulated filters have the rate.

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::blocks::{CONTAINED, share_contained};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let mut pairs = Vec::new();
    for row in rows.iter().filter(|row| row.filter != "unblocked") {
        let same = rows.iter().find(|r| r.filter == "unblocked" && r.bits_per_item == row.bits_per_item);
        pairs.push((row, same.ok_or("no unblocked filter to compare with")?));
    }
    let name = |row: &Row| format!("{} at {} bits per item", row.filter, row.bits_per_item);
    let (lowest, lowest_ratio) = pairs
        .iter()
        .map(|(row, unblocked)| (row, row.rate / unblocked.rate))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .ok_or("no blocked filter")?;
    let more_hashes = |(row, unblocked): &&(&Row, &Row)| row.hashes > unblocked.hashes;
    let with_more = pairs.iter().filter(more_hashes).count();
    let example = pairs.iter().find(more_hashes).map(|(row, _)| name(row)).unwrap_or_default();
    let contained = share_contained(rows, |row| row.rate, |row| row.simulated);
    Ok(vec![
        Decision::new("B01").measured(lowest_ratio).decide(lowest_ratio > 1.0, format!("not for {}", name(lowest))),
        Decision::new("B02")
            .measured(1.0 - with_more as f64 / pairs.len() as f64)
            .decide(with_more == 0, format!("not for {example}")),
        Decision::new("B03")
            .measured(contained)
            .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
            .decide(contained >= CONTAINED, format!("{:.0} % of the intervals contain it", 100.0 * contained)),
    ])
}
