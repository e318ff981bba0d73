//! Promises of engines that take no rate: the sentences of their documentation.

use bloomlab_numbers::Arithmetic as _;

/// The documented rate of a case; `None` if the documentation has none.
///
/// LevelDB (`filter_policy.h`), its Go port and RocksDB (`filter_policy.h`): 10 bits per key yield about 1 %. selectors (`bloom.rs`):
/// *exactly* (1 − (1 − 1/M)^(kN))^k with M = 4096, k = 2.
pub(crate) fn rate(engine: &str, case: &str, items: u64) -> Option<f64> {
    match (engine, case) {
        ("leveldb" | "goleveldb", "bits=10") | ("rocksdb", "new:10" | "legacy:10" | "ribbon:10") => Some(0.01),
        ("selectors", _) => {
            let hit = bloomlab_numbers::Double.some_hit(1, 4096, 2 * items);
            Some(hit * hit)
        }
        _ => None,
    }
}
