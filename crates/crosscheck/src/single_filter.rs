//! One filter that holds n items: every formula in every arithmetic.

use bloomlab_evaluation::{ArithmeticKind, FilterRate, reference};
use bloomlab_formulas::{Formula, Load};
use bloomlab_numbers::Budget;

use crate::{Candidate, Outcome, crosscheck};

/// Compares formulas for the false-positive rate of a filter, in some arithmetics, with the certified exact rate, at the expense of a
/// budget.
///
/// Formulas that give the exact rate ([`Formula::is_exact`]) have a model error of 0: the papers prove that they are
/// equal, and `make crosscheck` checks it.
pub fn single_filter(
    load: Load,
    formulas: &[Formula],
    arithmetics: &[ArithmeticKind],
    digits: usize,
    budget: &Budget,
) -> Vec<Outcome> {
    let exact = FilterRate { formula: Formula::Exact, load };
    let truth = reference(&exact, arithmetics, digits, budget).ok();
    let route = |&formula: &Formula| Candidate {
        name: formula.name(),
        exact: formula.is_exact(),
        quantity: FilterRate { formula, load },
    };
    let routes: Vec<_> = formulas.iter().map(route).collect();
    crosscheck(&routes, arithmetics, truth.as_ref(), digits, budget)
}
