//! The domain of balls and bins.

use bloomlab_numbers::{BallsInBins, MAX_SIZE};

#[test]
fn the_domain_is_checked_at_its_borders() {
    assert!(BallsInBins::new(0, 1).is_ok() && BallsInBins::new(MAX_SIZE, MAX_SIZE).is_ok());
    assert_eq!(BallsInBins::new(1, 0).unwrap_err().name, "bins");
    assert_eq!(BallsInBins::new(MAX_SIZE + 1, 1).unwrap_err().name, "balls");
}
