//! Every public question and result as JSON.

use bloomlab::{
    ArithmeticKind, Comparison, Deletable, DeletableKind, Ending, Filter, Formula, HashingScheme, Library, Occupancy,
    RateTest, Recycled, RecyclingPlan, Sizing,
};
use serde::Serialize;
use serde_json::{Value, json};

fn written(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap()
}

#[test]
fn questions_are_written_by_the_names_of_their_parts() {
    let derived = Filter::new(64, 3).unwrap().under(HashingScheme::Blocked(32)).unwrap();
    let filter =
        json!({"bits": 64, "hashes": 3, "sampling": "with-replacement", "scheme": "blocked:32", "hash_bits": null});
    assert_eq!(written(derived), filter);
    let with = |filter: &Value, name: &str, value: Value| {
        let mut filter = filter.clone();
        filter[name] = value;
        filter
    };
    assert_eq!(written(derived.holding(5).unwrap()), with(&filter, "items", json!(5)));
    let observed = Filter::new(64, 3).unwrap().with_bits_set(7).unwrap();
    assert_eq!(written(observed), with(&with(&filter, "scheme", json!(null)), "bits_set", json!(7)));

    assert_eq!(written(Sizing::of(20).unwrap()), 20);
    let sizing = json!({"items": 20, "target": 0.001, "scheme": "independent", "hashes": null, "power_of_two": false});
    assert_eq!(written(Sizing::of(20).unwrap().at_most(0.001).unwrap()), sizing);
    assert_eq!(written(Occupancy::new(3, 5).unwrap()), json!({"balls": 3, "bins": 5}));
    assert_eq!(written(Comparison::at_most(0.5).unwrap()), json!({"target": 0.5}));

    let recycled = Recycled::new(1000, 5).unwrap().two_phases(Ending::Keeping);
    let cycle = json!({
        "bits": 1000, "hashes": 5, "sampling": "with-replacement", "frozen": "keeping", "retention": "non-retaining",
    });
    assert_eq!(written(recycled), cycle);
    let bounded = with(&cycle, "bound", json!({"bits": 250}));
    assert_eq!(written(recycled.at_sigma(250).unwrap()), bounded);
    let plan = json!({"bits": 1000, "target": 0.01, "hashes": null, "phases": "one", "sampling": "with-replacement"});
    assert_eq!(written(RecyclingPlan::new(1000, 0.01).unwrap()), plan);

    let test = RateTest::of(Filter::new(64, 3).unwrap().holding(5).unwrap(), 9).unwrap();
    let asked = json!({
        "bits": 64, "hashes": 3, "sampling": "with-replacement", "scheme": null, "hash_bits": null, "items": 5,
        "queries": 9, "filters": 1, "while_filling": false,
        "alpha": 1e-6, "two_sided": false, "ratio": null, "power": 0.99,
    });
    assert_eq!(written(test), asked);

    let deletable = Deletable::new(DeletableKind::Dfp, 64, 2).unwrap().deleting(1);
    let kind = json!({"kind": "dfp", "bits": 64, "hashes": 2, "deleted": 1});
    assert_eq!(written(deletable), kind);
    assert_eq!(written(deletable.holding(3).unwrap()), with(&kind, "items", json!(3)));
}

#[test]
fn results_are_written_with_their_numbers_and_reasons() {
    let stored = Filter::new(32, 5).unwrap().holding(4).unwrap();
    let rows = written(stored.by_formulas(&[Formula::Exact, Formula::BoseStirling], None, 17).unwrap());
    assert_eq!((&rows[0]["formula"], &rows[0]["arithmetic"]), (&json!("exact"), &json!("certified")));
    let bounds = &rows[0]["rate"]["Ok"]["value"];
    assert!(bounds[0].as_str().unwrap().starts_with("0.0252218523072935"), "{bounds}");
    assert!(rows[1]["rate"]["Ok"]["value"].is_f64() && rows[1]["rate"]["Ok"]["difference"]["within"][0].is_string());
    let double = Filter::new(64, 3).unwrap().under(HashingScheme::Double).unwrap().holding(5).unwrap();
    assert_eq!(written(double.beside_independent(None, 17).unwrap())[0]["scheme"], "double");
    let observed = Filter::new(64, 3).unwrap().with_bits_set(32).unwrap();
    assert_eq!(written(observed.evaluated(ArithmeticKind::F64, 17).unwrap())["rate"]["Ok"]["value"], 0.125);
    assert!(written(stored.certified(20).unwrap())[1].is_string());
    let limit = std::time::Duration::from_millis(500);
    let checked = written(stored.crosscheck(17, limit).unwrap());
    assert!(checked.as_array().unwrap().iter().any(|row| row["result"]["Ok"]["correct_digits"].is_f64()));

    let sizing = Sizing::of(20).unwrap().at_most(0.001).unwrap();
    assert_eq!(written(sizing.smallest().unwrap())["bits"], 291);
    assert!(written(sizing.certified(17).unwrap())["rate"]["certified"][0].is_string());
    let library: Library = "fastbloom".parse().unwrap();
    assert_eq!(written(library.filter_for(1000, 0.01).unwrap())["cover"], "nearest");
    let comparison = Comparison::at_most(0.01).unwrap();
    assert_eq!(written(comparison.of_items(1000).unwrap())[0]["filter"], "static-bound");
    assert!(written(comparison.of_window(10).unwrap())[0]["parameters"].is_object());

    let plans = written(RecyclingPlan::new(1000, 0.01).unwrap().plans().unwrap());
    assert_eq!((&plans[0]["policy"], &plans[0]["plan"]["Ok"]["hashes"]), (&json!("sigma-bounded"), &json!(6)));
    let filter = Recycled::new(200, 4).unwrap().at_sigma(110).unwrap();
    let averages = written(filter.averages().unwrap());
    assert!(averages["rate"].is_f64() && averages["published"]["rate"].is_f64(), "{averages}");
    assert!(written(filter.certified(17).unwrap())["rate"][0].is_string());
    let checks = written(filter.crosscheck(17, limit, 1));
    assert!(checks["outcomes"][0]["result"].is_object() && checks["simulated"]["Ok"]["mean"].is_f64(), "{checks}");

    let bins = Occupancy::new(20, 32).unwrap();
    assert!(written(bins.around_mode().unwrap())[0]["probability"].is_f64());
    assert!(written(bins.certified_around_mode(17).unwrap())[0]["probability"]["Ok"][0].is_string());

    let stored = Deletable::new(DeletableKind::Dfp, 64, 2).unwrap().holding(3).unwrap();
    let numbers = written(stored.certified(17).unwrap());
    assert!(numbers["rate"][0].is_string() && numbers["published_deletability"].is_null(), "{numbers}");
    let checks = written(stored.crosscheck(17, limit, 1));
    assert_eq!((&checks[0][0], checks[0][1]["truth"].is_array()), (&json!("deletability"), true));
    let regions = Deletable::new(DeletableKind::Dlbf { region_bits: 8 }, 1 << 40, 8).unwrap().deleting(1 << 28);
    let missing = written(regions.holding(1 << 30).unwrap().numbers().unwrap_err());
    assert!(missing.as_str().unwrap().starts_with("with 8 hash functions"), "{missing}");
    assert!(
        written(bins.certified_probability(7, 10_000).err()).is_null()
            && written(Sizing::of(u64::MAX))["Err"].is_string()
    );
}
