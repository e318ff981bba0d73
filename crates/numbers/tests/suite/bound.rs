//! The bounds of a cycle.

use bloomlab_numbers::{Bound, Ending};

#[test]
fn the_last_message_within_the_bound_always_finds_a_clear_bit() {
    for (bits, hashes, most) in [(1, 1, 1), (1, 3, 1), (9, 3, 3), (10, 3, 4), (1000, 5, 200)] {
        assert_eq!(Bound::most_messages(bits, hashes), most);
        assert!((most - 1) * hashes < bits && most * hashes >= bits);
    }
}

#[test]
fn a_bound_has_its_number_and_the_usual_filter_drops() {
    assert_eq!([Bound::Sigma(7), Bound::Messages(9)].map(Bound::value), [7, 9]);
    assert!(Ending::default().is_dropping() && !Ending::Keeping.is_dropping());
}
