//! The trade that random clearing is, and what a choice of bits gains.

use bloomlab_workbench::{AnyError, Decision, Range};
use itertools::Itertools;

use super::Row;

/// Relative deviations up to this are rounding.
const EXACT: f64 = 1e-12;
/// A share of the 99 % intervals that contain what they estimate.
const CONTAINED: f64 = 0.9;
/// Shares of members among the queries, in units of FPR/(1 + FPR).
const SHARES: [f64; 4] = [0.5, 0.9, 1.1, 2.0];

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (random, selected): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.false_positive_rate.is_some());
    Ok(vec![
        trade(&random)?,
        errors(&random)?,
        overall(rows)?,
        selection(&selected)?,
        best_rule(&selected)?,
        simulated(&random)?,
    ])
}

/// (FPR' + FPR·FNR)/FPR − 1.
fn excess(row: &Row) -> f64 {
    row.positives() / row.plain_rate + row.negatives() - 1.0
}

fn is_exact_way(row: &Row) -> bool {
    row.distinct && row.way != "set bits"
}

/// F14.
fn trade(rows: &[&Row]) -> Result<Decision, AnyError> {
    let largest = rows.iter().map(|row| excess(row).abs()).fold(0.0, f64::max);
    let some = rows.iter().filter(|row| is_exact_way(row)).all(|row| excess(row).abs() < EXACT);
    let condition = "the positions of an item are distinct, and bits are cleared whether set or not, or each by chance";
    Decision::new("F14")
        .measured(largest)
        .threshold(format!("equal: to a relative {EXACT:.0e}"))
        .decide_if(largest < EXACT, some, condition, "it is not equal in any way of clearing")
        .tested_on(rows)
}

/// F15.
fn errors(rows: &[&Row]) -> Result<Decision, AnyError> {
    let falls = |row: &Row, units: f64| {
        let share = units * row.plain_rate / (1.0 + row.plain_rate);
        (1.0 - share) * row.positives() + share * row.negatives() < (1.0 - share) * row.plain_rate
    };
    let cases: Vec<(&Row, f64)> = rows.iter().flat_map(|row| SHARES.map(|units| (*row, units))).collect();
    let right = cases.iter().filter(|(row, units)| falls(row, *units) == (*units < 1.0)).count();
    Decision::new("F15")
        .measured(right as f64 / cases.len() as f64)
        .decide(right == cases.len(), "for some way and share it is otherwise")
        .remark("tried at 0.5, 0.9, 1.1 and 2 times FPR/(1 + FPR)")
        .tested_on(rows)
}

/// F16.
fn overall(rows: &[Row]) -> Result<Decision, AnyError> {
    let least = rows.iter().map(|row| row.removed).fold(f64::INFINITY, f64::min);
    Ok(Decision::new("F16").measured(least).decide(least > 0.0, "some clearing removes none"))
}

/// F17.
fn selection(rows: &[&Row]) -> Result<Decision, AnyError> {
    let worst = rows.iter().min_by(|a, b| a.removed_to_lost.total_cmp(&b.removed_to_lost)).ok_or("no selection")?;
    let why = format!("{} with {} false positives given: {:.3}", worst.way, worst.amount, worst.removed_to_lost);
    let best = rows.iter().map(|row| row.removed_to_lost).fold(0.0, f64::max);
    Decision::new("F17")
        .measured(worst.removed_to_lost)
        .decide_if(worst.removed_to_lost > 1.0, best > 1.0, by_rule(rows), why)
        .remark(format!("up to {best:.2}"))
        .tested_on(rows)
}

/// The rules all of whose points are above 1.
fn by_rule(rows: &[&Row]) -> String {
    let rules = rows.iter().map(|row| row.way.as_str()).unique();
    let good = |way: &&str| rows.iter().filter(|row| row.way == *way).all(|row| row.removed_to_lost > 1.0);
    format!("the rule is {}", rules.filter(good).join(", "))
}

/// F18.
fn best_rule(rows: &[&Row]) -> Result<Decision, AnyError> {
    let amounts: Vec<f64> = rows.iter().map(|row| row.amount).unique_by(|amount| amount.to_bits()).collect();
    let is_best = |amount: f64| {
        let at = rows.iter().filter(|row| row.amount == amount);
        at.min_by(|a, b| a.negatives().total_cmp(&b.negatives())).is_some_and(|row| row.way == "least ratio")
    };
    let points: Vec<(f64, bool)> = amounts.into_iter().map(|amount| (amount, is_best(amount))).collect();
    let share = points.iter().filter(|(_, best)| *best).count() as f64 / points.len() as f64;
    let range = Range::of("the false positives given", points);
    Decision::new("F18").measured(share).decide_within(range, "no range of numbers").tested_on(rows)
}

/// F19.
fn simulated(rows: &[&Row]) -> Result<Decision, AnyError> {
    let contains =
        |row: &&Row| [row.false_positives.contains(row.positives()), row.false_negatives.contains(row.negatives())];
    let all: Vec<bool> = rows.iter().flat_map(contains).collect();
    let share = all.iter().filter(|contained| **contained).count() as f64 / all.len() as f64;
    Decision::new("F19")
        .measured(share)
        .threshold(format!("have: at least {:.0} % of the 99 % intervals contain it", 100.0 * CONTAINED))
        .decide(share >= CONTAINED, "too few intervals contain it")
        .tested_on(rows)
}
