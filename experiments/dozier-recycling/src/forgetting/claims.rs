//! At which reuse distances two phases forget less than one.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::{MODEL, Row, SIMULATED};
use crate::verdicts::largest;

/// So many times fewer are significantly fewer, besides disjoint intervals.
const SIGNIFICANTLY: f64 = 2.0;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![fewer(&pairs(rows, MODEL), &pairs(rows, SIMULATED))?])
}

/// R35. The range is the model's; the simulation tests it.
fn fewer(model: &[Pair<'_>], simulated: &[Pair<'_>]) -> Result<Decision, AnyError> {
    let first = model.first().ok_or("no model")?;
    let cycle = first.one.messages_per_cycle;
    let in_cycles = |pair: &Pair<'_>| pair.one.distance as f64 / cycle;
    let range =
        Range::of("distance / cycle of one phase", model.iter().map(|pair| (in_cycles(pair), pair.forgets_less())));
    let by_simulation = || simulated.iter().map(|pair| (in_cycles(pair), pair.forgets_significantly_less()));
    let factor = largest(model.iter().map(|pair| pair.one.false_negative_rate / pair.two.false_negative_rate));
    let range = range.filter(|_| factor > SIGNIFICANTLY).and_then(|range| range.confirmed_by(by_simulation()));
    let worst = largest(model.iter().map(|pair| pair.two.false_negative_rate / pair.one.false_negative_rate));
    Ok(Decision::new("R35")
        .measured(factor)
        .threshold(format!("significantly: disjoint 99 % intervals, and {SIGNIFICANTLY} times fewer somewhere"))
        .decide_within(range, "the simulation has no distances at which two phases forget significantly less")
        .remark(format!("a cycle of one phase has {cycle:.0} new messages; elsewhere two phases forget up to {worst:.2} times as often")))
}

/// One phase and two at the same reuse distance.
struct Pair<'a> {
    one: &'a Row,
    two: &'a Row,
}

impl Pair<'_> {
    /// Whether two phases forget less.
    fn forgets_less(&self) -> bool {
        self.two.false_negative_rate < self.one.false_negative_rate
    }

    /// Whether the intervals say so.
    fn forgets_significantly_less(&self) -> bool {
        self.two.simulated().zip(self.one.simulated()).is_some_and(|(two, one)| two.upper < one.lower)
    }
}

fn pairs<'a>(rows: &'a [Row], series: &str) -> Vec<Pair<'a>> {
    let of = |phases: u64| rows.iter().filter(move |row| row.phases == phases && row.series == series);
    let pair = |one: &'a Row| Some(Pair { one, two: of(2).find(|two| two.distance == one.distance)? });
    of(1).filter_map(pair).collect()
}
