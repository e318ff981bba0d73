//! Public questions and results as JSON: by the names of their parts, with numbers and reasons.

use bloomlab::{
    Deletable, DeletableKind, Ending, Filter, Formula, HashingScheme, Occupancy, Product, RateTest, Recycled,
    RecyclingPlan, Sizing, compare,
};
use serde::Serialize;
use serde_json::{Value, json};

fn written(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn questions_are_written_by_the_names_of_their_parts() {
    let derived = Filter::new(64, 3).unwrap().under(HashingScheme::Blocked(32)).unwrap().holding(5).unwrap();
    let test = json!({
        "bits": 64, "hashes": 3, "sampling": "with-replacement", "scheme": "blocked:32", "hash_bits": null, "items": 5,
        "queries": 9, "filters": 1, "while_filling": false,
        "alpha": 1e-6, "two_sided": false, "ratio": null, "power": 0.99,
    });
    assert_eq!(written(RateTest::of(derived, 9).unwrap()), test);
    let sizing = json!({"items": 20, "target": 0.001, "scheme": "independent", "hashes": null, "power_of_two": false});
    assert_eq!(written(Sizing::of(20, 0.001).unwrap()), sizing);
    let recycled = Recycled::new(1000, 5).unwrap().two_phases(Ending::Keeping).at_sigma(250).unwrap();
    let cycle = json!({
        "bits": 1000, "hashes": 5, "sampling": "with-replacement", "frozen": "keeping", "retention": "non-retaining",
        "bound": {"bits": 250},
    });
    assert_eq!(written(recycled), cycle);
    let deletable = Deletable::new(DeletableKind::Dfp, 64, 2).unwrap().deleting(1).holding(3).unwrap();
    assert_eq!(written(deletable), json!({"kind": "dfp", "bits": 64, "hashes": 2, "deleted": 1, "items": 3}));
}

#[test]
fn results_are_written_with_their_numbers_and_reasons() {
    let stored = Filter::new(32, 5).unwrap().holding(4).unwrap();
    let rows = written(stored.by_formulas(&[Formula::Exact, Formula::BoseStirling], None, 17).unwrap());
    assert_eq!((&rows[0]["formula"], &rows[0]["arithmetic"]), (&json!("exact"), &json!("certified")));
    let bounds = &rows[0]["result"]["Ok"]["value"];
    assert!(bounds[0].as_str().unwrap().starts_with("0.0252218523072935"), "{bounds}");
    assert!(
        rows[1]["result"]["Ok"]["value"].is_f64() && rows[1]["result"]["Ok"]["relative_error"]["within"][0].is_string()
    );
    let sizing = Sizing::of(20, 0.001).unwrap();
    let size = sizing.smallest().unwrap();
    assert_eq!(written(size)["bits"], 291);
    assert!(written(sizing.rate(&size, 20, 17).unwrap())[0].is_string());
    let library: Product = "fastbloom".parse().unwrap();
    assert_eq!(written(library.filter_for(1000, 0.01).unwrap())["cover"], "nearest");
    assert_eq!(written(compare::for_items(1000, 0.01).unwrap())[0]["filter"], "static-bound");
    assert!(written(compare::for_window(10, 0.01).unwrap())[0]["parameters"].is_object());
    let plans = written(RecyclingPlan::new(1000, 0.01).unwrap().plans().unwrap());
    assert_eq!((&plans[0]["policy"], &plans[0]["plan"]["Ok"]["hashes"]), (&json!("sigma-bounded"), &json!(6)));
    let averages = Recycled::new(200, 4).unwrap().at_sigma(110).unwrap().averages().unwrap();
    assert!(written(averages)["published"]["rate"].is_f64());
    let rows = Occupancy::new(20, 32).unwrap().certified_around_mode(17).unwrap();
    assert!(written(rows)[0]["probability"]["Ok"][0].is_string());
    let stored = Deletable::new(DeletableKind::Dfp, 64, 2).unwrap().holding(3).unwrap();
    let numbers = written(stored.numbers().unwrap());
    assert!(numbers["rate"].is_f64() && numbers["published_deletability"].is_null(), "{numbers}");
    assert!(written(Sizing::of(u64::MAX, 0.5))["Err"].is_string());
}
