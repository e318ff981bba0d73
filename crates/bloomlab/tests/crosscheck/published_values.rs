//! The certified column against values that other software computed: `data/reference`.

use std::time::Duration;

use bloomlab::crosscheck::{ArithmeticKind, Computed, single_filter};
use bloomlab_exact::Rational;
use bloomlab_formulas::{Formula, Load};
use serde_json::Value;

#[test]
fn the_certified_column_has_the_reference_digits() {
    let path = format!("{}/../../data/reference/single_filter.json", env!("CARGO_MANIFEST_DIR"));
    let rows: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut compared = 0;
    for row in &rows {
        let size = |name: &str| row[name].as_u64().unwrap();
        let load = Load::new(size("bits"), size("items"), size("hashes")).unwrap();
        let is_distinct = row["without_replacement"].as_bool().unwrap();
        let load = if is_distinct { load.without_replacement().unwrap() } else { load };
        let expected = Rational::from_decimal(row["rate"].as_str().unwrap()).unwrap().decimal(40);
        let exact: Vec<_> = Formula::ALL.iter().copied().filter(|formula| formula.is_exact()).collect();
        for outcome in single_filter(load, &exact, &[ArithmeticKind::Certified], 40, Duration::from_millis(500)) {
            let Ok(checked) = outcome.result else { continue };
            let Computed::Enclosure(value) = checked.value else { panic!("{}", outcome.formula) };
            assert_eq!(value.decimal(40), expected, "{row} {}", outcome.formula);
            compared += 1;
        }
    }
    assert!(compared > 3 * rows.len(), "{compared} of {} rows", rows.len());
}
