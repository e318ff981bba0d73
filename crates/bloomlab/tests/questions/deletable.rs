//! Filters from which items can be deleted, in doubles.

use bloomlab::{Advice, Deletable, DeletableKind, Error, Parameter, Value};

#[test]
fn what_takes_minutes_is_refused_with_the_hash_functions_that_serve() {
    let regions = DeletableKind::Dlbf { region_bits: 1024 };
    let with = |hashes| Deletable::new(regions, 1 << 30, hashes).unwrap().holding(1 << 20).unwrap().deletability();
    let Err(Error::TooLarge(refused)) = with(32) else { panic!("it is not refused") };
    let Advice::Set(Parameter::Hashes, Value::Integer(most)) = refused.advice else { panic!("{refused}") };
    let is_too_large = |hashes| matches!(with(hashes), Err(Error::TooLarge(_)));
    assert!(!is_too_large(most) && is_too_large(most + 1), "{most}");
}

#[test]
fn an_empty_filter_is_refused_when_it_is_filled() {
    let filter = Deletable::new(DeletableKind::Qbf, 100, 2).unwrap();
    let error = filter.holding(0).unwrap_err();
    assert!(matches!(&error, Error::OutOfDomain(why) if why.parameter() == Parameter::Items), "{error}");
    assert_eq!(filter.deleting(1).holding(0).unwrap().rate_after_deletions(), Ok(0.0));
}
