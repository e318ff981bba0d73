//! The runner: the same bytes with one thread and with several.

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

fn task<P>(points: &[P]) -> Task<'_, P> {
    Task { experiment: "runner", seed: 5, points, epochs: 8 }
}

fn bytes(results: &impl serde::Serialize) -> String {
    serde_json::to_string(results).unwrap()
}

#[test]
fn one_thread_or_more_give_the_same_bytes() {
    let points = recycling_points();
    let [single, two, five] = [1, 2, 5].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bytes(&run(&task(&points), simulate_recycling).unwrap()))
    });
    assert!(single == two && single == five);
}

#[test]
fn a_point_has_the_same_epochs_alone_and_among_others() {
    let points = recycling_points();
    let together = run(&task(&points), simulate_recycling).unwrap();
    let alone = run(&task(&points[2..]), simulate_recycling).unwrap();
    assert_eq!(together[2], alone[0]);
    let distinct: BTreeSet<String> = together.iter().flatten().map(bytes).collect();
    assert_eq!(distinct.len(), 24, "every epoch has its own stream");
}

#[test]
fn errors_name_what_is_wrong() {
    let mut points = recycling_points();
    points[1].filter.hashes = 0;
    let error = run(&task(&points), simulate_recycling).unwrap_err();
    assert!(error.to_string().starts_with("hashes = 0 is out of domain"), "{error}");
}
