//! Formulas by name.

use bloomlab_formulas::Formula;

#[test]
fn every_formula_is_found_by_its_name() {
    for &formula in Formula::ALL {
        assert_eq!(formula.name().parse(), Ok(formula));
        assert_eq!(formula.to_string(), formula.name());
    }
    assert_eq!(Formula::ChristensenTableRepaired.name(), "christensen-table-repaired");
    let unknown = "eq-18".parse::<Formula>().unwrap_err().to_string();
    assert!(unknown.starts_with("unknown formula `eq-18`; known are exact, classic, classic-limit, bloom-1970, "));
}
