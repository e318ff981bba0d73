//! Where count-instance is the largest rate, and where Theorem 1 fails.

use bloomlab_workbench::{AnyError, Decision};

use super::{EXACT, Row, SIMULATED};
use crate::verdicts::{count, largest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![largest_count(rows)?, theorem(rows)?])
}

fn exact(rows: &[Row]) -> impl Iterator<Item = &Row> + Clone {
    rows.iter().filter(|row| row.series == EXACT)
}

/// The largest catalogue, in cycles.
fn largest_catalogue<'a>(rows: impl Iterator<Item = &'a Row>) -> f64 {
    largest(rows.map(|row| row.catalogue_over_cycle))
}

/// R14.
fn largest_count(rows: &[Row]) -> Result<Decision, AnyError> {
    let is_above = |row: &&Row| row.ratio > 1.0;
    let (small, large) = (exact(rows).filter(|row| row.is_small()), exact(rows).filter(|row| !row.is_small()));
    let large_name = &large.clone().next().ok_or("no large filter")?.filter;
    let small_name = &small.clone().next().ok_or("no small filter")?.filter;
    let last = largest_catalogue(large.filter(is_above));
    let small_last = largest_catalogue(small.clone().filter(is_above));

    let beyond = || rows.iter().filter(|row| !row.is_small() && row.catalogue_over_cycle > last);
    let agrees = |row: &Row| row.simulated().map_or(row.ratio, |simulated| simulated.lower) <= 1.0;
    let is_below = |row: &Row| row.simulated().is_some_and(|simulated| simulated.upper < 1.0);
    Ok(Decision::new("R14").measured(largest(exact(rows).map(|row| row.ratio))).decide_if(
        !exact(rows).any(|row| is_above(&row)),
        beyond().all(agrees) && beyond().any(is_below),
        format!(
            "the filter is large and its catalogue clearly larger than a cycle: above {last:.2} cycles at {large_name}; \
             at {small_name} all arrivals are ahead up to {small_last:.0} cycles, of {:.0} tried",
            largest_catalogue(small)
        ), String::new()))
}

/// R46.
fn theorem(rows: &[Row]) -> Result<Decision, AnyError> {
    let fails = |row: &Row| row.ratio > row.theorem_1_factor;
    let failing = exact(rows).filter(|row| fails(row));
    let bound = largest_catalogue(failing.clone());
    let by_simulation = |row: &Row| row.simulated().is_some_and(|simulated| simulated.lower > row.theorem_1_factor);

    let counterexample = exact(rows).find(|row| row.is_counterexample).ok_or("no counterexample")?;
    let simulated = rows.iter().find(|row| row.is_counterexample && row.series == SIMULATED);
    let simulated = simulated.ok_or("the counterexample is not simulated")?;
    let interval = simulated.simulated().ok_or("the counterexample has no interval")?;
    let is_confirmed = by_simulation(simulated) == fails(counterexample);
    let factor = counterexample.theorem_1_factor;
    Ok(Decision::new("R46").measured(counterexample.ratio / factor).decide_if(
        failing.clone().next().is_none(),
        is_confirmed && exact(rows).any(|row| row.catalogue_over_cycle > bound && row.ratio > 1.0),
        format!(
            "the catalogue exceeds {bound:.1} cycles; it fails in {} exact cases, {} of them by simulation as well: \
             F_r/F_n in {:.2} to {:.2} for H = {factor}",
            failing.count(),
            count(rows, by_simulation),
            interval.lower,
            interval.upper,
        ),
        String::new(),
    ))
}
