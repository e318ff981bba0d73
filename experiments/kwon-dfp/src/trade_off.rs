//! Deletability against false-positive rate at equal memory.

mod fingerprints;
mod fronts;
mod view;

use crate::prelude::*;
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Settings {
    bits: u64,
    /// n in units of m/64.
    items_64ths: Vec<u64>,
    hashes: Vec<u64>,
    region_bits: Vec<u64>,
    fingerprint_bits: u32,
}

#[derive(Default, Serialize, Deserialize)]
pub(crate) struct Row {
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
    /// The same among the filters with this k.
    on_front_at_same_hashes: bool,
    /// As `on_front`, filters left out that can delete every item.
    on_front_without_counters: bool,
    /// Of a plain Bloom filter in the same memory, with as many hash functions.
    bloom_rate: f64,
}

pub(crate) fn compute(s: &Settings, context: &Context) -> Result<Vec<Row>> {
    let filters = filters::with_counters(&s.region_bits, s.fingerprint_bits);
    context.flat_rows(&s.items_64ths, |load| {
        let items = load * (s.bits / 64);
        let of_cells = iproduct!(&filters, &s.hashes);
        let of_cells = of_cells.map(|(&filter, &hashes)| row(&Parameters::new(filter, s.bits, items, 0, hashes)?));
        let mut rows = of_cells.collect::<Result<Vec<_>>>()?;
        rows.extend(fingerprints::rows(s.bits, items)?);
        fronts::mark(&mut rows);
        Ok(rows)
    })
}

fn row(p: &Parameters) -> Result<Row> {
    Ok(Row {
        bits: p.bits(),
        items: p.items(),
        items_per_bit: p.items() as f64 / p.bits() as f64,
        filter: p.kind().to_string(),
        hashes: p.hashes(),
        cells: p.cells(),
        deletability: double::deletability(p)?,
        rate: double::rate(p)?,
        bloom_rate: bloom_rate(p)?,
        ..Row::default()
    })
}
