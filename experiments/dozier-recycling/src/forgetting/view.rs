//! False negatives of one phase and of two, and where they cross.
//! At which reuse distances two phases forget less than one.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{MODEL, Row, SIMULATED};
use crate::looks::{ONE_PHASE, TWO_PHASES};
use crate::verdicts::largest;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let pairs = pairs(rows, MODEL);
    let less = || pairs.iter().filter(|pair| pair.forgets_less());
    let (first, last) = less().next().zip(less().next_back()).ok_or("two phases never forget less")?;
    let floor = pairs.iter().find(|pair| pair.two.distance == FLOOR_AT).ok_or("no distance within a cycle")?;
    let known = pairs.last().ok_or("no distances")?;
    Ok(Facts::new()
        .count("first", first.one.distance)
        .count("last", last.one.distance)
        .number("cycle", first.one.messages_per_cycle, 3)
        .percent("floor", floor.two.false_negative_rate, 2)
        .number("known", known.one.false_negative_rate, 2))
}

/// Whether two phases forget less at one stretch of distances.
fn title(model: &[Pair<'_>]) -> Result<Decision> {
    let less: Vec<u64> = model.iter().filter(|pair| pair.forgets_less()).map(|pair| pair.one.distance).collect();
    let (first, last) = less.first().zip(less.last()).map_or((1, 0), |(first, last)| (*first, *last));
    Ok(Decision::title()
        .measured_as("largest distance at which two phases forget less", last as f64)
        .decide(last + 1 == first + less.len() as u64, "the distances at which they do are not one stretch"))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let of = |phases: u64| move |row: &&Row| row.phases == phases && row.spread.is_none();
    let (one, two): (Vec<&Row>, Vec<&Row>) = (rows.iter().filter(of(1)).collect(), rows.iter().filter(of(2)).collect());
    let pairs = || one.iter().zip(&two);
    let forgets_less = |(one, two): &(&&Row, &&Row)| two.false_negative_rate < one.false_negative_rate;
    let (first, _) = pairs().find(forgets_less).ok_or("no distance at which two phases forget less")?;
    let (_, crossing) = pairs().rfind(forgets_less).ok_or("no distance at which two phases forget less")?;
    let floor = two.iter().find(|row| row.distance == FLOOR_AT).ok_or("no distance within a cycle")?;
    let at = |row: &Row| (row.distance as f64, row.false_negative_rate);
    let less = (first.distance as f64, crossing.distance as f64);
    let less = Region::new(less, (f64::NEG_INFINITY, f64::INFINITY), "two phases\nforget less");
    let known = one.last().ok_or("no distances")?;
    let facts = facts(rows)?;
    let by_chance = facts.fill("{known}: the rest is known by chance")?;
    let overflowed = facts.fill("{floor}: messages that overflowed")?;
    let curves = curves(rows, 1, "one phase", ONE_PHASE).into_iter().chain(curves(rows, 2, "two phases", TWO_PHASES));
    let panel = Panel::new(
        Axis::new("reuse distance *r* (new messages in between)", Scale::Linear).limited(-3.0, 225.0),
        Axis::new("false-negative rate", Scale::Linear).including(0.0),
        curves,
    );
    let panel = panel
        .region(less)
        .note(Note::arrow(at(crossing), (60.0, 40.0), facts.fill("*r* = {last}: half of one phase's cycle")?))
        .note(Note::arrow(at(floor), (150.0, -24.0), overflowed))
        .note(Note::text((190.0, known.false_negative_rate), (0.0, 14.0), by_chance));
    Ok(LineFigure::single(panel).wide().draw()?)
}

/// Well within a cycle of two phases.
const FLOOR_AT: u64 = 30;

fn curves(rows: &[Row], phases: u64, name: &str, look: Look) -> [Series; 2] {
    let of = || rows.iter().filter(|row| row.phases == phases);
    let model = of().filter(|row| row.spread.is_none());
    let model = model.map(|row| Point::new(row.distance as f64, row.false_negative_rate));
    let simulated = of().filter_map(|row| Some(row.simulated()?.at(row.distance as f64)));
    [Series::new(name, Mark::Line, model).look(look), Series::new(name, Mark::MarkersOnPrevious, simulated).look(look)]
}

/// So many times fewer are significantly fewer, besides disjoint intervals.
const SIGNIFICANTLY: f64 = 2.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let model = pairs(rows, MODEL);
    Ok(vec![fewer(&model, &pairs(rows, SIMULATED))?, title(&model)?])
}

/// R35. The range is the model's; the simulation tests it.
fn fewer(model: &[Pair<'_>], simulated: &[Pair<'_>]) -> Result<Decision> {
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
