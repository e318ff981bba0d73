//! Deletability against false-positive rate at equal memory.

mod fingerprints;
mod fronts;

use bloomlab_deletable::{Parameters, finite, in_f64};
use bloomlab_exact::Multiprecision;
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::{DeletableKind, Double, Number};
use bloomlab_tables::{Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::filters;

/// A plain filter of m bits has its best k below this at 64 bits an item, and the fewer bits the smaller it is.
const MOST_HASHES_OF_BLOOM: u64 = 64;
/// In bits, 38 digits: certified enclosures of such sums with up to 25 hash functions show that they lose less than ten.
const PRECISION: u32 = 128;

#[derive(Deserialize)]
pub struct Settings {
    bits: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    /// No k is above this.
    most_hashes: u64,
    region_bits: Vec<u64>,
    fingerprint_bits: u32,
}

#[derive(Clone, Serialize)]
pub struct Row {
    bits: u64,
    items: u64,
    items_per_bit: f64,
    filter: String,
    /// k; of a cuckoo or quotient filter the places that a lookup reads.
    hashes: u64,
    /// Of a cuckoo or quotient filter its slots.
    cells: u64,
    deletability: f64,
    rate: f64,
    /// No filter with any k is at least as deletable at no higher a rate.
    on_front: bool,
    /// The same among the k of this filter.
    on_own_front: bool,
    /// Of a plain Bloom filter in the same memory, with its best k.
    bloom_rate: f64,
}

pub fn compute(s: &Settings, run: &Run) -> Result<Vec<Row>> {
    let filters = filters::with_counters(&s.region_bits, s.fingerprint_bits);
    let loads = s.items_64ths.iter().map(|load| load * (s.bits / 64)).collect_vec();
    let of_cells = run.map(iproduct!(&loads, &filters), |(&items, &filter)| of_filter(s, filter, items))?;
    run.flat_rows(loads.into_iter().zip(of_cells.chunks(filters.len())), |(items, of_cells)| {
        let mut rows = of_cells.concat();
        rows.extend(fingerprints::rows(s.bits, items)?);
        fronts::mark(&mut rows);
        Ok(rows)
    })
}

/// A filter with every k, up to the first with which both deletability and rate are no better than with one less.
fn of_filter(s: &Settings, filter: DeletableKind, items: u64) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    for hashes in 1..=s.most_hashes {
        let next = row(&Parameters::new(filter, s.bits, items, 0, hashes)?)?;
        let is_worse = rows.last().is_some_and(|last| next.deletability <= last.deletability && next.rate >= last.rate);
        rows.push(next);
        if is_worse {
            break;
        }
    }
    Ok(rows)
}

fn row(p: &Parameters) -> Result<Row> {
    Ok(Row {
        bits: p.bits(),
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        filter: p.kind().to_string(),
        hashes: p.hashes(),
        cells: p.cells(),
        deletability: deletability(p)?,
        rate: in_f64::rate(p)?,
        on_front: false,
        on_own_front: false,
        bloom_rate: bloom_rate(p.bits(), p.items())?,
    })
}

/// In doubles, or with more digits if a DlBF has so many hash functions that doubles do not hold its sum.
fn deletability(p: &Parameters) -> Result<f64> {
    match in_f64::deletability(p) {
        Ok(deletability) => Ok(deletability),
        Err(_) => Ok(finite::deletability(&Multiprecision::new(PRECISION), p).to_f64()),
    }
}

fn bloom_rate(bits: u64, items: u64) -> Result<f64> {
    let rate = |hashes| Ok(exact::rate(&Double, Load::new(bits, items, hashes)?)?);
    (1..=MOST_HASHES_OF_BLOOM).try_fold(1.0, |least: f64, hashes| rate(hashes).map(|rate: f64| least.min(rate)))
}
