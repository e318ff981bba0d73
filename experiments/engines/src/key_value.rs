//! Bits per key against the rate: filters of key-value stores as measured, beside what their distributions allow.

mod view;

use crate::prelude::*;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_formulas::rocksdb::{LINE_BITS, hashes as rocksdb_hashes};
pub(crate) use view::{claims, draw, facts};

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// All trials in the table of measurements; `make engines` writes it.
    trials: u64,
    /// n of the measured filters.
    items: u64,
    /// The bits per key of the curves.
    least: u64,
    most: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// The store, or `independent` and `lines` for the curves.
    store: String,
    bits_per_key: f64,
    #[serde(rename = "rate,lower,upper")]
    rate: Interval,
}

/// Stores by the beginning of engine and case.
const STORES: [(&str, &str, &str); 6] = [
    ("RocksDB", "rocksdb", "new:"),
    ("RocksDB format 4", "rocksdb", "legacy:"),
    ("RocksDB Ribbon", "rocksdb", "ribbon:"),
    ("LevelDB", "leveldb", "bits="),
    ("lsm-tree", "lsm-tree", "bits="),
    ("SlateDB", "slatedb", "bits="),
];

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for measured in measured::rows(p.trials)?.into_iter().filter(|row| row.items == p.items) {
        let is_of =
            |(_, engine, case): &&(&str, &str, &str)| measured.engine == *engine && measured.case.starts_with(case);
        let (Some((store, ..)), Some(bits)) = (STORES.iter().find(is_of), measured.bits) else { continue };
        let rate = measured.rate()?;
        rows.push(Row { store: (*store).to_owned(), bits_per_key: bits as f64 / measured.items as f64, rate });
    }
    let curves = context.rows(4 * p.least..=4 * p.most, |quarters| {
        let each = quarters as f64 / 4.0;
        let load = |hashes| Load::new(quarters, 4, hashes);
        let best = |hashes: u64| Ok::<_, AnyError>(approximation::classic_limit(&Double, load(hashes)?));
        let rates = (1..=20).map(best).collect::<Result<Vec<f64>>>()?;
        let independent = rates.into_iter().fold(1.0, f64::min);
        let hashes = rocksdb_hashes(250 * quarters);
        // the limit at the same bits per key: 2048 items in as many lines
        let lines = BlockedLoad::plain(LINE_BITS * quarters, LINE_BITS, 4 * LINE_BITS, hashes)?;
        let lines = blocked::limit(&Double, lines)?.value;
        let row = |store: &str, rate| Row {
            store: store.to_owned(),
            bits_per_key: each,
            rate: Interval { value: rate, lower: rate, upper: rate },
        };
        Ok([row("independent", independent), row("lines", lines)])
    })?;
    rows.extend(curves.into_iter().flatten());
    Ok(rows)
}
