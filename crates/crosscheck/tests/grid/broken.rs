//! The checks can fail: routes that are wrong are found.

use bloomlab_evaluation::{ArithmeticKind, Failure, FilterRate, evaluate, reference};
use bloomlab_formulas::{Formula, FormulaError, Load, accuracy};
use bloomlab_numbers::Budget;

use crate::ledger::Ledger;
use crate::single_filters::check_exact_formula;

const SECONDS: f64 = 1.0;

#[test]
fn a_route_to_another_quantity_is_found() {
    let load = Load::new(16, 2, 3).unwrap();
    let rate = |formula| FilterRate { formula, load };
    let truth = reference(&rate(Formula::Exact), &ArithmeticKind::USUAL, 20, &Budget::of_parts(SECONDS)).unwrap();
    let exact = evaluate(&rate(Formula::Exact), ArithmeticKind::Rational, 20, &Budget::of_parts(SECONDS)).unwrap();
    // the classic formula, and Figure 1 as published, in the place of an exact one; eq. 18 in its own
    for (formula, failures) in [(Formula::Classic, 2), (Formula::ChristensenTable, 2), (Formula::ChristensenClosed, 0)]
    {
        let mut ledger = Ledger::default();
        check_exact_formula(&mut ledger, rate(formula), Some(&truth), Some(&exact));
        assert_eq!((ledger.comparisons, ledger.failures.len()), (3, failures), "{formula}: {ledger}");
    }
}

#[test]
fn a_double_beyond_its_bound_is_found() {
    let load = Load::new(1000, 50, 7).unwrap();
    let truth = reference(
        &FilterRate { formula: Formula::Exact, load },
        &[ArithmeticKind::F64],
        20,
        &Budget::of_parts(SECONDS),
    )
    .unwrap();
    for (factor, failures) in [(1.0 + 1.5e-12, 1), (1.0 - 1.5e-12, 1), (1.0 + 0.5e-12, 0), (f64::NAN, 1), (0.0, 1)] {
        let mut ledger = Ledger::default();
        ledger.claim("formulas: exact", &load, truth.to_f64() * factor, &truth, accuracy::EXACT);
        assert_eq!(ledger.failures.len(), failures, "{factor}: {ledger}");
    }
    // without replacement eq. 18 and the recursion do not hold, and are not asked
    let closed = FilterRate { formula: Formula::ChristensenClosed, load: load.without_replacement().unwrap() };
    assert!(matches!(
        evaluate(&closed, ArithmeticKind::Certified, 20, &Budget::of_parts(SECONDS)),
        Err(Failure::Formula(FormulaError::WithReplacementOnly(Formula::ChristensenClosed)))
    ));
}

#[test]
fn a_claim_that_nobody_made_is_found() {
    let mut ledger = Ledger::default();
    ledger.error("formulas: eq. 18", &(), 0.0, 1.0);
    assert_eq!(ledger.failures, ["formulas: eq. 18 is no claim"]);
}
