//! False negatives against the reuse distance: of one phase and two, and on a logarithmic axis what two phases never deny.

use super::claims::pairs;
use super::filter::{DROPPING, KEEPING, ONE_PHASE, RETAINING};
use super::{MODEL, Row, is_far};
use crate::prelude::*;

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
    let less: Vec<u64> = less_forgetting(rows).collect();
    let (first, last) = less.first().zip(less.last()).ok_or("two phases never forget less")?;
    Ok(Facts::new()
        .count("window", window(rows)?)
        .percent("floor", at(rows, DROPPING, FLOOR_AT)?.false_negative_rate, 2)
        .count("first", *first)
        .count("last", *last)
        .number("cycle", at(rows, ONE_PHASE, 0)?.messages_per_cycle, 3))
}

/// The largest distance at which two phases that keep deny nothing, whatever the positions.
pub(super) fn window(rows: &[Row]) -> Result<u64> {
    Ok(at(rows, KEEPING, 0)?.guaranteed_distance.ok_or("no guarantee")?)
}

/// The distances at which two phases that drop forget less than one.
pub(super) fn less_forgetting(rows: &[Row]) -> impl Iterator<Item = u64> {
    let pairs = pairs(rows, DROPPING, MODEL).into_iter();
    pairs.filter(|(one, two)| two.false_negative_rate < one.false_negative_rate).map(|(one, _)| one.distance)
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
fn curves(rows: &[Row], filter: &str, look: Look, is_drawn: fn(&Row) -> bool) -> [Series; 2] {
    let of = || rows.iter().filter(|row| row.filter == filter && is_drawn(row));
    let model = of().filter(|row| row.series == MODEL && row.false_negative_rate > 0.0);
    let model = model.map(|row| Point::new(row.distance as f64, row.false_negative_rate));
    let simulated = of().filter_map(|row| Some(row.simulated()?.at(row.distance as f64)));
    [Series::new("", Mark::Line, model).look(look), Series::new("", Mark::MarkersOnPrevious, simulated).look(look)]
}

/// One phase and two that drop, and where two forget less.
fn linear(rows: &[Row]) -> Result<Panel> {
    let less: Vec<u64> = less_forgetting(rows).collect();
    let (first, last) = less.first().zip(less.last()).ok_or("two phases never forget less")?;
    let crossing = at(rows, ONE_PHASE, *last)?;
    let is_drawn: fn(&Row) -> bool = |row| row.distance <= FARTHEST[0] && is_far(&row.filter);
    let curves = [(ONE_PHASE, looks::ONE_PHASE), (DROPPING, looks::TWO_PHASES)]
        .map(|(filter, look)| curves(rows, filter, look, is_drawn));
    let y = Axis::new("false-negative rate", Scale::Linear).including(0.0);
    let less =
        Region::new((*first as f64, *last as f64), (f64::NEG_INFINITY, f64::INFINITY), "two phases\nforget less");
    let crossing = (crossing.distance as f64, crossing.false_negative_rate);
    Ok(Panel::new(distance(FARTHEST[0]), y, curves.concat())
        .region(less)
        .note(Note::arrow(crossing, (26.0, 26.0), facts(rows)?.fill("*r* = {last}: half of\none phase’s cycle")?))
        .note(named(rows, ONE_PHASE, 125, (8.0, 10.0), "one phase", looks::ONE_PHASE)?)
        .note(named(rows, DROPPING, 57, (30.0, 10.0), "two phases, dropping", looks::TWO_PHASES)?)
        .titled("(b) Dropping, they forget less in half a cycle"))
}

/// A name beside its curve.
fn named(rows: &[Row], filter: &str, r: u64, offset: (f64, f64), name: &str, look: Look) -> Result<Note> {
    let at = (r as f64, at(rows, filter, r)?.false_negative_rate);
    Ok(Note::text(at, offset, name).coloured(look.colour()))
}

/// Every kind of two phases, and one, down to low rates.
fn logarithmic(rows: &[Row]) -> Result<Panel> {
    let is_drawn: fn(&Row) -> bool = |row| {
        let is_seen = row.simulated().is_none() || row.model * ASKED >= SEEN;
        row.distance <= FARTHEST[1] && is_seen
    };
    let kinds = [
        (ONE_PHASE, looks::ONE_PHASE),
        (DROPPING, looks::TWO_PHASES),
        (KEEPING, looks::KEEPING),
        (RETAINING, looks::RETAINING),
    ];
    let curves = kinds.map(|(filter, look)| curves(rows, filter, look, is_drawn));
    let y = Axis::new("false-negative rate", Scale::Log10).limited(LEAST, 1.0);
    let guaranteed = window(rows)?;
    let window = Region::new((0.0, guaranteed as f64), (f64::NEG_INFINITY, f64::INFINITY), "");
    let floor = at(rows, DROPPING, FLOOR_AT)?.false_negative_rate;
    let near = at(rows, KEEPING, 43)?;
    let near = (near.distance as f64, near.false_negative_rate);
    let text = format!("kept or retained:\nnone missed up to\n*r* = ⌊*σ*/*k*⌋ = {guaranteed}");
    Ok(Panel::new(distance(FARTHEST[1]), y, curves.concat())
        .region(window.named_in(Corner::BottomLeft))
        .note(Note::text((0.0, 1e-5), (8.0, 0.0), text))
        .note(named(rows, ONE_PHASE, 20, (0.0, -14.0), "one phase", looks::ONE_PHASE)?)
        .note(
            Note::text((2.0, floor), (4.0, 14.0), facts(rows)?.fill("dropping: {floor}")?)
                .coloured(looks::TWO_PHASES.colour()),
        )
        .note(Note::arrow(near, (-48.0, 0.0), "keeping").coloured(looks::KEEPING.colour()))
        .note(Note::text((44.0, 1e-7), (10.0, 0.0), "retaining").coloured(looks::RETAINING.colour()))
        .titled("(a) Keeping or retaining misses no close return"))
}
