//! One phase above two: set bits and momentary rate against arrivals.

use super::*;
use crate::looks::{FROZEN, ONE_PHASE, TWO_PHASES};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let of = |phases: u64| rows.iter().filter(move |row| row.phases == phases);
    let average = of(1).next().ok_or("no rows")?.average_rate;
    let binned: Vec<&Row> = rows.iter().filter(|row| row.spread.is_some()).collect();
    let hits = contained(&binned, |row| (row.model.unwrap_or(f64::NAN), row.simulated()))?;
    let (frozen_low, frozen_high) =
        (of(2).filter_map(|row| row.frozen).min(), of(2).filter_map(|row| row.frozen).max());
    Ok(Facts::new()
        .number("times", times(rows)?, 2)
        .percent("average", average, 1)
        .count("hits", hits.having as u64)
        .count("bins", hits.of as u64)
        .count("frozen_low", frozen_low.ok_or("nothing is frozen")?)
        .count("frozen_high", frozen_high.ok_or("nothing is frozen")?)
        .percent("one_empty", empty(of(1))?, 2)
        .percent("two_empty", empty(of(2))?, 3))
}

/// The range of one phase's momentary rate.
fn momentary(rows: &[Row]) -> Result<(f64, f64)> {
    extent(rows.iter().filter(|row| row.phases == 1).filter_map(|row| row.momentary_rate))
}

/// The largest momentary rate of one phase over its average.
fn times(rows: &[Row]) -> Result<f64> {
    let average = rows.iter().find(|row| row.phases == 1).map_or(f64::NAN, |row| row.average_rate);
    Ok(momentary(rows)?.1 / average)
}

/// The model's probability that a message finds the filter empty.
fn empty<'a>(mut rows: impl Iterator<Item = &'a Row>) -> Result<f64> {
    Ok(rows.find(|row| row.set_from == Some(0)).and_then(|row| row.model).ok_or("no law")?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let times = times(rows)?;
    Ok(vec![
        Decision::title()
            .measured_as("largest momentary rate of one phase over its average", times)
            .tested_on(rows.iter().filter(|row| row.phases == 1))?
            .decide(momentary(rows)?.0 == 0.0 && times > 1.0, "it does not rise from zero beyond its average"),
    ])
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let of = |phases: u64| rows.iter().filter(move |row| row.phases == phases).collect::<Vec<_>>();
    let (one, two) = (of(1), of(2));
    let (low, high) = extent(two.iter().filter_map(|row| row.momentary_rate))?;
    let (_, most) = extent(one.iter().filter_map(|row| row.momentary_rate))?;
    let panels = [
        set_bits(&one, ONE_PHASE)?.titled("(a) One phase fills and is cleared"),
        rate(&one, ONE_PHASE)?
            .note(peak(rows, most)?)
            .titled(format!("(b) Its rate rises from 0 to {:.1} %", 100.0 * most)),
        set_bits(&two, TWO_PHASES)?.titled("(c) Of two phases one is always full (dotted)"),
        rate(&two, TWO_PHASES)?.titled(format!("(d) Their rate stays at {:.1} to {:.1} %", 100.0 * low, 100.0 * high)),
    ];
    Ok(LineFigure::new(panels).columns(2).plot_height(150.0).draw()?)
}

/// Beside the largest momentary rate of one phase.
fn peak(rows: &[Row], most: f64) -> Result<Note> {
    let peak = rows.iter().find(|row| row.phases == 1 && row.momentary_rate == Some(most)).ok_or("no rates")?;
    let at = (peak.message.ok_or("no message")? as f64, most);
    Ok(Note::ring(at, (-18.0, 16.0), facts(rows)?.fill("{times} times\nthe average")?))
}

fn set_bits(rows: &[&Row], look: Look) -> Result<Panel> {
    let sigma = rows.first().ok_or("no rows")?.sigma;
    let curve = |look: Look, bits: fn(&Row) -> Option<u64>| {
        let points = rows.iter().filter_map(|row| Some(Point::new(row.message? as f64, bits(row)? as f64)));
        Series::new("", Mark::Steps, points).look(look)
    };
    let series = [curve(FROZEN, |row| row.frozen), curve(look, |row| row.set)];
    let series = series.into_iter().filter(|series| !series.points().is_empty());
    let y = Axis::new("bits set", Scale::Linear).including(0.0).including(1.25 * sigma as f64);
    let panel = Panel::new(messages(), y, series);
    let frozen: Vec<f64> = rows.iter().filter_map(|row| row.frozen).map(|bits| bits as f64).collect();
    if frozen.is_empty() {
        return Ok(panel.reference(Reference::horizontal(sigma as f64, format!("*σ* = {sigma}"))));
    }
    let (low, high) = extent(frozen)?;
    Ok(panel.note(Note::text((1.0, high), (8.0, -11.0), format!("frozen: {low} to {high}, *σ* = {sigma}"))))
}

fn rate(rows: &[&Row], look: Look) -> Result<Panel> {
    let average = rows.first().ok_or("no rows")?.average_rate;
    let points = rows.iter().filter_map(|row| Some(Point::new(row.message? as f64, row.momentary_rate?)));
    let series = Series::new("", Mark::Steps, points).look(look);
    let y = Axis::new("momentary rate", Scale::Linear).including(0.0).including(5.2 * average).percent();
    let note = format!("average {:.0} %", 100.0 * average);
    let note = Note::arrow((212.0, average), (0.0, -42.0), note);
    Ok(Panel::new(messages(), y, [series]).reference(Reference::horizontal(average, "")).note(note))
}

fn messages() -> Axis {
    Axis::new("new messages", Scale::Linear)
}
