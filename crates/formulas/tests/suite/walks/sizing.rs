//! The smallest filters against an exhaustive search, and what their searches assume.

use bloomlab_formulas::{
    sizing::Smallest,
    walks::sizing::SchemeSizing,
    walks::{ExactRate, HashingScheme, SchemeLoad, rate_in_double},
};
use bloomlab_numbers::Refused;

fn keeps(load: SchemeLoad, target: f64) -> Result<bool, Refused> {
    let sum = ExactRate::new(load)?.rate_in_double();
    Ok(sum.map_or_else(|| rate_in_double(load), |sum| Ok(sum.value))? <= target)
}

fn smallest(scheme: HashingScheme, items: u64, target: f64, power_of_two: bool) -> Result<Smallest, Refused> {
    let question = SchemeSizing { scheme, items, ln_target: target.ln(), hashes: None, power_of_two, cheapest: false };
    question.smallest(|load| keeps(load, target))
}

fn found(scheme: HashingScheme, items: u64, target: f64, power_of_two: bool) -> Option<(u64, Vec<u64>)> {
    let found = smallest(scheme, items, target, power_of_two).ok()?;
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
    // those that take long, and words that overlap, which have no sizes
    let is_left_out = |scheme: &HashingScheme| {
        matches!(scheme, HashingScheme::Enhanced | HashingScheme::Triple) || scheme.stride().is_some()
    };
    let schemes = HashingScheme::ALL.into_iter().filter(|scheme| !is_left_out(scheme));
    for scheme in schemes.map(|scheme| scheme.of_bits(16)) {
        for (items, target) in [(4, 0.1), (10, 0.05), (20, 0.03)] {
            let found = found(scheme, items, target, false);
            let few = found.map(|(bits, hashes)| (bits, hashes.into_iter().filter(|k| *k <= 7).collect()));
            assert_eq!(few, exhaustive(scheme, items, target, 7), "{scheme:?} {items} {target}");
        }
    }
    // 176 = 16 · 11 bits keep it, 178 do not
    let odd = found(HashingScheme::DoubleOdd, 11, 0.00345, false).map(|(bits, _)| bits);
    assert_eq!(odd, exhaustive(HashingScheme::DoubleOdd, 11, 0.00345, 7).map(|(bits, _)| bits));
    assert_eq!(found(HashingScheme::Enhanced, 6, 0.1, false), exhaustive(HashingScheme::Enhanced, 6, 0.1, 5));
}

/// Slices of two or three bits are the best for one item, and there are many of them.
#[test]
fn few_items_in_many_slices() {
    for (items, target) in [(1, 0.3), (1, 1.91e-8), (1, 1e-12), (2, 1e-9), (3, 1e-6), (5, 1e-5), (16, 0.01)] {
        let found = found(HashingScheme::Partitioned, items, target, false);
        assert_eq!(found, exhaustive(HashingScheme::Partitioned, items, target, 600), "{items} {target}");
    }
    let (bits, hashes) = found(HashingScheme::Partitioned, 1, 1e-100, false).unwrap();
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

/// The best of one k is no prime, or the best k is not the usual one: a search that ends at the last prime before the best
/// so far found 27,524, 36,409 and 2,110 bits.
#[test]
fn the_best_of_one_number_of_functions_hides_no_better_of_another() {
    for (scheme, items, target, bits, within) in [
        (HashingScheme::KmPartition, 1000, 1e-4, 26_929, 19_000),
        (HashingScheme::KmPartition, 100, 1e-3, 2_075, 1_400),
        (HashingScheme::Double, 1000, 1e-5, 35_843, 35_700),
    ] {
        let (least, hashes) = found(scheme, items, target, false).unwrap();
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
        let (bits, hashes) = found(scheme, 1000, 0.05, true).unwrap();
        assert!(bits.is_power_of_two() && !hashes.is_empty());
        assert!(bits / 2 < found(scheme, 1000, 0.05, false).unwrap().0, "{scheme:?}");
        let at = |k| SchemeLoad::new(scheme, bits / 2, 1000, k).is_ok_and(|load| keeps(load, 0.05).unwrap());
        assert!(!(1..=10).any(at), "{scheme:?}");
    }
}

#[test]
fn what_no_filter_keeps_is_none() {
    assert_eq!(found(HashingScheme::Triple, 1000, 0.05, false), None);
    let refused = smallest(HashingScheme::Double, 10, 1.0, false).unwrap_err();
    assert!(refused.to_string().starts_with("target = 1 is out of domain"), "{refused}");
}

#[test]
fn blocks_without_bits_are_refused() {
    let refused = |scheme| smallest(scheme, 20, 0.1, false).unwrap_err().to_string();
    let expected = |name| format!("{name} = 0 is out of domain: needs 1 ≤ {name} ≤ 2^63 − 1");
    assert_eq!(refused(HashingScheme::Blocked(0)), expected("block-bits"));
    assert_eq!(refused(HashingScheme::SplitBlock(0)), expected("word-bits"));
}

#[test]
fn a_number_of_hash_functions_may_be_given() {
    for (scheme, hashes) in
        [(HashingScheme::Independent, 3), (HashingScheme::Double, 3), (HashingScheme::Blocked(16), 2)]
    {
        let question = SchemeSizing {
            scheme,
            items: 10,
            ln_target: 0.05_f64.ln(),
            hashes: Some(hashes),
            power_of_two: false,
            cheapest: false,
        };
        let found = question.smallest(|load| keeps(load, 0.05)).unwrap();
        let least =
            (1..).find(|bits| SchemeLoad::new(scheme, *bits, 10, hashes).is_ok_and(|load| keeps(load, 0.05).unwrap()));
        assert_eq!(Some(found.bits()), least, "{scheme:?}");
    }
}
