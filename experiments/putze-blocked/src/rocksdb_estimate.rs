//! RocksDB's estimate for filters of cache lines against the exact rate, and what its choice of k costs.

mod view;

use crate::prelude::*;
use bloomlab_formulas::blocked::{self, BlockedLoad};
use bloomlab_formulas::rocksdb::{self, LINE_BITS};
pub(crate) use view::{claims, draw, facts};

/// How far from the library's k the best is looked for.
const FEWER: u64 = 10;
const MORE: u64 = 3;

#[derive(Serialize, Deserialize)]
pub(crate) struct Parameters {
    /// Thousandths of bits per key, from, to and in steps of.
    from_millibits: u64,
    to_millibits: u64,
    step_millibits: u64,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    bits_per_key: f64,
    /// The library's k.
    hashes: u64,
    exact: f64,
    /// The library's estimate.
    estimate: f64,
    exact_over_estimate: f64,
    best_hashes: u64,
    best: f64,
    /// exact/best − 1.
    loss: f64,
}

pub(crate) fn compute(p: &Parameters, context: &Context) -> Result<Vec<Row>> {
    let points: Vec<u64> = (p.from_millibits..=p.to_millibits).step_by(p.step_millibits as usize).collect();
    context.rows(points, |millibits| {
        let hashes = rocksdb::hashes(millibits);
        let (bits, items) = (LINE_BITS * millibits, LINE_BITS * 1000);
        let rate = |hashes| {
            let load = BlockedLoad::plain(bits, LINE_BITS, items, hashes)?;
            Ok::<_, AnyError>(blocked::limit(&Double, load)?.value)
        };
        let exact = rate(hashes)?;
        let (mut best_hashes, mut best) = (hashes, exact);
        for other in hashes.saturating_sub(FEWER).max(1)..=hashes + MORE {
            let found = rate(other)?;
            if found < best {
                (best_hashes, best) = (other, found);
            }
        }
        let estimate = rocksdb::cache_local_rate(&Double, Load::new(bits, items, hashes)?)?;
        let bits_per_key = millibits as f64 / 1000.0;
        let (exact_over_estimate, loss) = (exact / estimate, exact / best - 1.0);
        Ok(Row { bits_per_key, hashes, exact, estimate, exact_over_estimate, best_hashes, best, loss })
    })
}
