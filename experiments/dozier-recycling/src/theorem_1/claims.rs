//! Where count-instance is the largest rate, and where Theorem 1 fails.

use bloomlab_workbench::{AnyError, Decision};

use super::{EXACT, FURTHER, LINE, Row};
use crate::verdicts::{count, largest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    // lines stand behind all that is decided by
    let decided = rows.iter().position(|row| row.series == LINE).unwrap_or(rows.len());
    let rows = &rows[..decided];
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
    let decision = Decision::new("R14").measured(largest(exact(rows).map(|row| row.ratio)));
    Ok(decision.tested_on(rows.iter().filter(|row| row.series != FURTHER))?.decide_if(
        !exact(rows).any(|row| is_above(&row)),
        beyond().all(agrees) && beyond().any(is_below),
        format!(
            "the filter is large and its catalogue clearly larger than a cycle: above {last:.2} cycles at {large_name}, found with every \
             leak and tested by simulation with one; at {small_name} all arrivals are ahead up to {small_last:.0} cycles, of {:.0} tried",
            largest_catalogue(small)
        ),
        format!("beyond {last:.2} cycles the simulation does not have first arrivals ahead at {large_name}"),
    ))
}

/// R46.
fn theorem(rows: &[Row]) -> Result<Decision, AnyError> {
    let is_exact = |row: &&Row| [EXACT, FURTHER].contains(&row.series.as_str());
    let fails = |row: &&Row| row.ratio > row.theorem_1_factor;
    let tested: Vec<&Row> = rows.iter().filter(is_exact).collect();
    let failing: Vec<&Row> = tested.iter().copied().filter(fails).collect();
    let by_simulation = |row: &Row| row.simulated().is_some_and(|simulated| simulated.lower > row.theorem_1_factor);
    let counterexample = exact(rows).find(|row| row.is_counterexample).ok_or("no counterexample")?;
    let far = failing.iter().max_by(|a, b| a.catalogue_over_cycle.total_cmp(&b.catalogue_over_cycle));
    let far = far.map(|row| {
        let (filter, ratio, factor) = (&row.filter, row.ratio, row.theorem_1_factor);
        format!(", and as far as {:.1} cycles at {filter} ({ratio:.2}, H = {factor})", row.catalogue_over_cycle)
    });
    Ok(Decision::new("R46")
        .measured(counterexample.ratio / counterexample.theorem_1_factor)
        .tested_on(&tested)?
        .decide(
            failing.is_empty(),
            format!(
                "at {} with {} messages F_r/F_n = {:.3}, H = {}; it fails in {} of {} cases, {} of them by simulation as well{}",
                counterexample.filter,
                counterexample.catalogue,
                counterexample.ratio,
                counterexample.theorem_1_factor,
                failing.len(),
                tested.len(),
                count(rows, by_simulation),
                far.unwrap_or_default()
            ),
        ))
}
