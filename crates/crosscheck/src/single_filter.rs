//! One filter that holds n items: every formula in every arithmetic.

use bloomlab_formulas::Formula;

use crate::{Arithmetic, Filter, FilterRate, Limits, Outcome, Route, crosscheck, reference};

/// Some formulas for the false-positive rate of a filter, in some arithmetics, against the certified exact rate.
///
/// Formulas that give the exact rate (all but the approximations and Figure 1 as published) have a model error of 0: that
/// they are equal is proved in the papers, and `make crosscheck` checks it.
pub fn single_filter(
    filter: Filter,
    formulas: &[Formula],
    arithmetics: &[Arithmetic],
    digits: usize,
    limits: Limits,
) -> Vec<Outcome> {
    let truth = reference(&FilterRate { formula: Formula::Exact, filter }, arithmetics, digits, limits).ok();
    let route = |&formula| {
        let rate = FilterRate { formula, filter };
        Route { name: formula.name(), exact: rate.is_exact(), quantity: rate }
    };
    let routes: Vec<_> = formulas.iter().map(route).collect();
    crosscheck(&routes, arithmetics, truth.as_ref(), digits, limits)
}
