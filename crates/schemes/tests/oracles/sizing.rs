//! The smallest filters against an exhaustive search, and what their searches assume.

use bloomlab_formulas::sizing::Smallest;
use bloomlab_occupancy::Refused;
use bloomlab_schemes::sizing::{Allowed, smallest};
use bloomlab_schemes::{ExactRate, HashingScheme, SchemeLoad, rate_in_double, smallest_in_blocks};

fn keeps(load: SchemeLoad, target: f64) -> Result<bool, Refused> {
    let sum = ExactRate::new(load)?.rate_in_double();
    Ok(sum.map_or_else(|| rate_in_double(load), |sum| Ok(sum.value))? <= target)
}

fn found(scheme: HashingScheme, items: u64, target: f64, allowed: Allowed) -> Option<(u64, Vec<u64>)> {
    let found = smallest(scheme, items, target.ln(), allowed, |load| keeps(load, target)).ok()?;
    Some((found.bits(), found.hashes().collect()))
}

/// The least m, from 1 on, with any k up to `hashes`.
fn exhaustive(scheme: HashingScheme, items: u64, target: f64, hashes: u64) -> Option<(u64, Vec<u64>)> {
    let keeping = |bits: u64| -> Vec<u64> {
        let loads = (1..=hashes).filter_map(|k| SchemeLoad::new(scheme, bits, items, k).ok());
        loads.filter(|load| keeps(*load, target).unwrap()).map(SchemeLoad::hashes).collect()
    };
    (1..=600).map(|bits| (bits, keeping(bits))).find(|(_, hashes)| !hashes.is_empty())
}

#[test]
fn searches_find_what_all_filters_show() {
    let schemes = [
        HashingScheme::Independent,
        HashingScheme::Double,
        HashingScheme::DoubleNonzero,
        HashingScheme::DoubleOdd,
        HashingScheme::DoubleUnit,
        HashingScheme::KmPartition,
        HashingScheme::Partitioned,
        HashingScheme::Blocked(16),
        HashingScheme::SplitBlock(8),
        HashingScheme::BlockedDouble(16),
        HashingScheme::BlockedDoubleNonzero(8),
        HashingScheme::BlockedDoubleOdd(16),
    ];
    for scheme in schemes {
        for (items, target) in [(4, 0.1), (10, 0.05), (20, 0.03)] {
            let found = found(scheme, items, target, Allowed::All);
            let few = found.map(|(bits, hashes)| (bits, hashes.into_iter().filter(|k| *k <= 7).collect()));
            assert_eq!(few, exhaustive(scheme, items, target, 7), "{scheme:?} {items} {target}");
        }
    }
    // 176 = 16 · 11 bits keep it, 178 do not
    let odd = found(HashingScheme::DoubleOdd, 11, 0.00345, Allowed::All).map(|(bits, _)| bits);
    assert_eq!(odd, exhaustive(HashingScheme::DoubleOdd, 11, 0.00345, 7).map(|(bits, _)| bits));
    assert_eq!(found(HashingScheme::Enhanced, 6, 0.1, Allowed::All), exhaustive(HashingScheme::Enhanced, 6, 0.1, 5));
}

/// At 2.1 bits an item two functions are better than the nearest number to 2.1 ln 2 = 1.46.
#[test]
fn the_k_of_many_items_is_that_of_the_lowest_rate() {
    let rate = |k| rate_in_double(SchemeLoad::new(HashingScheme::Independent, 4096, 1950, k).unwrap()).unwrap();
    assert!(rate(2) < rate(1) && rate(2) < rate(3));
    assert_eq!(found(HashingScheme::Independent, 1950, 0.38, Allowed::PowersOfTwo), Some((4096, vec![2])));
}

/// Walks within a block: as few blocks as an exhaustive search finds, and the k of the lowest rate in them.
#[test]
fn as_few_blocks_as_possible_and_the_lowest_rate_in_them() {
    let schemes =
        [HashingScheme::BlockedDouble(16), HashingScheme::BlockedDoubleOdd(16), HashingScheme::BlockedDouble(64)];
    let targets = [(1, 0.3), (1, 0.01), (4, 0.05), (20, 0.3), (20, 0.01), (60, 0.05), (60, 0.01)];
    for (scheme, (items, target)) in schemes.into_iter().flat_map(|scheme| targets.map(|question| (scheme, question))) {
        let bounded = |load: SchemeLoad| Ok(ExactRate::new(load)?.rate_in_double().unwrap());
        let found = smallest_in_blocks(scheme, items, target, bounded, |load| keeps(load, target)).unwrap();
        let all = smallest(scheme, items, target.ln(), Allowed::All, |load| keeps(load, target)).unwrap();
        assert_eq!(found.bits(), all.bits(), "{scheme:?} {items} {target}");
        let rate = |k| rate_in_double(SchemeLoad::new(scheme, found.bits(), items, k).unwrap());
        let lowest = |of: &Smallest| of.lowest::<_, Refused>(rate, |left, right| Ok(left < right)).unwrap();
        assert_eq!(lowest(&found), lowest(&all), "{scheme:?} {items} {target}");
    }
}

/// Slices of two or three bits are the best for one item, and there are many of them.
#[test]
fn few_items_in_many_slices() {
    for (items, target) in [(1, 0.3), (1, 1.91e-8), (1, 1e-12), (2, 1e-9), (3, 1e-6), (5, 1e-5), (16, 0.01)] {
        let found = found(HashingScheme::Partitioned, items, target, Allowed::All);
        assert_eq!(found, exhaustive(HashingScheme::Partitioned, items, target, 600), "{items} {target}");
    }
    let (bits, hashes) = found(HashingScheme::Partitioned, 1, 1e-100, Allowed::All).unwrap();
    assert!(hashes.iter().all(|k| (200..=300).contains(k)) && (600..=650).contains(&bits), "{bits} {hashes:?}");
}

/// The search takes (1 − e^(−kn/m))^k for a lower bound of slices of two sizes, one bit apart.
#[test]
fn slices_lie_above_their_bound_up_to_where_nearly_all_bits_are_set() {
    let mut fullest = 0.0_f64;
    for (items, size) in (1..=60).flat_map(|items| (1..=3 * items + 4).map(move |size| (items, size))) {
        for larger in 0..8 {
            let bits = 8 * size + larger;
            let set = -libm::expm1(-((8 * items) as f64) / bits as f64);
            if set <= 0.9999 {
                fullest = fullest.max(set);
                let rate =
                    rate_in_double(SchemeLoad::new(HashingScheme::Partitioned, bits, items, 8).unwrap()).unwrap();
                assert!(rate >= set.powi(8) * (1.0 - 1e-13), "{items} items, {bits} bits");
            }
        }
    }
    assert!(fullest > 0.9998, "{fullest}");
    // beyond, it does not
    let crowded = SchemeLoad::new(HashingScheme::Partitioned, 9, 30, 8).unwrap();
    assert!(1.0 - rate_in_double(crowded).unwrap() > -libm::expm1(8.0 * (-(-240.0_f64 / 9.0).exp()).ln_1p()));
}

/// Where the best of one k is no prime, or the best k is not the usual one: a search that ends at the last prime before the best
/// so far found 27,524, 36,409 and 2,110 bits.
#[test]
fn the_best_of_one_number_of_functions_hides_no_better_of_another() {
    for (scheme, items, target, bits, within) in [
        (HashingScheme::KmPartition, 1000, 1e-4, 26_929, 19_000),
        (HashingScheme::KmPartition, 100, 1e-3, 2_075, 1_400),
        (HashingScheme::Double, 1000, 1e-5, 35_843, 35_700),
    ] {
        let (least, hashes) = found(scheme, items, target, Allowed::All).unwrap();
        assert_eq!(least, bits, "{scheme:?} {items} {target}");
        let some_keeps = |bits| {
            let loads = (1..=11).filter_map(|k| SchemeLoad::new(scheme, bits, items, k).ok());
            loads.into_iter().find(|load| keeps(*load, target).unwrap()).map(SchemeLoad::hashes)
        };
        assert_eq!((within..=least).find_map(|bits| Some((bits, some_keeps(bits)?))), Some((least, hashes[0])));
    }
}

#[test]
fn powers_of_two_are_powers_of_two() {
    for scheme in [HashingScheme::DoubleOdd, HashingScheme::Double, HashingScheme::SplitBlock(32)] {
        let (bits, hashes) = found(scheme, 1000, 0.05, Allowed::PowersOfTwo).unwrap();
        assert!(bits.is_power_of_two() && !hashes.is_empty());
        assert!(bits / 2 < found(scheme, 1000, 0.05, Allowed::All).unwrap().0, "{scheme:?}");
        let at = |k| SchemeLoad::new(scheme, bits / 2, 1000, k).is_ok_and(|load| keeps(load, 0.05).unwrap());
        assert!(!(1..=10).any(at), "{scheme:?}");
    }
    // with up to 64 functions, 512 bits are too few
    for scheme in [HashingScheme::Independent, HashingScheme::Partitioned] {
        let rate = |k: u64| rate_in_double(SchemeLoad::new(scheme, 512, 2, k).unwrap()).unwrap();
        let lowest = (1..=512).min_by(|left, right| rate(*left).total_cmp(&rate(*right))).unwrap();
        assert!(lowest > 64 && (1..=64).all(|k| rate(k) > 1e-45), "{scheme:?}");
        assert_eq!(found(scheme, 2, 1e-45, Allowed::PowersOfTwo), Some((512, vec![lowest])), "{scheme:?}");
        // up to as many slices as bits
        for (items, target) in [(1, 0.186), (1, 1e-8), (2, 0.03), (7, 0.2)] {
            let (bits, hashes) = found(scheme, items, target, Allowed::PowersOfTwo).unwrap();
            let rate = |k: u64| rate_in_double(SchemeLoad::new(scheme, bits, items, k).unwrap()).unwrap();
            let lowest = (1..=bits).map(rate).fold(1.0, f64::min);
            let best: Vec<u64> = (1..=bits).filter(|k| rate(*k) <= lowest * (1.0 + 1e-12)).collect();
            assert_eq!(hashes, best, "{scheme:?} {items} {target}");
        }
        assert_eq!(found(scheme, 0, 0.1, Allowed::PowersOfTwo), Some((1, vec![1])));
    }
    let too_many = smallest(HashingScheme::Independent, 1 << 57, -20.0, Allowed::PowersOfTwo, |load| keeps(load, 1e-9));
    assert!(too_many.unwrap_err().to_string().ends_with("needs bits ≤ 2^62 to keep the target"));
}

#[test]
fn what_no_filter_keeps_is_none() {
    assert_eq!(found(HashingScheme::Triple, 1000, 0.05, Allowed::All), None);
    let refused = smallest(HashingScheme::Double, 10, 0.0, Allowed::All, |load| keeps(load, 1.0)).unwrap_err();
    assert!(refused.to_string().starts_with("target = 1 is out of domain"), "{refused}");
}

#[test]
fn blocks_without_bits_are_refused() {
    let refused = |scheme| {
        let found = smallest(scheme, 20, 0.1_f64.ln(), Allowed::All, |load| keeps(load, 0.1));
        found.unwrap_err().to_string()
    };
    let expected = |name| format!("{name} = 0 is out of domain: needs 1 ≤ {name} ≤ 2^63 − 1");
    assert_eq!(refused(HashingScheme::Blocked(0)), expected("block-bits"));
    assert_eq!(refused(HashingScheme::SplitBlock(0)), expected("word-bits"));
}
