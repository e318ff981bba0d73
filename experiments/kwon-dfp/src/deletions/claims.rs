//! Closed forms of the rate after deletions, and how much deletions raise it.

use bloomlab_workbench::{AnyError, Decision};
use itertools::Itertools;

use crate::comparison::misses_allowed;
use crate::measured::Row;

/// A relative error with which a closed form is good enough.
const NEAR: f64 = 0.01;
/// An acceptable rate is at most this many times the rate of the n items alone.
const ACCEPTABLE: f64 = 1.3;
/// r/n up to which few items are deleted.
const FEW: f64 = 0.1;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    // the filters that can saturate; counters of four bits practically cannot, and their models leave it out
    let rows: Vec<&Row> = rows.iter().filter(|row| row.exact_deletability < 1.0).collect();
    Ok(vec![closed_forms(&rows)?, degradation(&rows)])
}

fn closed_forms(rows: &[&Row]) -> Result<Decision, AnyError> {
    let after: Vec<&Row> = rows.iter().copied().filter(|row| row.deleted > 0).collect();
    let missed =
        after.iter().filter(|row| !row.simulated_rate.is_some_and(|rate| rate.contains(row.exact_rate))).count();
    let allowed = misses_allowed(after.len())?;
    let off = after.iter().map(|row| (row.poisson_rate / row.exact_rate - 1.0).abs()).fold(0.0, f64::max);
    Ok(Decision::new("D17")
        .measured(off)
        .decide(missed > allowed || off > NEAR, String::new())
        .remark(format!(
            "closed forms exist, such as (1 − e^(−λ)(1 + λ(1 + θ)/2))^k for D-FP with λ = k(n + r)/C, θ = r/(n + r), within {:.2} % of \
             the exact models, which {missed} of {} 99 % intervals of the simulation miss (at α = 1e-4 up to {allowed} may)",
            100.0 * off,
            after.len()
        )))
}

/// The rate of a filter after deletions over its rate with nothing deleted.
struct Growth<'a> {
    filter: &'a str,
    /// r/n.
    deleted_share: f64,
    factor: f64,
}

/// The growth of every row with deletions.
fn growths<'a>(rows: &[&'a Row]) -> Vec<Growth<'a>> {
    let load = |row: &'a Row| (&row.filter, row.hashes, row.items);
    let growth = |row: &'a Row| {
        let fresh = rows.iter().find(|other| other.deleted == 0 && load(other) == load(row))?;
        Some(Growth {
            filter: &row.filter,
            deleted_share: row.deleted as f64 / row.items as f64,
            factor: row.exact_rate / fresh.exact_rate,
        })
    };
    rows.iter().filter_map(|row| growth(row)).filter(|growth| growth.deleted_share > 0.0).collect()
}

fn degradation(rows: &[&Row]) -> Decision {
    let growths = growths(rows);
    let largest = |filter: &str, up_to: f64| {
        let of_filter = growths.iter().filter(|growth| growth.filter == filter && growth.deleted_share <= up_to);
        of_filter.map(|growth| growth.factor).fold(0.0, f64::max)
    };
    let filters: Vec<&str> = growths.iter().map(|growth| growth.filter).sorted_unstable().dedup().collect();
    let after_few = filters.iter().map(|filter| largest(filter, FEW)).fold(0.0, f64::max);
    let (suffer, bear): (Vec<&str>, Vec<&str>) = filters.iter().partition(|filter| largest(filter, 1.0) > ACCEPTABLE);
    let words =
        |filters: &[&str]| filters.iter().map(|filter| format!("{filter} {:.2}", largest(filter, 1.0))).join(", ");
    let most = growths.iter().map(|growth| growth.deleted_share).fold(0.0, f64::max);
    Decision::new("D18").measured(after_few).decide_if(
        after_few <= ACCEPTABLE && bear.is_empty(),
        after_few <= ACCEPTABLE && !suffer.is_empty(),
        format!(
            "the filter is D-FP or a DlBF: after up to {most:.1} n deletions the rate is up to so many times as high: {}; but {}",
            words(&suffer),
            words(&bear)
        ), String::new())
}
