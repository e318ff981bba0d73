//! The smallest filters, decided rigorously.

use bloomlab::{Computed, Rational, Sizing};
use bloomlab_exact::Enclosures;
use bloomlab_formulas::{Load, inclusion_exclusion};

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
