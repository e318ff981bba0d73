//! Bits per item against the false-positive rate, every filter and the bounds.

use bloomlab::compare::for_items;
use bloomlab::{FilterKind, SizedFilter};
use bloomlab_formulas::bounds::static_limit;
use bloomlab_numbers::{Double, Value};
use bloomlab_tables::{Result, Run};
use itertools::Itertools;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub(crate) struct Parameters {
    items: u64,
    /// The targets are 10^−(i/`per_decade`), and those at which fingerprints get a bit more.
    per_decade: u64,
    /// i from the first to the last.
    first: u64,
    last: u64,
}

#[derive(Serialize)]
pub(crate) struct Row {
    items: u64,
    target: f64,
    filter: &'static str,
    bits_per_item: f64,
    /// The exact rate of the filter, at most the target.
    rate: f64,
    over_static_bound: f64,
    cache_lines: Option<f64>,
    deletable: bool,
    /// The share of the items that can be deleted, where it is not all or none.
    deletability: Option<f64>,
    parameters: String,
}

/// Filters whose bits are whole bits of a fingerprint times a number of cells or slots, so that their size is a staircase of the target.
const STEPPED: [FilterKind; 3] = [FilterKind::BinaryFuse4, FilterKind::Cuckoo, FilterKind::QuotientRankSelect];
/// A target just below the rate of a filter, which needs a bit more.
const JUST_BELOW: f64 = 1.0 - 1e-6;

/// The targets of the grid, and both sides of every step of [`STEPPED`] among them, from high to low.
pub(crate) fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let target = |i: u64| libm::pow(10.0, -(i as f64) / p.per_decade as f64);
    let grid: Vec<f64> = (p.first..=p.last).map(target).collect();
    let stepped = run.map(grid.clone(), |target| {
        let sized = for_items(p.items, target)?.into_iter().filter(|sized| STEPPED.contains(&sized.filter));
        Ok(sized.map(|sized| sized.rate).collect::<Vec<f64>>())
    })?;
    let sides = stepped.iter().flatten().flat_map(|rate| [*rate, rate * JUST_BELOW]);
    let sides = sides.filter(|rate| (target(p.last)..=target(p.first)).contains(rate));
    let targets = grid.iter().copied().chain(sides).sorted_by(|a, b| b.total_cmp(a)).dedup();
    run.flat_rows(targets, |target| at(p.items, target))
}

fn at(items: u64, target: f64) -> Result<Vec<Row>> {
    let least = static_limit(&Double, target);
    let row = |sized: SizedFilter| {
        let deletability = sized.parameters.iter().find_map(|(name, value)| match value {
            Value::Real(share) if *name == "deletability" => Some(*share),
            _ => None,
        });
        Row {
            items,
            target,
            filter: sized.filter.into(),
            bits_per_item: sized.bits_per_item,
            rate: sized.rate,
            over_static_bound: sized.bits_per_item / least,
            cache_lines: sized.cache_lines,
            deletable: sized.filter.deletes(),
            deletability,
            parameters: sized.parameters.iter().map(|(name, value)| format!("{name} = {value}")).join(", "),
        }
    };
    let all = for_items(items, target)?.into_iter();
    Ok(all.filter(|sized| sized.filter != FilterKind::BlockedDouble).map(row).collect())
}
