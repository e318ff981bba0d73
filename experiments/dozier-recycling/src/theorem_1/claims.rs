//! Where count-instance is the largest rate, and where Theorem 1 fails.

use bloomlab_workbench::{AnyError, Decision};

use super::{EXACT, FURTHER, LINE, Row};
use crate::verdicts::{count, largest};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    // the lines stand behind all else
    let decided = rows.iter().position(|row| row.series == LINE).unwrap_or(rows.len());
    let (rows, lines) = rows.split_at(decided);
    Ok(vec![largest_count(rows)?, theorem(rows, lines)?])
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

/// R46. The cases are exact; the lines only tell how far it fails.
fn theorem(rows: &[Row], lines: &[Row]) -> Result<Decision, AnyError> {
    let is_exact = |row: &&Row| [EXACT, FURTHER].contains(&row.series.as_str());
    let fails = |row: &&Row| row.ratio > row.theorem_1_factor;
    let tested: Vec<&Row> = rows.iter().filter(is_exact).collect();
    let (small, large): (Vec<&Row>, Vec<&Row>) = tested.iter().partition(|row| row.is_small());
    let failing = |rows: &[&Row]| rows.iter().filter(|row| fails(row)).count();
    let by_simulation = |row: &Row| row.simulated().is_some_and(|simulated| simulated.lower > row.theorem_1_factor);
    let counterexample = exact(rows).find(|row| row.is_counterexample).ok_or("no counterexample")?;
    let far = tested.iter().copied().chain(lines).filter(fails);
    let far = far.max_by(|a, b| a.catalogue_over_cycle.total_cmp(&b.catalogue_over_cycle));
    let far = far.map(|row| {
        let (cycles, filter, leak) = (row.catalogue_over_cycle, &row.filter, row.leak);
        let (ratio, factor) = (row.ratio, row.theorem_1_factor);
        format!(", and as far as {cycles:.2} cycles at {filter} with a leak of {leak:e} (F_r/F_n = {ratio:.2}, H = {factor})")
    });
    Ok(Decision::new("R46")
        .measured(counterexample.ratio / counterexample.theorem_1_factor)
        .tested_on(&tested)?
        .decide(
            failing(&tested) == 0,
            format!(
                "at {} with {} messages F_r/F_n = {:.3}, H = {}; it fails in {} of {} cases of small filters, {} of them by simulation as \
                 well, and in {} of {} at M = 1000{}",
                counterexample.filter,
                counterexample.catalogue,
                counterexample.ratio,
                counterexample.theorem_1_factor,
                failing(&small),
                small.len(),
                count(rows, by_simulation),
                failing(&large),
                large.len(),
                far.unwrap_or_default()
            ),
        ))
}
