//! Two points at which the papers' chain is not the one that runs.

use super::Row;
use crate::prelude::*;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new().percent("empty", largest(distinct(rows), |row| row.empty_probability)?.value, 3))
}

/// The filters of panel (a) into which a message fits: the largest, with two and more distinct positions, whose cycles end.
fn distinct(rows: &[Row]) -> impl Iterator<Item = &Row> {
    let bits = rows.iter().map(|row| row.bits).max();
    let is_of = move |row: &&Row| Some(row.bits) == bits && row.hashes > 1 && row.sigma >= row.hashes && row.ends;
    rows.iter().filter(is_of).filter(|row| row.has(Sampling::WithoutReplacement, Reset::Forget))
}

/// Whether each of them is found empty.
pub(super) fn title(rows: &[Row]) -> Result<Decision> {
    let least = smallest(distinct(rows), |row| row.empty_probability)?.value;
    Ok(Decision::title()
        .measured_as(
            "largest probability of the empty state",
            largest(distinct(rows), |row| row.empty_probability)?.value,
        )
        .tested_on(distinct(rows))?
        .decide(least > 0.0, "one is never found empty"))
}

pub(crate) fn draw(rows: &[Row]) -> Result<TypesetTable> {
    let bits = rows.iter().map(|row| row.bits).max().ok_or("no rows")?;
    let most = rows.iter().map(|row| row.hashes).max().unwrap_or(1);
    let value = |positions: Sampling, sigma: u64, hashes: u64, of: fn(&Row) -> Option<f64>| {
        let is_of = |row: &&Row| row.bits == bits && row.hashes == hashes && row.sigma == sigma && row.ends;
        let row = rows.iter().filter(is_of).find(|row| row.has(positions, Reset::Forget));
        row.and_then(of).map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"))
    };
    let empty: fn(&Row) -> Option<f64> = |row| Some(row.empty_probability);
    let printed: fn(&Row) -> Option<f64> = |row| row.messages.map(|(exact, _, printed)| printed / exact);
    let columns = (2..=most).map(|k| format!("*π*_0, *k* = {k}"));
    let columns = columns.chain((1..=most).map(|k| format!("printed / exact, *k* = {k}")));
    let row = |sigma: u64| {
        let empty = (2..=most).map(|k| value(Sampling::WithoutReplacement, sigma, k, empty));
        let printed = (1..=most).map(|k| value(Sampling::WithReplacement, sigma, k, printed));
        std::iter::once(sigma.to_string()).chain(empty).chain(printed).collect()
    };
    Ok(TypesetTable {
        columns: std::iter::once("*σ*".to_owned()).chain(columns).collect(),
        rows: (0..bits).map(row).collect(),
    })
}
