//! One filter that holds n items: every formula in every arithmetic.

use bloomlab_formulas::{Formula, Load};

use crate::outcome::crosscheck_within;
use crate::{ArithmeticKind, Candidate, FilterRate, Limits, Outcome, TimeBudget, reference_within};

/// Compares formulas for the false-positive rate of a filter, in some arithmetics, with the certified exact rate.
///
/// Formulas that give the exact rate ([`Formula::is_exact`]) have a model error of 0: the papers prove that they are
/// equal, and `make crosscheck` checks it.
pub fn single_filter(
    load: Load,
    formulas: &[Formula],
    arithmetics: &[ArithmeticKind],
    digits: usize,
    limits: Limits,
) -> Vec<Outcome> {
    let budget = TimeBudget::new(limits);
    let exact = FilterRate { formula: Formula::Exact, load };
    let truth = reference_within(&exact, arithmetics, digits, &budget).ok();
    let route = |&formula: &Formula| Candidate {
        name: formula.name(),
        exact: formula.is_exact(),
        quantity: FilterRate { formula, load },
    };
    let routes: Vec<_> = formulas.iter().map(route).collect();
    crosscheck_within(&routes, arithmetics, truth.as_ref(), digits, &budget)
}
