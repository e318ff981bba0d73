//! RocksDB's estimate for blocks of a cache line against the exact rate, and its choice of k.

use bloomlab_formulas::{
    Load,
    blocked::{self, BlockedLoad},
    rocksdb::{cache_local_rate, hashes},
};
use bloomlab_numbers::Double;

use crate::support::assert_near;

/// The exact rate in the limit of many lines.
fn exact(bits_per_key: u64, hashes: u64) -> f64 {
    let load = BlockedLoad::plain(512 * bits_per_key, 512, 512, hashes).unwrap();
    blocked::limit(&Double, load).unwrap().value
}

fn estimate(bits_per_key: u64, hashes: u64) -> f64 {
    cache_local_rate(&Double, Load::new(512 * bits_per_key, 512, hashes).unwrap()).unwrap()
}

#[test]
fn the_estimate_is_too_low_at_every_size() {
    let table = [
        (5, 3, 0.0930625, -0.004),
        (8, 5, 0.0232634, -0.009),
        (10, 6, 0.00966475, -0.014),
        (12, 8, 0.00413492, -0.026),
        (16, 9, 8.43913e-4, -0.056),
        (20, 11, 1.97832e-4, -0.136),
        (24, 12, 5.32984e-5, -0.235),
        (32, 14, 5.38223e-6, -0.48),
        (50, 23, 1.27952e-7, -0.95),
    ];
    for (bits_per_key, k, rate, error) in table {
        assert_eq!(hashes(1000 * bits_per_key), k);
        let exact = exact(bits_per_key, k);
        assert_near(exact, rate, 5e-6);
        let found = estimate(bits_per_key, k) / exact - 1.0;
        assert!(
            (found - error).abs() < 6e-4 * if error < -0.3 { 10.0 } else { 1.0 },
            "{bits_per_key}: {found} {error}"
        );
    }
    assert!((estimate(10, 6) - 0.0095327).abs() < 5e-8);
}

/// The estimate as the library's source writes it, in plain doubles.
#[test]
fn the_estimate_is_the_sum_as_written() {
    let standard = |bits_per_key: f64, k: i32| (1.0 - (-f64::from(k) / bits_per_key).exp()).powi(k);
    for (bits, items, k) in [(10_000, 1000, 6), (51_200, 3000, 9), (511, 1, 1)] {
        let mean = 512.0 * items as f64 / bits as f64;
        let deviation = mean.sqrt();
        let two = standard(512.0 / (mean + deviation), k) + standard(512.0 / (mean - deviation), k);
        let found = cache_local_rate(&Double, Load::new(bits, items, k as u64).unwrap()).unwrap();
        assert_near(found, two / 2.0, 1e-12);
    }
    let refused = cache_local_rate(&Double, Load::new(512, 1, 1).unwrap()).unwrap_err();
    assert_eq!(refused.name, "bits");
}

/// The cost of the library's k over the best one, for bits per key up to 10, 20, 25.5, 40 and 50. Between 25.502 and 26 the k
/// falls back from 12 to 11.
#[test]
fn the_choice_of_k_costs_what_is_stated() {
    let loss = |millibits: u64| {
        let rate = |k| {
            let load = BlockedLoad::plain(512 * millibits, 512, 512_000, k).unwrap();
            blocked::limit(&Double, load).unwrap().value
        };
        let chosen = rate(hashes(millibits));
        let near = hashes(millibits).saturating_sub(8).max(1)..=hashes(millibits) + 2;
        let best = near.map(rate).fold(f64::INFINITY, f64::min);
        chosen / best - 1.0
    };
    // the loss is largest where k changes
    let changes = [2080, 3580, 5100, 6640, 8300, 10_070, 11_720, 14_001, 16_050, 18_300, 22_001, 25_501];
    let changes = changes.into_iter().chain((26_000..50_000).step_by(2000)).flat_map(|last| [last, last + 1]);
    let losses: Vec<(u64, f64)> = changes.chain([50_000]).map(|at| (at, loss(at))).collect();
    for (most, stated) in [(10_000, 0.00196), (20_000, 0.00621), (25_501, 0.0167), (40_000, 0.0942), (50_000, 0.349)] {
        let worst = losses.iter().filter(|(at, _)| *at <= most).map(|(_, loss)| *loss).fold(0.0, f64::max);
        assert!((worst / stated - 1.0).abs() < 0.004, "up to {most}: {worst}");
    }
    assert_eq!([2080, 2081, 28_000, 28_001, 50_000, 50_001].map(hashes), [1, 2, 12, 13, 23, 24]);
    assert_eq!([25_501, 25_502, 26_000, 26_001].map(hashes), [12, 11, 11, 12]);
}
