//! The bounds of a cycle.

use bloomlab_numbers::Bound;

#[test]
fn the_last_message_within_the_bound_always_finds_a_clear_bit() {
    for (bits, hashes, most) in [(1, 1, 1), (1, 3, 1), (9, 3, 3), (10, 3, 4), (1000, 5, 200)] {
        assert_eq!(Bound::most_messages(bits, hashes), most);
        assert!((most - 1) * hashes < bits && most * hashes >= bits);
    }
}
