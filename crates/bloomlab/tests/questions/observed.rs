//! Filters whose set bits were counted.

use bloomlab::{Filter, HashingScheme, LostDigits, Observation};

#[test]
fn the_rate_is_a_power_or_a_product_of_shares() {
    let filter = Filter::new(8, 3).unwrap();
    let distinct = filter.without_replacement().unwrap();
    let rate = |filter: Filter, set| filter.with_bits_set(set).unwrap().rate();
    assert_eq!(rate(filter, 4), Ok(0.125));
    assert_eq!(rate(distinct, 4), Ok(4.0 / 8.0 * (3.0 / 7.0) * (2.0 / 6.0)));
    assert_eq!((rate(filter, 0), rate(distinct, 2), rate(distinct, 8)), (Ok(0.0), Ok(0.0), Ok(1.0)));
    let sparse = Filter::new(1 << 60, 30).unwrap().with_bits_set(1).unwrap();
    assert_eq!(sparse.rate(), Err(LostDigits::Underflow.into()));
}

/// One bit of one item has all its positions with probability 1/1156: no number of items makes that likely, and those next to it are named.
#[test]
fn set_bits_that_no_items_make_likely_name_the_items_next_to_them() {
    let filter = Filter::new(1156, 16).unwrap().under(HashingScheme::Double).unwrap();
    let found = |set| Observation::of_bits_set(filter, set).unwrap().at_level(0.65).unwrap().found().unwrap();
    assert_eq!((found(1).items_lower, found(1).items_upper), (0, Some(1)));
    assert_eq!((found(160).items_lower, found(160).items_upper), (10, Some(11)));
}
