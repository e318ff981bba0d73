//! What the table decides of the papers' sentences on the variants.

use std::collections::BTreeMap;

use bloomlab_occupancy::Sampling;
use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use super::Row;
use crate::enumerated::{Reset, positions_name};
use crate::verdicts::range;

/// A relative difference of rates that would be noticed.
const NOTICEABLE: f64 = 0.01;
/// Both papers' filters have more bits than this.
const LARGE: u64 = 1000;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let is_with_replacement = |row: &Row| row.positions == positions_name(Sampling::WithReplacement);
    let is_retaining = |row: &Row| row.retention == Reset::Retain.name();
    let positions = rows.iter().filter(|row| !is_retaining(row) && !is_with_replacement(row));
    let all = rows.iter().filter(|row| is_retaining(row) || !is_with_replacement(row));
    Ok(vec![
        nearly_the_same("R11", "cannot be told apart", &positions.collect::<Vec<_>>())?,
        nearly_the_same("R12", "nearly the same", &all.collect::<Vec<_>>())?,
    ])
}

fn nearly_the_same(id: &'static str, words: &str, rows: &[&Row]) -> Result<Decision, AnyError> {
    let difference = |row: &&Row| row.relative_difference.abs();
    let is_noticeable = |row: &Row| difference(&row) > NOTICEABLE;
    let (from, to) = range(rows.iter().map(|row| row.fill));
    // the size from which on all differences are below the limit, by k; found at the smallest and the largest σ/M alone
    let is_edge = |row: &Row| [from, to].contains(&row.fill);
    let needed = |k: u64| {
        let noticeable = rows.iter().filter(|row| row.hashes == k && is_edge(row) && is_noticeable(row));
        (k, 2 * noticeable.map(|row| row.bits).max().unwrap_or(0))
    };
    let needed: BTreeMap<u64, u64> = rows.iter().map(|row| needed(row.hashes)).collect();
    let last = rows.iter().map(|row| row.bits).max().unwrap_or(0);
    // and tested at those between
    let is_large = |row: &Row| needed.get(&row.hashes).is_some_and(|bits| row.bits >= *bits);
    let mut between = rows.iter().filter(|row| !is_edge(row) && is_large(row)).peekable();
    let is_confirmed = between.peek().is_some() && between.all(|row| !is_noticeable(row));
    let sizes = needed.iter().map(|(k, bits)| format!("{bits} bits for k = {k}")).join(", ");
    let large = || rows.iter().copied().filter(|row| row.bits > LARGE);
    let most = large().max_by(|a, b| difference(a).total_cmp(&difference(b))).ok_or("no large filter")?;
    Ok(Decision::new(id)
        .measured(difference(&most))
        .threshold(format!("{words}: within {:.0} %", 100.0 * NOTICEABLE))
        .tested_on(large())?
        .decide_if(
            !large().any(is_noticeable),
            needed.values().all(|bits| *bits <= last) && is_confirmed,
            format!("σ is {from} to {to} of M and the filter has at least {sizes}"),
            format!("no size is large enough for σ from {from} to {to} of M"),
        )
        .remark(format!("the difference is largest at M = {}, k = {}, σ = {}", most.bits, most.hashes, most.sigma)))
}
