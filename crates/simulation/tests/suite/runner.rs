//! The runner: the same bytes with one thread and with several; and points that are refused.

use std::collections::BTreeSet;

use bloomlab_filters::{Recycling, Retention};
use bloomlab_numbers::{Bound, Phases};
use bloomlab_simulation::*;

fn recycling_points() -> Vec<RecyclingPoint> {
    let point = |phases, sigma| RecyclingPoint {
        filter: RecyclingDesign::new(
            phases,
            200,
            4,
            Recycling { bound: Bound::Sigma(sigma), retention: Retention::Retaining },
        ),
        positions: Persistence::Fresh,
        arrivals: ArrivalModel { popularity: Popularity::Zipf { exponent: 0.8 }, ..ArrivalModel::uniform(300) },
        warm_up: 10,
        length: 2_000,
    };
    vec![point(Phases::One, 60), point(Phases::Two, 60), point(Phases::One, 120)]
}

fn simulated(points: &[RecyclingPoint]) -> Result<Vec<Vec<ArrivalTally>>, SimulationError> {
    run("runner", 5, points, 8, simulate_recycling)
}

fn bytes(results: &impl serde::Serialize) -> String {
    serde_json::to_string(results).unwrap()
}

#[test]
fn one_thread_or_more_give_the_same_bytes() {
    let points = recycling_points();
    let [single, two, five] = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bytes(&simulated(&points).unwrap()))
    });
    assert!(single == two && single == five);
}

#[test]
fn a_point_has_the_same_epochs_alone_and_among_others() {
    let points = recycling_points();
    let together = simulated(&points).unwrap();
    let alone = simulated(&points[2..]).unwrap();
    assert_eq!(together[2], alone[0]);
    let distinct: BTreeSet<String> = together.iter().flatten().map(bytes).collect();
    assert_eq!(distinct.len(), 24, "every epoch has its own stream");
}

#[test]
fn errors_name_what_is_wrong() {
    let mut points = recycling_points();
    points[1].filter.hashes = 0;
    let error = simulated(&points).unwrap_err();
    assert!(error.to_string().starts_with("hashes = 0 is out of domain"), "{error}");
}

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
