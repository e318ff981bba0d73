//! How far the published deletability of the DlBF lies above the simulated and the exact one.

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use crate::comparison::{dlbfs, load};
use crate::measured::Row;

/// A difference of deletabilities that cannot be neglected.
const NOT_NEGLIGIBLE: f64 = 0.05;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![overestimate(rows), size(rows)?])
}

/// The published deletability over another one; not a number where either is missing.
fn excess(row: &Row, other: Option<f64>) -> f64 {
    row.published_deletability.zip(other).map_or(f64::NAN, |(published, other)| published - other)
}

fn excess_over_interval(row: &Row) -> f64 {
    excess(row, row.simulated_deletability.map(|simulated| simulated.upper))
}

fn overestimate(rows: &[Row]) -> Decision {
    let count = |is_so: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| is_so(row)).count();
    let lower = |row: &Row| row.simulated_deletability.map(|simulated| simulated.lower);
    let above = count(&|row| excess_over_interval(row) > 0.0);
    let above_exact = count(&|row| excess(row, Some(row.exact_deletability)) > 0.0);
    let below = count(&|row| excess(row, lower(row)) < 0.0);
    let all = rows.len();
    let found = format!("above the exact value at {above_exact} of {all} points, and below {below} intervals");
    Decision::new("D07")
        .measured(above as f64 / all as f64)
        .threshold("overestimate: above the exact value at every point, above most 99 % intervals and below none")
        .decide(above_exact == all && below == 0 && above > all / 2, found.clone())
        .remark(format!("{found}; the formula is rebuilt from its description"))
}

fn size(rows: &[Row]) -> Result<Decision, AnyError> {
    // by region size: where the published form lies farthest above the simulation's interval
    let mut farthest = Vec::new();
    for filter in dlbfs(rows) {
        let of_filter = rows.iter().filter(|row| row.filter == filter);
        let worst = of_filter.max_by(|a, b| excess_over_interval(a).total_cmp(&excess_over_interval(b)));
        farthest.push(worst.ok_or("a DlBF without rows")?);
    }
    let least = farthest.iter().map(|row| excess_over_interval(row)).fold(f64::INFINITY, f64::min);
    let word = |row: &&Row| {
        let over_mean = excess(row, row.simulated_deletability.map(|simulated| simulated.value));
        format!("{over_mean:.3} for {} at n = {}", row.filter, load(row))
    };
    let words = farthest.iter().map(word).join(", ");
    Ok(Decision::new("D08")
        .measured(least)
        .threshold(format!("more than can be neglected: at least {NOT_NEGLIGIBLE}"))
        .decide(least >= NOT_NEGLIGIBLE, format!("for one region size it is at most {least:.3}"))
        .remark(format!("above the simulated mean by up to {words}")))
}
