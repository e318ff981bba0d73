//! False negatives against the reuse distance: where two phases forget less than one, and what they never deny.

use super::*;

/// Lower rates are not drawn in (a).
const LEAST: f64 = 1e-9;
/// The fewest denials expected at a marker of (a), of the messages asked for.
const SEEN: f64 = 20.0;
const ASKED: f64 = 5e5;
/// The farthest distances that are drawn.
const FARTHEST: [u64; 2] = [200, 75];
/// Within a cycle of two phases.
const FLOOR_AT: u64 = 12;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (first, last) = stretch(rows)?;
    Ok(Facts::new()
        .count("window", window(rows)?)
        .count("retained", at(rows, RETAINING, 0)?.guaranteed_distance.ok_or("no guarantee")?)
        .percent("floor", at(rows, DROPPING, FLOOR_AT)?.false_negative_rate, 2)
        .count("first", first)
        .count("last", last)
        .number("cycle", at(rows, ONE_PHASE, 0)?.messages_per_cycle, 3))
}

/// The largest distance at which two phases that keep deny nothing, whatever the positions.
fn window(rows: &[Row]) -> Result<u64> {
    Ok(at(rows, KEEPING, 0)?.guaranteed_distance.ok_or("no guarantee")?)
}

/// The distances at which two phases that drop forget less than one.
fn less_forgetting(rows: &[Row]) -> impl Iterator<Item = u64> {
    let pairs = pairs(rows, DROPPING, MODEL).into_iter();
    pairs.filter(|(one, two)| two.false_negative_rate < one.false_negative_rate).map(|(one, _)| one.distance)
}

/// The first and the last of them.
fn stretch(rows: &[Row]) -> Result<(u64, u64)> {
    Ok(less_forgetting(rows).minmax().into_option().ok_or("two phases never forget less")?)
}

fn at<'a>(rows: &'a [Row], filter: &str, distance: u64) -> Result<&'a Row> {
    let row = rows.iter().find(|row| row.filter == filter && row.distance == distance);
    Ok(row.ok_or_else(|| format!("no {filter} at {distance}"))?)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([logarithmic(rows)?, linear(rows)?]).plot_height(240.0).draw()?)
}

fn distance(farthest: u64) -> Axis {
    Axis::new("reuse distance *r* (new messages in between)", Scale::Linear).limited(0.0, farthest as f64)
}

/// A model with its simulation.
fn curves(rows: &[Row], filter: &str, is_drawn: fn(&Row) -> bool) -> [Series; 2] {
    let of = || rows.iter().filter(|row| row.filter == filter && is_drawn(row));
    let model = of().filter(|row| row.series == MODEL && row.false_negative_rate > 0.0);
    let model = model.map(|row| Point::new(row.distance as f64, row.false_negative_rate));
    let simulated = of().filter_map(|row| Some(row.simulated()?.at(row.distance as f64)));
    Series::model("", look(filter), model, simulated)
}

/// One phase and two that drop, and where two forget less.
fn linear(rows: &[Row]) -> Result<Panel> {
    let (first, last) = stretch(rows)?;
    let crossing = at(rows, ONE_PHASE, last)?;
    let is_drawn: fn(&Row) -> bool = |row| row.distance <= FARTHEST[0] && is_far(&row.filter);
    let curves = [ONE_PHASE, DROPPING].map(|filter| curves(rows, filter, is_drawn));
    let y = Axis::new("false-negative rate", Scale::Linear).including(0.0);
    let less = (first as f64, last as f64);
    let crossing = (crossing.distance as f64, crossing.false_negative_rate);
    Ok(Panel::new(distance(FARTHEST[0]), y, curves.concat())
        .region(Region::new(less, (f64::NEG_INFINITY, f64::INFINITY), "two phases\nforget less"))
        .note(Note::arrow(crossing, (26.0, 26.0), facts(rows)?.fill("*r* = {last}: about half\nof one phase’s cycle")?))
        .note(named(rows, ONE_PHASE, 125, (8.0, 10.0), "one phase")?)
        .note(named(rows, DROPPING, 57, (30.0, 10.0), "two phases, dropping")?)
        .titled(facts(rows)?.fill("(b) Dropping forgets less than one\nphase for r = {first} to {last}")?))
}

/// A name beside its curve.
fn named(rows: &[Row], filter: &str, r: u64, offset: (f64, f64), name: &str) -> Result<Note> {
    let at = (r as f64, at(rows, filter, r)?.false_negative_rate);
    Ok(Note::text(at, offset, name).coloured(look(filter).colour()))
}

/// Every kind of two phases, and one, down to low rates.
fn logarithmic(rows: &[Row]) -> Result<Panel> {
    let is_drawn: fn(&Row) -> bool =
        |row| row.distance <= FARTHEST[1] && (row.simulated().is_none() || row.model * ASKED >= SEEN);
    let curves = [ONE_PHASE, DROPPING, KEEPING, RETAINING].map(|filter| curves(rows, filter, is_drawn));
    let y = Axis::new("false-negative rate", Scale::Log10).limited(LEAST, 1.0);
    let window = Region::new((0.0, window(rows)? as f64), (f64::NEG_INFINITY, f64::INFINITY), "");
    let floor = (2.0, at(rows, DROPPING, FLOOR_AT)?.false_negative_rate);
    let near = (43.0, at(rows, KEEPING, 43)?.false_negative_rate);
    let facts = facts(rows)?;
    let text = facts.fill("none missed up to\n*r* = ⌊*σ*/*k*⌋: keeping\n{window}, retaining {retained}")?;
    Ok(Panel::new(distance(FARTHEST[1]), y, curves.concat())
        .region(window.named_in(Corner::BottomLeft))
        .note(Note::text((0.0, 1e-5), (8.0, 0.0), text))
        .note(named(rows, ONE_PHASE, 20, (0.0, -14.0), "one phase")?)
        .note(Note::text(floor, (4.0, 14.0), facts.fill("dropping: {floor}")?).coloured(looks::TWO_PHASES.colour()))
        .note(Note::arrow(near, (-48.0, 0.0), "keeping").coloured(looks::KEEPING.colour()))
        .note(Note::text((44.0, 1e-7), (10.0, 0.0), "retaining").coloured(looks::RETAINING.colour()))
        .titled("(a) Keeping or retaining\nmisses no close return"))
}

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
fn pairs<'a>(rows: &'a [Row], two: &'static str, series: &'static str) -> Vec<(&'a Row, &'a Row)> {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.filter == filter && row.series == series);
    of(ONE_PHASE).filter_map(|one| Some((one, of(two).find(|two| two.distance == one.distance)?))).collect()
}

/// R35, of two phases that drop.
fn dropping(rows: &[Row]) -> Result<Decision> {
    let model = pairs(rows, DROPPING, MODEL);
    let factor = largest(&model, |(one, two)| one.false_negative_rate / two.false_negative_rate)?.value;
    fewer(Decision::new("R35"), rows, DROPPING, factor)
}

/// R62, of two phases that keep.
fn keeping(rows: &[Row]) -> Result<Decision> {
    let simulated = pairs(rows, KEEPING, SIMULATED);
    let seen = simulated.iter().filter(|(_, two)| two.false_negative_rate > 0.0);
    let factor = largest(seen, |(one, two)| one.model / two.model)?.value;
    let none = format!("none at all up to a distance of {}", window(rows)?);
    fewer(Decision::new("R62").remark(none), rows, KEEPING, factor)
}

/// Whether two phases forget less. The range is the model's; the simulation tests it.
fn fewer(claim: Decision, rows: &[Row], two: &'static str, factor: f64) -> Result<Decision> {
    let (model, simulated) = (pairs(rows, two, MODEL), pairs(rows, two, SIMULATED));
    let cycle = model.first().ok_or("no model")?.0.messages_per_cycle;
    let in_cycles = |one: &Row| one.distance as f64 / cycle;
    let less = |(one, two): &(&Row, &Row)| (in_cycles(one), two.false_negative_rate < one.false_negative_rate);
    let tested = simulated.iter().map(|(one, two)| {
        let are_disjoint = two.simulated().zip(one.simulated()).is_some_and(|(two, one)| two.upper < one.lower);
        (in_cycles(one), are_disjoint)
    });
    let range = Range::of("distance / cycle of one phase", model.iter().map(less));
    let range = range.filter(|_| factor > SIGNIFICANTLY).and_then(|range| range.confirmed_by(tested));
    let worst = largest(&model, |(one, two)| two.false_negative_rate / one.false_negative_rate)?.value;
    let stretch = range.as_ref().map(|range| format!(" at a {range}")).unwrap_or_default();
    Ok(claim
        .measured(factor)
        .threshold(format!(
            "significantly: disjoint 99 % intervals, and {SIGNIFICANTLY} times fewer somewhere; often: over a stretch of reuse distances"
        ))
        .tested_on(rows.iter().filter(|row| [ONE_PHASE, two].contains(&&*row.filter)))?
        .decide(range.is_some(), "the simulation has no distances at which two phases forget significantly less")
        .range(range)
        .remark(format!(
            "fewer{stretch}; a cycle of one phase has {cycle:.0} new messages; elsewhere two phases forget up to {worst:.2} times as often"
        )))
}
