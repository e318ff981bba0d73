//! The certified column against values that other software computed: `data/reference`.

use bloomlab_crosscheck::{Arithmetic, Filter, Limits, single_filter};
use bloomlab_exact::Rational;
use bloomlab_formulas::{Formula, Shape};
use serde_json::Value;

#[test]
fn the_certified_column_has_the_reference_digits() {
    let path = format!("{}/../../data/reference/single_filter.json", env!("CARGO_MANIFEST_DIR"));
    let rows: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut compared = 0;
    for row in &rows {
        let size = |name: &str| row[name].as_u64().unwrap();
        let shape = Shape::new(size("bits"), size("items"), size("hashes")).unwrap();
        let filter = match row["without_replacement"].as_bool().unwrap() {
            true => Filter::without_replacement(shape).unwrap(),
            false => Filter::with_replacement(shape),
        };
        let expected = Rational::from_decimal(row["rate"].as_str().unwrap()).unwrap().decimal(40);
        let exact = Formula::ALL.map(|formula| bloomlab_crosscheck::FilterRate { formula, filter });
        let exact: Vec<_> = exact.iter().filter(|rate| rate.is_exact()).map(|rate| rate.formula).collect();
        let limits = Limits { seconds: 0.2 };
        for outcome in single_filter(filter, &exact, &[Arithmetic::Certified], 40, limits) {
            let Ok(checked) = outcome.result else { continue };
            let bloomlab_crosscheck::Computed::Enclosure(value) = checked.value else { panic!("{}", outcome.formula) };
            assert_eq!(value.decimal(40), expected, "{row} {}", outcome.formula);
            compared += 1;
        }
    }
    assert!(compared > 3 * rows.len(), "{compared} of {} rows", rows.len());
}
