//! Whether two phases that keep forget less than one.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::filter::{KEEPING, ONE_PHASE};
use super::{MODEL, Row, SIMULATED};
use crate::verdicts::largest;

/// So many times fewer are significantly fewer, besides disjoint intervals.
const SIGNIFICANTLY: f64 = 2.0;

/// R62. The range is the model's; the simulation tests it.
pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let (model, simulated) = (pairs(rows, MODEL), pairs(rows, SIMULATED));
    let (first, _) = model.first().ok_or("no model")?;
    let cycle = first.messages_per_cycle;
    let in_cycles = |one: &Row| one.distance as f64 / cycle;
    let less = |(one, two): &(&Row, &Row)| (in_cycles(one), two.false_negative_rate < one.false_negative_rate);
    let is_disjoint =
        |one: &Row, two: &Row| two.simulated().zip(one.simulated()).is_some_and(|(two, one)| two.upper < one.lower);
    let range = Range::of("distance / cycle of one phase", model.iter().map(less));
    let ratio = |(one, two): &(&Row, &Row)| one.false_negative_rate / two.false_negative_rate;
    let seen = simulated.iter().filter(|(_, two)| two.false_negative_rate > 0.0);
    let factor = largest(seen.map(|(one, two)| one.model / two.model));
    let worst = largest(model.iter().map(|pair| 1.0 / ratio(pair)));
    let tested = simulated.iter().map(|(one, two)| (in_cycles(one), is_disjoint(one, two)));
    let range = range.filter(|_| factor > SIGNIFICANTLY).and_then(|range| range.confirmed_by(tested));
    let keeping = model.iter().find_map(|(_, two)| two.guaranteed_distance).ok_or("no guarantee")?;
    Ok(vec![
        Decision::new("R62")
            .measured(factor)
            .threshold(format!("significantly: disjoint 99 % intervals, and {SIGNIFICANTLY} times fewer somewhere"))
            .decide_within(range, "the simulation has no distances at which two phases that keep forget significantly less")
            .remark(format!(
                "none at all up to a distance of {keeping}; a cycle of one phase has {cycle:.0} new messages; elsewhere two \
                 phases forget up to {worst:.2} times as often"
            )),
    ])
}

/// One phase and two that keep, at the same reuse distance.
fn pairs<'a>(rows: &'a [Row], series: &str) -> Vec<(&'a Row, &'a Row)> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.filter == filter && row.series == series);
    of(ONE_PHASE).filter_map(|one| Some((one, of(KEEPING).find(|two| two.distance == one.distance)?))).collect()
}
