//! The domains of the vocabulary at their borders, and what a refusal says.

use bloomlab_numbers::{
    BallsInBins, MAX_SIZE, Refused,
    Sampling::{WithReplacement, WithoutReplacement},
    Shape, Target, within,
};

#[test]
fn a_message_names_parameter_value_and_domain() {
    let message = |value| within("bits", value, 1..=MAX_SIZE).unwrap_err().to_string();
    assert_eq!(message(0), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1");
    assert_eq!(message(u64::MAX), format!("bits = {} is out of domain: needs 1 ≤ bits ≤ 2^63 − 1", u64::MAX));
    assert!(within("bits", 1, 1..=MAX_SIZE).is_ok() && within("bits", MAX_SIZE, 1..=MAX_SIZE).is_ok());
    let target = Refused::new("target", 1.5, "0 < target < 1");
    assert_eq!(target.to_string(), "target = 1.5 is out of domain: needs 0 < target < 1");
}

#[test]
fn domains_are_checked_at_their_borders() {
    assert!(BallsInBins::new(0, 1).is_ok() && BallsInBins::new(MAX_SIZE, MAX_SIZE).is_ok());
    assert_eq!(BallsInBins::new(1, 0).unwrap_err().name, "bins");
    assert_eq!(BallsInBins::new(MAX_SIZE + 1, 1).unwrap_err().name, "balls");
    for (bits, hashes, sampling, refused) in [
        (1, 1, WithReplacement, None),
        (MAX_SIZE, MAX_SIZE, WithoutReplacement, None),
        (8, 9, WithReplacement, None),
        (0, 1, WithReplacement, Some("bits")),
        (MAX_SIZE + 1, 1, WithReplacement, Some("bits")),
        (8, 0, WithReplacement, Some("hashes")),
        (8, 9, WithoutReplacement, Some("hashes")),
    ] {
        assert_eq!(Shape::new(bits, hashes, sampling).err().map(|why| why.name), refused, "{bits} {hashes}");
    }
}

#[test]
fn what_is_no_rate_between_0_and_1_is_refused_by_name() {
    for rate in [0.0, 1.0, f64::NAN, -1.0, f64::INFINITY] {
        assert_eq!(Target::new(rate).unwrap_err().name, "target");
    }
    for text in ["", "x", "1", "0", "-0.1", "nan", "1e-400", " 0.1"] {
        assert!(text.parse::<Target>().is_err(), "{text}");
    }
    assert_eq!("1e-3".parse(), Target::new(0.001));
    let least = f64::from_bits(1);
    assert_eq!(Target::new(least).map(|target| target.rate()), Ok(least));
}
