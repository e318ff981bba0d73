//! One filter that holds n items: every formula in every arithmetic.

use std::time::Duration;

use bloomlab_formulas::{Formula, Load};

use super::arithmetic::ArithmeticKind;
use super::filter_rates::FilterRate;
use super::outcome::{Candidate, Outcome, crosscheck};
use super::quantity::reference;

/// Compares formulas for the false-positive rate of a filter, in some arithmetics, with the certified exact rate. One evaluation may
/// take `limit`.
///
/// Formulas that give the exact rate ([`Formula::is_exact`]) have a model error of 0: the papers prove that they are
/// equal, and `make crosscheck` checks it.
pub fn single_filter(
    load: Load,
    formulas: &[Formula],
    arithmetics: &[ArithmeticKind],
    digits: usize,
    limit: Duration,
) -> Vec<Outcome> {
    let truth = reference(&FilterRate { formula: Formula::Exact, load }, arithmetics, digits, limit).ok();
    let route = |&formula: &Formula| Candidate {
        name: formula.name(),
        exact: formula.is_exact(),
        quantity: FilterRate { formula, load },
    };
    let routes: Vec<_> = formulas.iter().map(route).collect();
    crosscheck(&routes, arithmetics, truth.as_ref(), digits, limit)
}
