//! The domain of targets.

use bloomlab_numbers::Target;

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
