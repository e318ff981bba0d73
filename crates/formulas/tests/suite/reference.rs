//! Values computed by other software: `data/reference/*.json`, each next to the script that made it.

use bloomlab_exact::{Enclosures, Rational, certify};
use bloomlab_formulas::{Load, coverage, exact, inclusion_exclusion};
use bloomlab_numbers::{BallsInBins, Double, Number, contour};
use serde_json::Value;

fn rows(name: &str) -> Vec<Value> {
    let path = format!("{}/../../data/reference/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn size(row: &Value, name: &str) -> u64 {
    row[name].as_u64().unwrap()
}

fn value(row: &Value, name: &str) -> Rational {
    Rational::from_decimal(row[name].as_str().unwrap()).unwrap()
}

#[test]
fn certified_rates_have_the_reference_digits() {
    let rows = rows("single_filter");
    assert!(rows.len() > 20);
    for row in rows {
        let load = Load::new(size(&row, "bits"), size(&row, "items"), size(&row, "hashes")).unwrap();
        let expected = value(&row, "rate");
        let load =
            if row["without_replacement"].as_bool().unwrap() { load.without_replacement().unwrap() } else { load };
        let routes: [&dyn Fn(&Enclosures) -> bloomlab_exact::Enclosure; 2] =
            [&|a| inclusion_exclusion::rate(a, load), &|a| coverage::rate(a, load)];
        for route in routes {
            let certified = certify(40, route).unwrap();
            assert_eq!(certified.decimal(40), expected.decimal(40), "{row}");
        }
        let double = exact::rate(&Double, load).unwrap();
        let truth = expected.to_f64();
        if truth > 1e-290 {
            assert!((double / truth - 1.0).abs() < 1e-12, "{row}: {double}");
        }
    }
}

#[test]
fn certified_occupancies_have_the_reference_digits() {
    for row in rows("occupancy") {
        let shape = BallsInBins::new(size(&row, "balls"), size(&row, "bins")).unwrap();
        let certified = certify(40, |a: &Enclosures| {
            let bounded = contour::probability(a, shape, size(&row, "occupied"), a.bits());
            bounded.value.widened_by(&bounded.error_bound)
        });
        assert_eq!(certified.unwrap().decimal(40), value(&row, "probability").decimal(40), "{row}");
    }
}
