//! The smallest filters, and the most items.

use bloomlab::crosscheck::Computed;
use bloomlab::{Filter, HashingScheme, Rational, Sizing};
use bloomlab_exact::Enclosures;
use bloomlab_formulas::{Load, inclusion_exclusion};

#[test]
fn double_hashing_answers_a_million_items_at_a_millionth() {
    let size = Sizing::of(1_000_000, 1e-6).unwrap().under(HashingScheme::Double).unwrap().smallest().unwrap();
    assert!(size.rate <= 1e-6 && size.largest_error.is_some_and(|error| error < 1e-4), "{size:?}");
    // 28.755 bits an item without double hashing
    assert!((28_755_000..28_810_000).contains(&size.bits) && size.hashes == 20, "{size:?}");
}

/// At 2.1 bits an item two functions are better than the nearest number to 2.1 ln 2 = 1.46.
#[test]
fn the_k_of_a_power_of_two_is_that_of_the_lowest_rate() {
    for (items, target, hashes) in [(1950, 0.38, 2), (1, 0.5, 1), (20, 0.001, 17)] {
        let plain = Sizing::of(items, target).unwrap();
        let found = plain.power_of_two().smallest().unwrap();
        assert_eq!((found.bits, found.hashes), (plain.smallest().unwrap().bits.next_power_of_two(), hashes));
    }
}

#[test]
fn the_most_items_are_those_of_the_last_rate_that_is_low_enough() {
    for (scheme, hashes) in [(None, 7), (Some(HashingScheme::Blocked(64)), 4), (Some(HashingScheme::Double), 5)] {
        let filter = Filter::new(9600, hashes).unwrap();
        let filter = scheme.map_or(Ok(filter), |scheme| filter.under(scheme)).unwrap();
        let items = filter.most_items(0.01).unwrap().unwrap();
        let rate = |items| filter.holding(items).unwrap().rate().unwrap();
        assert!(rate(items) <= 0.01 && rate(items + 1) > 0.01, "{scheme:?} {items}");
    }
    assert_eq!(Filter::new(8, 2).unwrap().most_items(1e-9).unwrap(), None);
    // 2, 4, 8, 16, 32 MiB at 2^-32
    for (mebibytes, most) in [(2, 363_408), (4, 726_817), (8, 1_453_634), (16, 2_907_269), (32, 5_814_539)] {
        let bits = mebibytes << 23;
        assert_eq!(Filter::new(bits, 32).unwrap().most_items(libm::exp2(-32.0)).unwrap(), Some(most));
    }
    let (items, hashes) = Filter::capacity(9586, HashingScheme::Independent, 0.01).unwrap();
    assert!(
        (1..=64).all(|k| Filter::new(9586, k).unwrap().most_items(0.01).unwrap().unwrap_or(0) <= items),
        "{hashes}"
    );
}

#[test]
fn every_answer_is_the_smallest_by_inclusion_and_exclusion_of_every_k() {
    let a = Enclosures::new(600);
    for (items, target) in [(1, 1e-30), (4, 1e-15), (45, 1e-30), (2, 0.3), (1000, 1e-6)] {
        let exactly = Rational::from_decimal(&format!("{target:e}")).unwrap();
        let sizing = Sizing::of(items, target).unwrap();
        let found = sizing.smallest().unwrap();
        let rate = |bits, hashes| inclusion_exclusion::rate(&a, Load::new(bits, items, hashes).unwrap());
        assert!((1..130).all(|hashes| rate(found.bits - 1, hashes).is_above(&exactly)), "{items} {target}");
        let Computed::Enclosure(lowest) = sizing.rate(&found, items, 17).unwrap() else { panic!("{found:?}") };
        assert!(rate(found.bits, found.hashes).overlaps(&lowest) && lowest.is_at_most(&exactly));
        let lower = |hashes: &u64| rate(found.bits, *hashes).is_below(&lowest);
        assert_eq!((1..130).find(lower), None, "{items} {target}");
    }
}

/// One item in ten bits under one hash function has the rate 1/10, which the double 0.1 stands for.
#[test]
fn a_target_is_its_shortest_decimal() {
    assert_eq!(Sizing::of(1, 0.1).unwrap().with_hashes(1).unwrap().smallest().unwrap().bits, 10);
}
