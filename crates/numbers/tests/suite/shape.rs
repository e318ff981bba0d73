//! The domain of shapes.

use bloomlab_numbers::{
    MAX_SIZE,
    Sampling::{WithReplacement, WithoutReplacement},
    Shape,
};

#[test]
fn the_domain_is_checked_at_its_borders() {
    assert!(Shape::new(1, 1, WithReplacement).is_ok());
    assert!(Shape::new(MAX_SIZE, MAX_SIZE, WithoutReplacement).is_ok());
    assert!(Shape::new(8, 9, WithReplacement).is_ok());
    let refused = |bits, hashes, sampling| Shape::new(bits, hashes, sampling).unwrap_err().name;
    assert_eq!(refused(0, 1, WithReplacement), "bits");
    assert_eq!(refused(MAX_SIZE + 1, 1, WithReplacement), "bits");
    assert_eq!(refused(8, 0, WithReplacement), "hashes");
    assert_eq!(refused(8, 9, WithoutReplacement), "hashes");
}
