//! At which reuse distances two phases forget less than one.

use bloomlab_workbench::{AnyError, Decision, Range};

use super::{MODEL, Row, SIMULATED};
use crate::verdicts::largest;

/// So many times fewer are significantly fewer, besides disjoint intervals.
const SIGNIFICANTLY: f64 = 2.0;
/// A rate of false negatives that can be neglected.
const NEGLIGIBLE: f64 = 0.05;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    Ok(vec![fewer(&pairs(rows, MODEL), &pairs(rows, SIMULATED))?, negligible(rows)?])
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

/// R48. The ranges are found on every second distance and tested on those between.
fn negligible(rows: &[Row]) -> Result<Decision, AnyError> {
    let model: Vec<&Row> = rows.iter().filter(|row| row.series == MODEL).collect();
    let cycle = model.iter().find(|row| row.phases == 1).ok_or("no model of one phase")?.messages_per_cycle;
    let range = |phases: u64| {
        let of_phases = model.iter().filter(|row| row.phases == phases);
        let points = of_phases.map(|row| (row.distance as f64 / cycle, row.false_negative_rate <= NEGLIGIBLE));
        Range::found("distance / cycle of one phase", points)
    };
    let (one, two) = (range(1), range(2));
    let to = |range: &Option<Range>| range.as_ref().and_then(|range| range.holds).map_or(f64::NAN, |(_, to)| to);
    let (last_one, last_two) = (to(&one), to(&two));
    let most = largest(model.iter().map(|row| row.false_negative_rate));
    Ok(Decision::new("R48")
        .measured(most)
        .threshold(format!("negligible: at most {NEGLIGIBLE}"))
        .tested_on(&model)?
        .range(one)
        .decide_if(
            most <= NEGLIGIBLE,
            last_one >= 0.0 && last_two >= 0.0,
            format!("a message comes back within {last_one:.2} of a cycle of one phase, or within {last_two:.2} of it where there are two phases"),
            format!("up to {most:.2} of the messages that come back are not found, at no range of distances fewer than {NEGLIGIBLE}"),
        ))
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
