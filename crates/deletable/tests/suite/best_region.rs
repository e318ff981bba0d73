//! The best region of a DlBF.

use bloomlab_deletable::{RegionGoal, best_region, light_load_region};
use bloomlab_numbers::Double;

const BITS: u64 = 262_144;

fn best(goal: RegionGoal, n_of_64: u64, r_percent: u64, hashes: u64) -> u64 {
    let items = n_of_64 * BITS / 64;
    best_region(goal, BITS, items, items * r_percent / 100, hashes).unwrap().0
}

#[test]
fn reference_regions() {
    for (hashes, expected) in [(4, [6, 3, 2]), (2, [8, 4, 3]), (3, [7, 3, 2]), (5, [5, 2, 2])] {
        let found = [1, 4, 8].map(|n| best(RegionGoal::Deletability, n, 0, hashes));
        assert_eq!(found, expected, "k = {hashes}");
    }
    // by the rate after 0.2 n deletions: large, and from some load on the larger the better
    assert_eq!([1, 4].map(|n| best(RegionGoal::Rate, n, 20, 4)), [47, 16]);
    assert_eq!(best(RegionGoal::Rate, 16, 20, 4), 1023); // regions of 1024 bits leave cells over
}

#[test]
fn light_loads_need_the_root_of_twice_the_bits_per_position() {
    for divisor in [1 << 10, 1 << 12, 1 << 14] {
        let root = light_load_region(&Double, BITS, BITS / divisor, 4);
        assert!((root - f64::sqrt(2.0 * divisor as f64 / 4.0)).abs() < 1e-9 * root);
        let (found, _) = best_region(RegionGoal::Deletability, BITS, BITS / divisor, 0, 4).unwrap();
        assert!((found as f64 / root - 1.0).abs() < 0.12, "{found} {root}");
    }
}

#[test]
fn a_filter_without_a_region_is_refused() {
    assert!(best_region(RegionGoal::Rate, 1, 1, 0, 1).is_err());
    assert_eq!(best_region(RegionGoal::Rate, 2, 1, 0, 1).unwrap().0, 1);
}
