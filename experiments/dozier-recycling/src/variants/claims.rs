//! What the table decides of the papers' sentences on the variants.

use bloomlab_occupancy::Sampling;
use bloomlab_workbench::Decision;
use itertools::Itertools;

use super::Row;
use crate::enumerated::{Reset, positions_name};
use crate::verdicts::largest;

/// A relative difference of rates that would be noticed.
const NOTICEABLE: f64 = 0.01;

pub(super) fn decide(rows: &[Row]) -> Vec<Decision> {
    let is_with_replacement = |row: &Row| row.positions == positions_name(Sampling::WithReplacement);
    let is_retaining = |row: &Row| row.retention == Reset::Retain.name();
    let positions = rows.iter().filter(|row| !is_retaining(row) && !is_with_replacement(row));
    let all = rows.iter().filter(|row| is_retaining(row) || !is_with_replacement(row));
    vec![nearly_the_same("R11", &positions.collect::<Vec<_>>()), nearly_the_same("R12", &all.collect::<Vec<_>>())]
}

fn nearly_the_same(id: &'static str, rows: &[&Row]) -> Decision {
    let difference = |row: &&Row| row.relative_difference.abs();
    let most = largest(rows.iter().filter(|row| row.bits > 1000).map(difference));
    // by k, the size from which on all differences are below the limit
    let needed = |k: u64| {
        let noticeable = rows.iter().filter(|row| row.hashes == k && difference(row) > NOTICEABLE);
        (k, 2 * noticeable.map(|row| row.bits).max().unwrap_or(0))
    };
    let needed: Vec<(u64, u64)> = rows.iter().map(|row| row.hashes).dedup().map(needed).collect();
    let last = rows.iter().map(|row| row.bits).max().unwrap_or(0);
    let sizes = needed.iter().map(|(k, bits)| format!("{bits} bits for k = {k}")).join(", ");
    Decision::new(id).measured(most).decide_if(
        most <= NOTICEABLE,
        needed.iter().all(|(_, bits)| *bits <= last),
        format!("the filter has at least {sizes}"),
        String::new(),
    )
}
