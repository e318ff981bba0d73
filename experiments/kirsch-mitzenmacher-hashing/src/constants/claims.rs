//! Between which bounds A lies, and which scheme has the least.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::Row;
use crate::variant::{Bits, Name};

/// The bounds of A that are asked about, and the k for which.
const BOUNDS: (f64, f64) = (0.58, 1.9);
const HASHES: std::ops::RangeInclusive<u64> = 5..=13;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![bounds(rows)?, triple(rows)?])
}

fn of(rows: &[Row], scheme: Name) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.scheme == scheme)
}

fn bounds(rows: &[Row]) -> Result<Decision, AnyError> {
    let within = || of(rows, Name::Double).filter(|row| HASHES.contains(&row.hashes));
    let holds = within().all(|row| (BOUNDS.0..=BOUNDS.1).contains(&row.constant));
    let most = within().map(|row| row.constant).fold(f64::NEG_INFINITY, f64::max);
    Ok(Decision::new("M07").measured(most).tested_on(within())?.decide(holds, "it leaves them"))
}

/// Where triple hashing costs less than enhanced double hashing, m prime.
fn triple(rows: &[Row]) -> Result<Decision, AnyError> {
    let enhanced =
        |row: &Row| of(rows, Name::Enhanced).find(|other| other.kind == Bits::Prime && other.hashes == row.hashes);
    let pairs: Vec<(&Row, &Row)> = of(rows, Name::Triple).filter_map(|row| Some((row, enhanced(row)?))).collect();
    let most = pairs.iter().map(|(triple, enhanced)| triple.constant / enhanced.constant).fold(0.0, f64::max);
    let better = |(triple, enhanced): &(&Row, &Row)| (triple.hashes as f64, triple.constant < enhanced.constant);
    let costs_more: Vec<String> =
        pairs.iter().filter(|pair| !better(pair).1).map(|(triple, _)| triple.hashes.to_string()).collect();
    Ok(Decision::new("M08").measured(most).tested_on(pairs.iter().map(|(triple, _)| triple))?.decide_within(
        Range::of("k", pairs.iter().map(better)),
        format!("it costs more at k = {}", costs_more.join(", ")),
    ))
}
