//! The smallest filters, decided rigorously.

use bloomlab::{Rational, SizeRate, Sizing};
use bloomlab_exact::Enclosures;
use bloomlab_formulas::{Load, inclusion_exclusion};

fn sizing(items: u64, target: &str) -> Sizing {
    Sizing::of(items).unwrap().at_most_exactly(&Rational::from_decimal(target).unwrap()).unwrap()
}

#[test]
fn every_answer_is_the_smallest_by_inclusion_and_exclusion_of_every_k() {
    let a = Enclosures::new(600);
    for (items, target) in [(1, "1e-30"), (4, "1e-15"), (45, "1e-30"), (2, "0.3"), (1000, "1e-6")] {
        let exactly = Rational::from_decimal(target).unwrap();
        let found = sizing(items, target).certified(17).unwrap();
        let rate = |bits, hashes| inclusion_exclusion::rate(&a, Load::new(bits, items, hashes).unwrap());
        assert!((1..130).all(|hashes| rate(found.bits - 1, hashes).is_above(&exactly)), "{items} {target}");
        let SizeRate::Certified(lowest) = &found.rate else { panic!("{found:?}") };
        let lowest = &lowest.enclosure;
        assert!(rate(found.bits, found.hashes).overlaps(lowest) && lowest.is_at_most(&exactly));
        let lower = |hashes: &u64| rate(found.bits, *hashes).is_below(lowest);
        assert_eq!((1..130).find(lower), None, "{items} {target}");
    }
}

#[test]
fn a_double_is_its_shortest_decimal() {
    let of_double = Sizing::of(1).unwrap().at_most(0.1).unwrap().certified(17).unwrap();
    // ten bits tie at exactly 1/10
    assert_eq!(of_double, sizing(1, "0.1").certified(17).unwrap());
}

#[test]
fn the_domain_ends_where_it_says() {
    let refused = |target: &str| {
        let target = Rational::from_decimal(target).unwrap();
        Sizing::of(5).unwrap().at_most_exactly(&target).unwrap_err().to_string()
    };
    assert!(refused("1e-78").contains("needs 2^-256 ≤ target < 1, since two items share a hash"));
    assert!(refused("1").contains("2^-256") && refused("0").contains("2^-256"));
    // no double is as near to 1
    assert_eq!(sizing(5, &format!("0.{}", "9".repeat(50))).certified(5).unwrap().bits, 2);
}
