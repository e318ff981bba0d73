//! What does not go together in a filter.

use bloomlab::{Error, Filter, HashingScheme, Parameter};

#[test]
fn what_does_not_go_together_is_refused_in_any_order() {
    let filter = Filter::new(64, 3).unwrap();
    let distinct = filter.without_replacement().unwrap();
    let message = |refused: Result<Filter, Error>| refused.unwrap_err().to_string();
    let expected = "positions that a scheme derives do not go with positions without replacement";
    assert_eq!(message(distinct.under(HashingScheme::Double)), expected);
    assert_eq!(message(distinct.hash_bits(32)), expected);
    let derived = filter.under(HashingScheme::Double).unwrap();
    assert_eq!(
        message(derived.without_replacement()),
        "positions without replacement do not go with positions that a scheme derives"
    );
    assert!(derived.with_bits_set(3).is_err() && filter.hash_bits(32).unwrap().with_bits_set(3).is_err());
    assert!(distinct.with_bits_set(64).is_ok() && distinct.with_bits_set(65).is_err());
    for bits in [0, 257] {
        let why = filter.hash_bits(bits).unwrap_err();
        assert!(matches!(&why, Error::OutOfDomain(why) if why.parameter() == Parameter::HashBits), "{why}");
    }
    assert_eq!(
        Filter::new(2, 3).unwrap().without_replacement().unwrap_err().to_string().split(' ').next(),
        Some("hashes")
    );
}
