//! Points that are refused.

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::*;

#[test]
fn a_text_needs_more_words_than_a_document() {
    let point = IndexPoint { bits: 8, hashes: 1, documents: 1, words: 3, vocabulary: 5, queries: 1 };
    let why = simulate_index(&point, &StreamKey::new("small", 3, &point, 0).unwrap()).unwrap_err().to_string();
    assert!(why.contains("words of a document ≤ vocabulary / 2"), "{why}");
}

#[test]
fn a_warm_up_is_no_shorter_than_the_distances() {
    let recycling = Recycling { bound: Bound::Sigma(5), retention: Retention::NonRetaining };
    let filter = RecyclingDesign::new(Phases::One, 10, 2, recycling);
    let point = ForgettingPoint { filter, distances: vec![3, 9], warm_up: 8, length: 10 };
    let key = StreamKey::new("forgetting", 0, &point, 0).unwrap();
    let refused = simulate_forgetting(&point, &key);
    assert!(matches!(refused, Err(SimulationError::Refused(error)) if error.name == "warm-up"));
    assert!(simulate_forgetting(&ForgettingPoint { warm_up: 9, ..point }, &key).is_ok());
}
