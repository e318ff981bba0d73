//! The accuracy that is promised.

use bloomlab_formulas::accuracy::*;
use bloomlab_numbers::{Sampling, Shape};

/// 2^−52.
const UNIT: f64 = 1.0 / (1_u64 << 52) as f64;

#[test]
fn the_bounds_are_those_that_are_documented() {
    assert_eq!((EXACT, EXACT_OF_MANY_HASHES, BLOCKED, RECURSION), (1e-12, 1e-11, 1e-12, 1e-12));
    assert_eq!((EXACT_HASHES, EXACT_MOST_HASHES, BLOCKED_HASHES, RECURSION_BALLS), (60, 512, 32, 10_000));
    assert_eq!(EXACT_LEAST, 1e-290);
    assert_eq!(approximation(7), 64.0 * UNIT);
    let shape = Shape::new(100, 3, Sampling::WithReplacement).unwrap();
    assert_eq!(no_alarm(shape, 10), 520.0 * UNIT);
}
