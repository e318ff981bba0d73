//! How far the published deletability of the DlBF lies above the simulated and the exact one.

use bloomlab_workbench::figure::*;

use super::Row;
use crate::comparison::in_64ths;

/// A difference of deletabilities that cannot be neglected.
const NOT_NEGLIGIBLE: f64 = 0.05;

pub(crate) fn claims(all: &[Row]) -> Result<Vec<Decision>> {
    let simulated = all.iter().filter(|row| row.epochs.is_some()).collect_vec();
    let above = smallest(all, |row| excess(row, Some(row.exact_deletability)))?;
    let title = Decision::title().measured_as("largest excess over the exact value", largest_excess(all)?.value);
    let title = title.at_least(above, 0.0, |row| format!("{} and n = {}", row.filter, row.items));
    Ok(vec![title, overestimate(&simulated)?, size(&simulated)?, size_bias(&simulated)?])
}

/// The most by which the published deletability lies above the exact one.
pub(super) fn largest_excess<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Extreme<&'a Row>> {
    largest(rows, |row| excess(row, Some(row.exact_deletability)))
}

/// The published deletability over another one; not a number where either is missing.
fn excess(row: &Row, other: Option<f64>) -> f64 {
    row.published_deletability.zip(other).map_or(f64::NAN, |(published, other)| published - other)
}

/// D09: an item's positions prefer marked regions.
fn size_bias(rows: &[&Row]) -> Result<Decision> {
    let above = share(rows, |row| row.excess.is_some_and(|excess| excess.lower > 0.0))?;
    let models = share(rows, |row| row.model_of_positions > row.model_of_regions)?;
    let (of, found, modelled) = (above.of, above.having, models.having);
    let largest = largest_bias(rows.iter().copied())?.value;
    Ok(Decision::new("D09")
        .measured(above.value())
        .tested_on(rows)?
        .decide(
            found == of && modelled == of,
            format!("of {of} points, the excess is above 0 in {found}, and in {modelled} by the model"),
        )
        .remark(format!("the excess is up to {largest:.3}; in the model 1 − e^(−λ) g^(b−1) against 1 − g^b")))
}

/// The most by which the share of positions in marked regions lies above the share of such regions.
pub(super) fn largest_bias<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Result<Extreme<&'a Row>> {
    let with_excess = rows.into_iter().filter(|row| row.excess.is_some());
    largest(with_excess, |row| row.excess.map_or(f64::NAN, |excess| excess.value))
}

fn excess_over_interval(row: &Row) -> f64 {
    excess(row, row.simulated_deletability.map(|simulated| simulated.upper))
}

fn overestimate(rows: &[&Row]) -> Result<Decision> {
    let count = |is_so: fn(&Row) -> bool| rows.iter().filter(|row| is_so(row)).count();
    let above = count(|row| excess_over_interval(row) > 0.0);
    let above_exact = count(|row| excess(row, Some(row.exact_deletability)) > 0.0);
    let below = count(|row| excess(row, row.simulated_deletability.map(|simulated| simulated.lower)) < 0.0);
    let all = rows.len();
    let found = format!("above the exact value at {above_exact} of {all} points, and below {below} intervals");
    Ok(Decision::new("D07")
        .measured(above as f64 / all as f64)
        .tested_on(rows)?
        .threshold("tends: above the exact value at every point, above most 99 % intervals and below none")
        .decide(above_exact == all && below == 0 && above > all / 2, found.clone())
        .remark(format!("{found}; the formula is rebuilt from its description")))
}

fn size(rows: &[&Row]) -> Result<Decision> {
    // by region size: where the published form lies farthest above the simulation's interval
    let by_filter = rows.chunk_by(|a, b| a.filter == b.filter);
    let farthest = by_filter.map(|of| largest(of, |row| excess_over_interval(row))).collect::<Result<Vec<_>>>()?;
    let least = smallest(&farthest, |farthest| farthest.value)?.value;
    let words = farthest.iter().map(|Extreme { row, .. }| {
        let over_mean = excess(row, row.simulated_deletability.map(|simulated| simulated.value));
        format!("{over_mean:.3} for {} at n = {}", row.filter, in_64ths(row.items, row.bits))
    });
    Ok(Decision::new("D08")
        .measured(least)
        .tested_on(rows)?
        .threshold(format!("more than can be neglected: at least {NOT_NEGLIGIBLE}"))
        .decide(least >= NOT_NEGLIGIBLE, format!("for one region size it is at most {least:.3}"))
        .remark(format!("above the simulated mean by up to {}", words.format(", "))))
}
