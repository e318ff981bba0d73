//! Bits per key and rate: filters of key-value stores as measured, next to independent positions, with and without cache lines.

use bloomlab_formulas::{
    Load, approximation,
    blocked::{self, BlockedLoad},
    rocksdb::{LINE_BITS, hashes as rocksdb_hashes},
};
use bloomlab_numbers::Double;
use bloomlab_tables::{Interval, Result, Run};
use serde::{Deserialize, Serialize};

use crate::measured;

#[derive(Deserialize)]
pub struct Parameters {
    trials: u64,
    /// n of the measured filters.
    items: u64,
    /// The bits per key of the curves.
    least: u64,
    most: u64,
}

#[derive(Serialize)]
pub struct Row {
    /// The store, or `independent` and `lines` for the curves.
    store: &'static str,
    bits_per_key: f64,
    #[serde(rename = "rate,lower,upper")]
    rate: Interval,
    /// The rate of independent positions at as many bits per key, in a large filter with its best number of them.
    independent: f64,
}

/// No best number of positions exceeds it at the bits per key of the figure.
const MOST_HASHES: u64 = 20;

/// Stores by the beginning of engine and case.
const STORES: [(&str, &str, &str); 6] = [
    ("RocksDB", "rocksdb", "new:"),
    ("RocksDB format 4", "rocksdb", "legacy:"),
    ("RocksDB Ribbon", "rocksdb", "ribbon:"),
    ("LevelDB", "leveldb", "bits="),
    ("lsm-tree", "lsm-tree", "bits="),
    ("SlateDB", "slatedb", "bits="),
];

pub fn compute(p: &Parameters, run: &Run) -> Result<Vec<Row>> {
    let measured = measured::rows(run, p.trials)?.into_iter().filter(|(row, _)| row.items == p.items);
    let mut rows = run.flat_rows(measured, |(measured, rate)| {
        let is_of =
            |(_, engine, case): &&(&str, &str, &str)| measured.subject == *engine && measured.case.starts_with(case);
        let (Some((store, ..)), Some(bits)) = (STORES.iter().find(is_of), measured.bits) else { return Ok(None) };
        let (bits_per_key, independent) = (bits as f64 / measured.items as f64, independent(bits, measured.items)?);
        Ok(Some(Row { store, bits_per_key, rate, independent }))
    })?;
    rows.extend(run.flat_rows(4 * p.least..=4 * p.most, |quarters| {
        let independent = independent(quarters, 4)?;
        let hashes = rocksdb_hashes(250 * quarters);
        // the limit at the same bits per key: 2048 items in as many lines
        let lines = BlockedLoad::plain(LINE_BITS * quarters, LINE_BITS, 4 * LINE_BITS, hashes)?;
        let lines = blocked::limit(&Double, lines)?.value;
        let row = |store, rate| Row {
            store,
            bits_per_key: quarters as f64 / 4.0,
            rate: Interval { value: rate, lower: rate, upper: rate },
            independent,
        };
        Ok([row("independent", independent), row("lines", lines)])
    })?);
    Ok(rows)
}

/// The least rate of independent positions, over their number, in large filters with `bits` bits for each `items`
/// items.
fn independent(bits: u64, items: u64) -> Result<f64> {
    let rate = |hashes| Ok(approximation::classic_limit(&Double, Load::new(bits, items, hashes)?));
    let rates = (1..=MOST_HASHES).map(rate).collect::<Result<Vec<f64>>>()?;
    Ok(rates.into_iter().fold(1.0, f64::min))
}
