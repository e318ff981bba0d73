//! The lower bound against the rates themselves.

use bloomlab_formulas::walks::{ExactRate, HashingScheme, SchemeLoad, lower_bound};

/// The rate, and the error of doubles.
fn rate(load: SchemeLoad) -> (f64, f64) {
    let rate = ExactRate::new(load).unwrap().rate_in_double().unwrap();
    (rate.value, rate.error_bound)
}

fn loads(scheme: HashingScheme, bits: u64, items: u64, most: u64) -> impl Iterator<Item = SchemeLoad> {
    (1..=most).filter_map(move |hashes| SchemeLoad::new(scheme, bits, items, hashes).ok())
}

#[test]
fn no_rate_lies_below_its_bound() {
    let summed = HashingScheme::ALL.into_iter().filter(|scheme| scheme.is_summed_over_sets());
    for scheme in summed.flat_map(|scheme| [2, 4, 8].map(|block| scheme.of_bits(block))) {
        let most_bits = if scheme == HashingScheme::Triple { 9 } else { 40 };
        for (bits, items) in (1..=most_bits).flat_map(|bits| [0, 1, 2, 3, 5, 8, 13, 40].map(|items| (bits, items))) {
            for load in loads(scheme, bits, items, 7) {
                let ((rate, error), bound) = (rate(load), lower_bound(load));
                assert!(bound <= rate + error + 1e-14, "{load:?}: {bound}, not {rate}");
            }
        }
        let large = [(256, 40, 12), (1024, 102, 10), (65_536, 6000, 12), (1 << 20, 100_000, 7), (720_720, 90_000, 9)];
        for (bits, items, hashes) in large {
            let Ok(load) = SchemeLoad::new(scheme, bits, items, hashes) else { continue };
            if scheme != HashingScheme::Enhanced || bits <= 1024 {
                assert!(lower_bound(load) <= rate(load).0, "{load:?}");
            }
        }
    }
}

/// The theorem of the module, and certified rates, by other software.
#[test]
fn the_bound_of_many_items_is_near() {
    for (items, near) in [(100, 0.3798), (10_000, 0.853), (1_000_000, 0.9811)] {
        let load = SchemeLoad::new(HashingScheme::DoubleUnit, 10 * items + 1, items, 7).unwrap();
        let share = lower_bound(load) / rate(load).0;
        assert!((share - near).abs() < 1e-4, "{items}: {share}");
    }
    // one item under steps that repeat no walk but its own covers a query with that walk alone; of one position the bound is the rate
    for (scheme, bits, items, hashes) in
        [(HashingScheme::DoubleNonzero, 101, 1, 12), (HashingScheme::Double, 100, 30, 1)]
    {
        let load = SchemeLoad::new(scheme, bits, items, hashes).unwrap();
        assert!((lower_bound(load) / rate(load).0 - 1.0).abs() < 1e-13, "{load:?}");
    }
}
