//! The accuracy that is promised.

use bloomlab_numbers::accuracy;

#[test]
fn the_bound_is_the_one_that_is_documented() {
    // 3N·2^−53
    assert_eq!(accuracy::distribution_by_recursion(1 << 10), 3.0 * 2.0_f64.powi(10 - 53));
}
