//! Filters that hold items, or bits that were counted.

use bloomlab::{Deletable, Error, Filter, Formula, HashingScheme, LostDigits, MAX_HASHES, MAX_SIZE, Observation};

fn rate(bits: u64, items: u64, hashes: u64) -> Result<f64, Error> {
    Filter::new(bits, hashes)?.holding(items)?.rate()
}

#[test]
fn every_filter_in_the_domain_has_a_rate_or_one_below_doubles() {
    for bits in [1, 2, 32, 1000, 1 << 40, MAX_SIZE] {
        for items in [0, 1, 20, 1 << 20, MAX_SIZE / MAX_HASHES] {
            let found = rate(bits, items, MAX_HASHES);
            assert!(
                matches!(found, Ok(0.0..=1.0) | Err(Error::LostDigits(LostDigits::Underflow))),
                "{bits} {items}: {found:?}"
            );
        }
    }
    assert_eq!(rate(1, 1, MAX_HASHES), Ok(1.0));
    assert_eq!(rate(8, 0, 3), Ok(0.0));
    assert_eq!(rate(32, 1_000_000_000_000_000_000, 5), Ok(1.0));
    // 5e-324 and less round to 0
    assert_eq!(rate(305_328_793_859_641, 3, 31), Err(LostDigits::Underflow.into()));
    let sparse = Filter::new(1 << 60, 30).unwrap().with_bits_set(1).unwrap();
    assert_eq!(sparse.rate(), Err(LostDigits::Underflow.into()));
}

#[test]
fn formulas_say_what_they_lose() {
    let stored = Filter::new(171, 3).unwrap().holding(20).unwrap();
    assert_eq!(stored.by(Formula::Exact), stored.rate());
    assert_eq!(stored.by(Formula::ChristensenClosed), Err(LostDigits::Overflow.into()));
    let distinct = Filter::new(171, 3).unwrap().without_replacement().unwrap().holding(20).unwrap();
    assert!(matches!(distinct.by(Formula::BoseStirling), Err(Error::Incompatible { .. })));
    let derived = Filter::new(171, 3).unwrap().under(HashingScheme::Double).unwrap().holding(20).unwrap();
    assert_eq!(derived.by(Formula::Classic), stored.by(Formula::Classic));
    assert!(matches!(derived.by(Formula::Exact), Err(Error::Incompatible { .. })));
    let crowded = Filter::new(7, 512).unwrap().holding(31).unwrap();
    assert!(matches!(crowded.by(Formula::Bloom1970), Err(Error::Refused(_))));
}

/// One bit of one item has all its positions with probability 1/1156: no number of items makes that likely, and those next to it are named.
#[test]
fn set_bits_that_no_items_make_likely_name_the_items_next_to_them() {
    let filter = Filter::new(1156, 16).unwrap().under(HashingScheme::Double).unwrap();
    let found = |set| Observation::of_bits_set(filter, set).unwrap().found(0.65).unwrap();
    assert_eq!((found(1).items_lower, found(1).items_upper), (0, Some(1)));
    assert_eq!((found(160).items_lower, found(160).items_upper), (10, Some(11)));
}

#[test]
fn a_rate_that_is_0_is_certified() {
    for (kind, deleted) in [("dfp", 1), ("tbf", 1), ("tbf-packed", 1), ("qbf", 2), ("dlbf:4", 1), ("counting", 7)] {
        for bits in [40, 1 << 40] {
            let numbers = Deletable::new(kind.parse().unwrap(), bits, 2, 0, deleted).unwrap();
            let numbers = numbers.certified(17).unwrap();
            assert_eq!(numbers.rate_after_deletions.to_f64(), 0.0, "{kind} {bits}");
            assert!(numbers.rate.to_f64() > 0.0, "{kind} {bits}");
        }
    }
}
