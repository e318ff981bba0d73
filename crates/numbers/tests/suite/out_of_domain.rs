//! Messages of refusal.

use bloomlab_numbers::{MAX_SIZE, Refused, within};

#[test]
fn a_message_names_parameter_value_and_domain() {
    let message = |value| within("bits", value, 1..=MAX_SIZE).unwrap_err().to_string();
    assert_eq!(message(0), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1");
    assert_eq!(message(u64::MAX), format!("bits = {} is out of domain: needs 1 ≤ bits ≤ 2^63 − 1", u64::MAX));
    assert!(within("bits", 1, 1..=MAX_SIZE).is_ok() && within("bits", MAX_SIZE, 1..=MAX_SIZE).is_ok());
    let target = Refused::new("target", 1.5, "0 < target < 1");
    assert_eq!(target.to_string(), "target = 1.5 is out of domain: needs 0 < target < 1");
}
