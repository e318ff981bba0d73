//! Deletability against false-positive rate at equal memory.

use bloomlab_deletable::{Parameters, cuckoo, finite, in_f64, quotient};
use bloomlab_exact::Multiprecision;
use bloomlab_formulas::{Load, exact};
use bloomlab_numbers::{DeletableKind, Double, Number};
use bloomlab_tables::{Result, Run};
use itertools::{Itertools, iproduct};
use serde::{Deserialize, Serialize};

use crate::columns::filters_with_counters;

/// A plain filter of m bits has its best k below this at 64 bits an item, and the fewer bits the smaller it is.
const MOST_HASHES_OF_BLOOM: u64 = 64;
/// In bits, 38 digits: certified enclosures of such sums with up to 25 hash functions show that they lose less than ten.
const PRECISION: u32 = 128;

#[derive(Deserialize)]
pub struct Settings {
    bits: u64,
    items_64ths: Vec<u64>,
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
    let filters = filters_with_counters(&s.region_bits, s.fingerprint_bits);
    let loads = s.items_64ths.iter().map(|load| load * (s.bits / 64)).collect_vec();
    let of_cells = run.map(iproduct!(&loads, &filters), |(&items, &filter)| of_filter(s, filter, items))?;
    run.flat_rows(loads.into_iter().zip(of_cells.chunks(filters.len())), |(items, of_cells)| {
        let mut rows = of_cells.concat();
        rows.extend(fingerprints(s.bits, items)?);
        mark(&mut rows);
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

/// The deletability in doubles, or with more digits if a DlBF has so many hash functions that doubles do not hold its sum.
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

impl Row {
    /// True if it is better in one of the two and no worse in the other.
    fn beats(&self, other: &Row) -> bool {
        let better = self.deletability > other.deletability || self.rate < other.rate;
        self.deletability >= other.deletability && self.rate <= other.rate && better
    }
}

/// Marks the rows of one load that are on a front.
fn mark(rows: &mut [Row]) {
    for i in 0..rows.len() {
        let row = &rows[i];
        let on_front = !rows.iter().any(|other| other.beats(row));
        let on_own_front = !rows.iter().any(|other| other.filter == row.filter && other.beats(row));
        (rows[i].on_front, rows[i].on_own_front) = (on_front, on_own_front);
    }
}

/// The largest load that is filled without failure.
const LOAD: f64 = 0.95;
/// Slots of a bucket of a cuckoo filter.
const SLOTS: u64 = 4;
/// Bits of metadata of a slot of a quotient filter, in eighths: the rank-and-select form.
const METADATA_EIGHTHS: u64 = 17;

/// A cuckoo and a quotient filter of at most m bits that hold n items: a power of two of slots, and the longest fingerprints
/// that fit. None where not a bit is left for them.
fn fingerprints(bits: u64, items: u64) -> Result<Vec<Row>> {
    let slots = ((items as f64 / LOAD).ceil() as u64).next_power_of_two();
    let other = row(&Parameters::new(DeletableKind::Dfp, bits, items, 0, 1)?)?;
    let of = |filter: &str, hashes, rate| Row {
        filter: filter.to_owned(),
        hashes,
        cells: slots,
        deletability: 1.0,
        rate,
        ..other.clone()
    };
    let mut rows = Vec::new();
    let width = bits / slots;
    if width > 0 {
        rows.push(of("cuckoo", 2, cuckoo::rate(&Double, slots / SLOTS, (1 << width.min(32)) - 1, items)?));
    }
    let rest = (8 * bits / slots).saturating_sub(METADATA_EIGHTHS) / 8;
    if rest > 0 {
        rows.push(of("quotient", 1, quotient::rate(&Double, slots.trailing_zeros() + rest as u32, items)?));
    }
    Ok(rows)
}
