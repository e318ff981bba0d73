//! Filters from which items can be deleted, in doubles.

use bloomlab::{Deletable, DeletableKind, Error, Parameter};

#[test]
fn an_empty_filter_is_refused_when_it_is_filled() {
    let filter = Deletable::new(DeletableKind::Qbf, 100, 2).unwrap();
    let error = filter.holding(0).unwrap_err();
    assert!(matches!(&error, Error::OutOfDomain(why) if why.parameter() == Parameter::Items), "{error}");
    assert_eq!(filter.deleting(1).holding(0).unwrap().numbers().unwrap().rate_after_deletions, 0.0);
}
