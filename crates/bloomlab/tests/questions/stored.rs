//! Filters that hold items.

use bloomlab::{Error, Filter, Formula, HashingScheme, LostDigits, MAX_HASHES, MAX_SIZE};

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
