//! The size of a DlBF's regions that serves each load best.

use bloomlab_deletable::{Parameters, RegionGoal, best_region, in_f64, light_load_region};
use bloomlab_numbers::{DeletableKind, Double};
use bloomlab_tables::{Result, Run};
use itertools::iproduct;
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
pub struct Settings {
    bits: u64,
    hashes: Vec<u64>,
    items_1024ths: Vec<u64>,
    region_bits: Vec<u64>,
    deleted_percent: u64,
}

#[derive(Serialize)]
pub struct Row {
    bits: u64,
    hashes: u64,
    items: u64,
    items_per_bit: f64,
    /// b: the best, or a given one.
    region_bits: u64,
    is_best: bool,
    deletability: f64,
    /// √(2m/(kn)).
    light_load_region: f64,
    /// b of the lowest rate after `deleted_percent` of n were deleted.
    region_of_lowest_rate: u64,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let loads = s.items_1024ths.iter().map(|load| load * s.bits / 1024);
    run.flat_rows(iproduct!(s.hashes.iter().copied(), loads), |(hashes, items)| rows(s, hashes, items))
}

/// The best region at one load, and then the given ones.
fn rows(s: &Settings, hashes: u64, items: u64) -> Result<Vec<Row>> {
    let best = most_deletable(s.bits, items, hashes)?;
    let deleted = items * s.deleted_percent / 100;
    let (region_of_lowest_rate, _) = best_region(RegionGoal::Rate, s.bits, items, deleted, hashes)?;
    let sizes = [(best, true)].into_iter().chain(s.region_bits.iter().map(|&region_bits| (region_bits, false)));
    let row = |(region_bits, is_best)| {
        Ok(Row {
            bits: s.bits,
            hashes,
            items,
            items_per_bit: items as f64 / s.bits as f64,
            region_bits,
            is_best,
            deletability: deletability(s.bits, items, hashes, region_bits)?,
            light_load_region: light_load_region(&Double, s.bits, items, hashes),
            region_of_lowest_rate,
        })
    };
    sizes.map(row).collect()
}

/// Exact, nothing deleted.
fn deletability(bits: u64, items: u64, hashes: u64, region_bits: u64) -> Result<f64> {
    let p = Parameters::new(DeletableKind::Dlbf { region_bits }, bits, items, 0, hashes)?;
    Ok(in_f64::deletability(&p)?)
}

/// The region of the largest exact deletability among those up to twice the closed form's best ([`best_region`]), and two bits more; of
/// several equal ones the smallest. At light loads it is smaller than that: the closed form leaves out that two positions of an item may
/// fall into one region.
fn most_deletable(bits: u64, items: u64, hashes: u64) -> Result<u64> {
    let (near, _) = best_region(RegionGoal::Deletability, bits, items, 0, hashes)?;
    let mut best = (1, deletability(bits, items, hashes, 1)?);
    for region_bits in 2..=2 * near + 2 {
        let reached = deletability(bits, items, hashes, region_bits)?;
        if reached > best.1 {
            best = (region_bits, reached);
        }
    }
    Ok(best.0)
}
