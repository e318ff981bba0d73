//! Refusals as text.

use bloomlab_numbers::{Advice, Parameter, Resource};

#[test]
fn a_refusal_says_what_it_takes_how_much_is_allowed_and_what_to_try() {
    assert!(Resource::Bytes.within(1e9, 1e9, Advice::Nothing).is_ok());
    let fewer = Advice::smaller(&[Parameter::Bits]);
    let refused = Resource::Bytes.within(3e12, 1e9, fewer).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "too large: takes about 3e12 bytes, more than the limit of 1e9 bytes; try a smaller value of bits"
    );
    let refused = Resource::Seconds.within(31.4, 8.0, fewer).unwrap_err().advising(Advice::Nothing);
    assert_eq!(refused.to_string(), "too large: takes about 32 s, more than the limit of 8 s");
    let barely = Resource::Seconds.within(8.001, 8.0, fewer).unwrap_err().to_string();
    assert!(barely.starts_with("too large: takes about 8.1 s, more than the limit of 8 s;"), "{barely}");
    assert!(Resource::Bytes.within(f64::NAN, 1.0, fewer).is_err());
}
