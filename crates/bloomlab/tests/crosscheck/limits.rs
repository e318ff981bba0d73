//! Evaluations that take too long are left; a route without a form is refused.

use std::time::{Duration, Instant};

use bloomlab::Recycled;
use bloomlab::crosscheck::{ArithmeticKind, Failure, FilterRate, evaluate, single_filter};
use bloomlab_formulas::{Formula, Load};

fn result(formula: Formula, load: Load, arithmetic: ArithmeticKind) -> Result<f64, Failure> {
    evaluate(&FilterRate { formula, load }, arithmetic, 10, Duration::from_millis(50)).map(|value| value.to_f64())
}

#[test]
fn an_evaluation_is_left_when_its_time_is_over() {
    let load = Load::new(4000, 400, 7).unwrap();
    let start = Instant::now();
    for arithmetic in [ArithmeticKind::Rational, ArithmeticKind::Mpfr(256), ArithmeticKind::Certified] {
        assert_eq!(result(Formula::ChristensenRecursion, load, arithmetic), Err(Failure::TimedOut), "{arithmetic}");
    }
    // with room for a slow machine: whole, they take minutes
    assert!(start.elapsed() < Duration::from_secs(20));
    // what follows is not touched
    assert!(result(Formula::Exact, load, ArithmeticKind::Certified).is_ok());
}

#[test]
fn all_evaluations_together_have_a_limit() {
    let load = Load::new(4000, 400, 7).unwrap();
    let start = Instant::now();
    let outcomes = single_filter(load, Formula::ALL, &ArithmeticKind::USUAL, 17, Duration::from_millis(20));
    assert_eq!(outcomes.len(), Formula::ALL.len() * ArithmeticKind::USUAL.len());
    let timed_out = outcomes.iter().filter(|outcome| matches!(outcome.result, Err(Failure::TimedOut))).count();
    assert!(timed_out > 10 && start.elapsed() < Duration::from_secs(20), "{timed_out} {:?}", start.elapsed());
}

/// 10^6 messages have 5·10^11 states, and the chain of 2^30 states has 2^60 transitions.
#[test]
fn states_that_no_memory_holds_are_refused() {
    let filter = Recycled::new(1 << 40, 1).unwrap();
    for filter in [filter.after_messages(1_000_000), filter.at_sigma(1 << 30)] {
        let checks = filter.unwrap().crosscheck(10, Duration::from_millis(50), 1);
        let followed = checks.outcomes.iter().filter(|one| one.formula != "closed-form");
        for outcome in followed.filter(|one| one.arithmetic != ArithmeticKind::Rational) {
            assert!(matches!(outcome.result, Err(Failure::Refused(_))), "{outcome:?}");
        }
    }
}

#[test]
fn what_has_no_form_says_so() {
    let small = Load::new(16, 2, 3).unwrap();
    let distinct = small.without_replacement().unwrap();
    let text = |formula, load, arithmetic| result(formula, load, arithmetic).unwrap_err().to_string();
    for (found, expected) in [
        (
            text(Formula::ChristensenClosed, distinct, ArithmeticKind::F64),
            "out of domain: christensen-closed has no form without replacement",
        ),
        (
            text(Formula::ClassicLimit, small, ArithmeticKind::Rational),
            "out of domain: classic-limit has an exponential, which rationals lack",
        ),
        (
            text(Formula::Exact, Load::new(1 << 40, 1 << 36, 7).unwrap(), ArithmeticKind::Rational),
            "out of domain: rationals of about 1.9e13 bits, more than 2^20",
        ),
        (
            text(Formula::BoseStirling, Load::new(1 << 40, 1 << 36, 7).unwrap(), ArithmeticKind::F64),
            "bits = 1099511627776 is out of domain: needs at most 2e9 steps, not 5.3e23",
        ),
    ] {
        assert_eq!(found, expected);
    }
}
