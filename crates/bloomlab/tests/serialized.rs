//! Questions and results as JSON.

use bloomlab::{
    Comparison, Deletable, DeletableKind, Filter, HashingScheme, Occupancy, RateTest, RecyclingPlan, Sizing,
};
use serde_json::{Value, json, to_value};

#[test]
fn questions_and_results_are_written_by_the_names_of_their_parts() {
    let sizing = Sizing::of(20).unwrap().at_most(0.001).unwrap();
    let filter = Filter::new(64, 3).unwrap().under(HashingScheme::Blocked(32)).unwrap();
    let plan = RecyclingPlan::new(1000, 0.01).unwrap();
    let written: [(Value, Value); 8] = [
        (
            to_value(filter).unwrap(),
            json!({"bits": 64, "hashes": 3, "sampling": "with-replacement", "scheme": "blocked:32", "hash_bits": null}),
        ),
        (
            to_value(&sizing).unwrap(),
            json!({"items": 20, "target": 0.001, "scheme": "independent", "power_of_two": false}),
        ),
        (to_value(sizing.smallest().unwrap()).unwrap()["bits"].clone(), json!(291)),
        (to_value(Occupancy::new(3, 5).unwrap()).unwrap(), json!({"balls": 3, "bins": 5})),
        (
            to_value(RateTest::of(Filter::new(64, 3).unwrap().holding(5).unwrap(), 9).unwrap()).unwrap(),
            json!({
                "bits": 64, "hashes": 3, "sampling": "with-replacement", "items": 5, "queries": 9, "filters": 1,
                "alpha": 1e-6, "two_sided": false, "ratio": null, "power": 0.99,
            }),
        ),
        (to_value(Comparison::at_most(0.5).unwrap()).unwrap(), json!({"target": 0.5})),
        (
            to_value(plan).unwrap(),
            json!({"bits": 1000, "target": 0.01, "hashes": null, "phases": "one", "sampling": "with-replacement"}),
        ),
        (to_value(Deletable::new(DeletableKind::Dfp, 64, 2).unwrap()).unwrap()["bits"].clone(), json!(64)),
    ];
    for (value, expected) in written {
        assert_eq!(value, expected);
    }
}
