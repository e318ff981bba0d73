//! False negatives against the reuse distance, on a logarithmic axis.
//! Whether two phases that keep forget less than one.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::filter::{DROPPING, KEEPING, ONE_PHASE, RETAINING};
use super::{MODEL, Row, SIMULATED};
use crate::looks;
use crate::verdicts::largest;

/// Rates below this one are not drawn.
const LEAST: f64 = 1e-9;
/// So many denials and more are expected at a marker.
const SEEN: f64 = 20.0;
/// Messages that a marker has asked for.
const ASKED: f64 = 5e5;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new().count("window", window(rows)?).percent(
        "floor",
        at(rows, DROPPING, FLOOR_AT)?.false_negative_rate,
        2,
    ))
}

/// The largest distance at which two phases that keep deny nothing, whatever the positions.
fn window(rows: &[Row]) -> Result<u64> {
    Ok(at(rows, KEEPING, 0)?.guaranteed_distance.ok_or("no guarantee")?)
}

fn at<'a>(rows: &'a [Row], filter: &str, distance: u64) -> Result<&'a Row> {
    let row = rows.iter().find(|row| row.filter == filter && row.distance == distance);
    Ok(row.ok_or_else(|| format!("no {filter} at {distance}"))?)
}

/// Whether model and simulation deny nothing within the window.
fn title(rows: &[Row]) -> Result<Decision> {
    let window = window(rows)?;
    let within = || rows.iter().filter(|row| row.filter == KEEPING && row.distance <= window);
    let most = largest(within().map(|row| row.false_negative_rate));
    Ok(Decision::title()
        .measured_as("largest false-negative rate within the window", most)
        .tested_on(within())?
        .decide(most == 0.0, format!("a rate of {most:e}")))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let kinds = [
        (ONE_PHASE, looks::ONE_PHASE),
        (DROPPING, looks::TWO_PHASES),
        (KEEPING, looks::KEEPING),
        (RETAINING, looks::RETAINING),
    ];
    let series = kinds.into_iter().flat_map(|(name, look)| {
        let of = || rows.iter().filter(move |row| row.filter == name);
        let model = of().filter(|row| row.series == MODEL && row.false_negative_rate >= LEAST);
        let model = model.map(|row| Point::new(row.distance as f64, row.false_negative_rate));
        let simulated = of().filter(|row| row.model * ASKED >= SEEN);
        let simulated = simulated.filter_map(|row| Some(row.simulated()?.at(row.distance as f64)));
        [
            Series::new(name, Mark::Line, model).look(look),
            Series::new(name, Mark::MarkersOnPrevious, simulated).look(look),
        ]
    });
    let guaranteed = window(rows)?;
    let floor = at(rows, DROPPING, FLOOR_AT)?;
    let panel = Panel::new(
        Axis::new("reuse distance *r* (new messages in between)", Scale::Linear).including(0.0),
        Axis::new("false-negative rate", Scale::Log10).limited(LEAST, 1.0),
        series,
    )
    .region(
        Region::new(
            (0.0, guaranteed as f64),
            (f64::NEG_INFINITY, f64::INFINITY),
            format!("*r* ≤ ⌊*σ*/*k*⌋ = {guaranteed}: no false\nnegative if kept or retained"),
        )
        .named_in(Corner::BottomLeft),
    )
    .note(Note::arrow(
        (FLOOR_AT as f64, floor.false_negative_rate),
        (10.0, 60.0),
        facts(rows)?.fill("the floor 1/*L* = {floor}")?,
    ));
    Ok(LineFigure::single(panel).wide().draw()?)
}

/// Within a cycle of two phases.
const FLOOR_AT: u64 = 12;

/// So many times fewer are significantly fewer, besides disjoint intervals.
const SIGNIFICANTLY: f64 = 2.0;

/// R62. The range is the model's; the simulation tests it.
pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
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
        title(rows)?,
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
