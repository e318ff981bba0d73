//! A packet's filter and an index of documents against every outcome of tiny filters.

use bloomlab_simulation::{IndexPoint, PathPoint, StreamKey, simulate_index, simulate_path};

/// k = 1, m = 2: hop 2 alarms with probability 1/2 and hop 3 always. 40,000 packets, seed 1: within 4.9 standard deviations,
/// α = 1e-6.
#[test]
fn packets_of_two_bits_alarm_at_the_second_hop_or_the_third() {
    let point = PathPoint { bits: 2, hashes: 1, packets: 40_000 };
    let alarms = simulate_path(&point, &StreamKey::new("small", 1, &point, 0).unwrap()).unwrap();
    assert_eq!((alarms.len(), alarms[0], alarms[1], alarms[2] + alarms[3]), (4, 0, 0, 40_000));
    assert!((alarms[2] as f64 - 20_000.0).abs() < 4.9 * 100.0, "{}", alarms[2]);
}

/// k = 1, m = 8, n = 2: a document is read for nothing with probability 15/64. 4000 texts of one document, 20 searches each, seed
/// 2; the share over the texts is within 4.9 standard deviations, α = 1e-6.
#[test]
fn documents_are_read_for_nothing_as_often_as_their_filters_say() {
    let point = IndexPoint { bits: 8, hashes: 1, documents: 1, words: 2, vocabulary: 50, queries: 20 };
    let read =
        |epoch| simulate_index(&point, &StreamKey::new("small", 2, &point, epoch).unwrap()).unwrap() as f64 / 20.0;
    let shares: Vec<f64> = (0..4000).map(read).collect();
    let mean = shares.iter().sum::<f64>() / 4000.0;
    let variance = shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / 4000.0;
    assert!((mean - 15.0 / 64.0).abs() < 4.9 * (variance / 4000.0).sqrt(), "{mean}");
}

#[test]
fn a_text_needs_more_words_than_a_document() {
    let point = IndexPoint { bits: 8, hashes: 1, documents: 1, words: 3, vocabulary: 5, queries: 1 };
    let why = simulate_index(&point, &StreamKey::new("small", 3, &point, 0).unwrap()).unwrap_err().to_string();
    assert!(why.contains("words of a document ≤ vocabulary / 2"), "{why}");
}
