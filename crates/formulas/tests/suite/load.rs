//! The domain of loads, and the names of formulas.

use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::{MAX_SIZE, Refused, Sampling};

#[test]
fn the_domain_is_checked_at_its_borders() {
    assert!(Load::new(1, 0, 1).is_ok());
    assert!(Load::new(MAX_SIZE, MAX_SIZE, 1).is_ok());
    assert!(Load::new(MAX_SIZE + 1, 1, 1).is_err());
    assert_eq!(Load::new(8, MAX_SIZE / 2, 2).map(Load::balls), Ok(MAX_SIZE - 1));
    let why = |load: Result<Load, Refused>| load.unwrap_err().to_string();
    assert_eq!(
        why(Load::new(8, MAX_SIZE, 2)),
        format!("items = {MAX_SIZE} is out of domain: needs hashes · items ≤ 2^63 − 1 with hashes = 2")
    );
    assert_eq!(
        why(Load::new(8, u64::MAX, 2)),
        format!("items = {} is out of domain: needs 0 ≤ items ≤ 2^63 − 1", u64::MAX)
    );
    assert_eq!(why(Load::new(0, 1, 1)), "bits = 0 is out of domain: needs 1 ≤ bits ≤ 2^63 − 1");
}

#[test]
fn distinct_positions_need_as_many_bits() {
    let load = Load::new(8, 1, 8).unwrap();
    assert_eq!(load.sampling(), Sampling::WithReplacement);
    let distinct = load.without_replacement().unwrap();
    assert_eq!((distinct.sampling(), distinct.balls()), (Sampling::WithoutReplacement, 8));
    assert_ne!(load, distinct);
    assert_eq!(
        Load::new(8, 1, 9).unwrap().without_replacement().unwrap_err().to_string(),
        "hashes = 9 is out of domain: needs 1 ≤ hashes ≤ bits = 8 without replacement"
    );
}

#[test]
fn every_formula_is_found_by_its_name() {
    for &formula in Formula::ALL {
        assert_eq!(formula.name().parse(), Ok(formula));
    }
    assert_eq!(Formula::ChristensenTableRepaired.to_string(), "christensen-table-repaired");
    let unknown = "eq-18".parse::<Formula>().unwrap_err().to_string();
    assert!(unknown.starts_with("unknown formula `eq-18`; known are exact, classic, classic-limit, bloom-1970, "));
}
