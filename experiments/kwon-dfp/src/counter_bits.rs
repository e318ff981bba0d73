//! How many bits a counter needs: stuck counters, and the rate that they leave, at equal memory.

use bloomlab_deletable::counters::{Counters, rate_after_deletions, stuck};
use bloomlab_numbers::Double;
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

use crate::sweep::loads;

#[derive(Deserialize)]
pub struct Settings {
    bits: u64,
    hashes: u64,
    counter_bits: Vec<u64>,
    deleted_percent: u64,
    /// n in units of m/64, and r in percent of it, where the deleted items become ever more.
    deletions_64ths: u64,
    deletions_percent: Vec<u64>,
}

#[derive(Serialize)]
pub struct Row {
    /// `load`, or one load with ever more `deletions`.
    part: &'static str,
    bits: u64,
    hashes: u64,
    counter_bits: u64,
    cells: u64,
    items: u64,
    deleted: u64,
    items_per_bit: f64,
    /// The expected number of counters at 2^l − 1, after n + r insertions.
    stuck_counters: f64,
    /// After n + r insertions and r deletions.
    rate: f64,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let loads = loads(s.bits, s.hashes)?.into_iter().map(|items| ("load", items, s.deleted_percent));
    let load = s.deletions_64ths * (s.bits / 64);
    let deletions = s.deletions_percent.iter().map(|&percent| ("deletions", load, percent));
    let points = [loads.collect::<Vec<_>>(), deletions.collect()];
    let points = points.into_iter().flat_map(|points| iproduct!(s.counter_bits.iter().copied(), points));
    run.rows(points, |(counter_bits, (part, items, deleted_percent))| {
        let (cells, deleted) = (s.bits / counter_bits.max(1), items * deleted_percent / 100);
        let p = Counters::new(cells, counter_bits, items, deleted, s.hashes)?;
        Ok(Row {
            part,
            bits: s.bits,
            hashes: s.hashes,
            counter_bits,
            cells,
            items,
            deleted,
            items_per_bit: items as f64 / s.bits as f64,
            stuck_counters: cells as f64 * stuck(&Double, p),
            rate: rate_after_deletions(&Double, p),
        })
    })
}
