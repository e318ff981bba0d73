//! At which reuse distances two phases forget less than one.

use super::filter::{DROPPING, KEEPING, ONE_PHASE};
use super::view::{less_forgetting, window};
use super::{MODEL, Row, SIMULATED};
use crate::prelude::*;

/// From this factor on fewer are significantly fewer, besides disjoint intervals.
const SIGNIFICANTLY: f64 = 2.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    Ok(vec![title(rows)?, dropping(rows)?, keeping(rows)?])
}

/// Whether model and simulation deny nothing within the window, and two phases that drop forget less at one stretch of distances.
fn title(rows: &[Row]) -> Result<Decision> {
    let window = window(rows)?;
    let within = || rows.iter().filter(|row| row.filter == KEEPING && row.distance <= window);
    let most = largest(within(), |row| row.false_negative_rate)?.value;
    let less: Vec<u64> = less_forgetting(rows).collect();
    let is_one_stretch = less.windows(2).all(|pair| pair[1] == pair[0] + 1) && !less.is_empty();
    Ok(Decision::title()
        .measured_as("largest false-negative rate within the window", most)
        .tested_on(within())?
        .decide(most == 0.0 && is_one_stretch, format!("a rate of {most:e}, or no one stretch of distances in (a)")))
}

/// One phase and two, at the same reuse distance.
pub(super) fn pairs<'a>(rows: &'a [Row], two: &'static str, series: &'static str) -> Vec<(&'a Row, &'a Row)> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.filter == filter && row.series == series);
    of(ONE_PHASE).filter_map(|one| Some((one, of(two).find(|two| two.distance == one.distance)?))).collect()
}

/// R35, of two phases that drop.
fn dropping(rows: &[Row]) -> Result<Decision> {
    let model = pairs(rows, DROPPING, MODEL);
    let factor = largest(&model, |(one, two)| one.false_negative_rate / two.false_negative_rate)?.value;
    let (decision, remark) = fewer("R35", rows, DROPPING, factor)?;
    Ok(decision.remark(remark))
}

/// R62, of two phases that keep.
fn keeping(rows: &[Row]) -> Result<Decision> {
    let simulated = pairs(rows, KEEPING, SIMULATED);
    let seen = simulated.iter().filter(|(_, two)| two.false_negative_rate > 0.0);
    let factor = largest(seen, |(one, two)| one.model / two.model)?.value;
    let (decision, remark) = fewer("R62", rows, KEEPING, factor)?;
    Ok(decision.remark(format!("none at all up to a distance of {}; {remark}", window(rows)?)))
}

/// Whether two phases forget less. The range is the model's; the simulation tests it.
fn fewer(id: &'static str, rows: &[Row], two: &'static str, factor: f64) -> Result<(Decision, String)> {
    let (model, simulated) = (pairs(rows, two, MODEL), pairs(rows, two, SIMULATED));
    let cycle = model.first().ok_or("no model")?.0.messages_per_cycle;
    let in_cycles = |one: &Row| one.distance as f64 / cycle;
    let less = |(one, two): &(&Row, &Row)| (in_cycles(one), two.false_negative_rate < one.false_negative_rate);
    let is_disjoint =
        |one: &Row, two: &Row| two.simulated().zip(one.simulated()).is_some_and(|(two, one)| two.upper < one.lower);
    let tested = simulated.iter().map(|(one, two)| (in_cycles(one), is_disjoint(one, two)));
    let range = Range::of("distance / cycle of one phase", model.iter().map(less));
    let range = range.filter(|_| factor > SIGNIFICANTLY).and_then(|range| range.confirmed_by(tested));
    let worst = largest(&model, |(one, two)| two.false_negative_rate / one.false_negative_rate)?.value;
    let decision = Decision::new(id)
        .measured(factor)
        .threshold(format!(
            "significantly: disjoint 99 % intervals, and {SIGNIFICANTLY} times fewer somewhere; often: over a stretch of reuse distances"
        ))
        .tested_on(rows.iter().filter(|row| [ONE_PHASE, two].contains(&&*row.filter)))?
        .decide(range.is_some(), "the simulation has no distances at which two phases forget significantly less");
    let stretch = range.as_ref().map(|range| format!(" at a {range}")).unwrap_or_default();
    let decision = decision.range(range);
    let remark = format!(
        "fewer{stretch}; a cycle of one phase has {cycle:.0} new messages; elsewhere two phases forget up to {worst:.2} times as often"
    );
    Ok((decision, remark))
}
