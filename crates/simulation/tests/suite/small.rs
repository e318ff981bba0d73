//! A text that cannot be.

use bloomlab_simulation::{IndexPoint, StreamKey, simulate_index};

#[test]
fn a_text_needs_more_words_than_a_document() {
    let point = IndexPoint { bits: 8, hashes: 1, documents: 1, words: 3, vocabulary: 5, queries: 1 };
    let why = simulate_index(&point, &StreamKey::new("small", 3, &point, 0).unwrap()).unwrap_err().to_string();
    assert!(why.contains("words of a document ≤ vocabulary / 2"), "{why}");
}
