//! Which counting gives more, and which one the model describes.

use std::iter::zip;

use bloomlab_workbench::{AnyError, Decision};

use super::Row;
use crate::verdicts::{ALPHA, by_chance, count, range};

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let [instances, each, first] = ["count-instance", "count-each", "count-first"]
        .map(|counting| rows.iter().filter(|row| row.counting == counting).collect::<Vec<_>>());
    if instances.is_empty() || each.len() != instances.len() || first.len() != instances.len() {
        return Err("a counting is missing".into());
    }
    Ok(vec![smaller(&first, &each), independent(&instances, &each)?, penalty(&instances, &each)?, bound(&instances)?])
}

/// R15.
fn smaller(first: &[&Row], each: &[&Row]) -> Decision {
    let ordered = zip(first, each).filter(|(first, each)| first.rate < each.rate).count();
    Decision::new("R15").measured(ordered as f64 / each.len() as f64).decide(ordered == each.len(), String::new())
}

/// R16.
fn independent(instances: &[&Row], each: &[&Row]) -> Result<Decision, AnyError> {
    let points = instances.len();
    let misses = |rows: &[&Row]| rows.iter().filter(|row| !row.simulated().contains(row.model)).count();
    let (missed, moved) = (misses(instances), misses(each));
    Ok(Decision::new("R16")
        .measured(missed as f64 / points as f64)
        .decide(by_chance(missed, points)? && !by_chance(moved, points)?, String::new())
        .remark(format!("{moved} of {points} of count-each do, uniform to Zipf 1.2 (α = {ALPHA})")))
}

/// R41.
fn penalty(instances: &[&Row], each: &[&Row]) -> Result<Decision, AnyError> {
    let is_apart = |(instance, each): &(&&Row, &&Row)| {
        let (instance, each) = (instance.simulated(), each.simulated());
        instance.lower > each.upper || instance.upper < each.lower
    };
    let apart = zip(instances, each).filter(is_apart).count();
    let (low, high) = range(zip(instances, each).map(|(instance, each)| instance.rate / each.rate));
    Ok(Decision::new("R41")
        .measured(1.0 - apart as f64 / each.len() as f64)
        .decide(by_chance(apart, each.len())?, String::new())
        .remark(format!("drops per arrival are count-each; count-instance is {low:.2} to {high:.2} times as large")))
}

/// R47.
fn bound(instances: &[&Row]) -> Result<Decision, AnyError> {
    let points = instances.len();
    let above = count(instances.iter().copied(), |row| row.simulated().lower > row.model);
    let below = count(instances.iter().copied(), |row| row.simulated().upper < row.model);
    Ok(Decision::new("R47")
        .measured(above as f64 / points as f64)
        .decide(by_chance(above, points)?, String::new())
        .remark(format!(
            "one that is met: {below} of {points} intervals lie below; the reason it promises is not in the report"
        )))
}
