//! One phase above two: set bits and momentary rate against arrivals.

use super::*;
use crate::looks::{FROZEN, ONE_PHASE, TWO_PHASES};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (one, two) = (of(rows, 1), of(rows, 2));
    let hits = contained(rows, |row| (row.model.unwrap_or(f64::NAN), row.simulated()))?;
    let frozen = two.iter().filter_map(|row| row.frozen).minmax().into_option();
    let (frozen_low, frozen_high) = frozen.ok_or("nothing is frozen")?;
    Ok(Facts::new()
        .number("times", times(&one)?, 2)
        .percent("average", one[0].average_rate, 1)
        .count("hits", hits.having as u64)
        .count("bins", hits.of as u64)
        .count("frozen_low", frozen_low)
        .count("frozen_high", frozen_high)
        .percent("one_empty", empty(&one)?, 2)
        .percent("two_empty", empty(&two)?, 3))
}

/// The rows of one phase, or of two.
fn of(rows: &[Row], phases: u64) -> Vec<&Row> {
    rows.iter().filter(|row| row.phases == phases).collect()
}

/// The range of the momentary rate.
fn momentary(rows: &[&Row]) -> Result<(f64, f64)> {
    extent(rows.iter().filter_map(|row| row.momentary_rate))
}

/// The largest momentary rate over the average.
fn times(rows: &[&Row]) -> Result<f64> {
    Ok(momentary(rows)?.1 / rows[0].average_rate)
}

/// The model's probability that a message finds the filter empty.
fn empty(rows: &[&Row]) -> Result<f64> {
    Ok(rows.iter().find(|row| row.set_from == Some(0)).and_then(|row| row.model).ok_or("no distribution")?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let one = of(rows, 1);
    let times = times(&one)?;
    Ok(vec![
        Decision::title()
            .measured_as("largest momentary rate of one phase over its average", times)
            .tested_on(&one)?
            .decide(momentary(&one)?.0 == 0.0 && times > 1.0, "it does not rise from zero beyond its average"),
    ])
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let (one, two) = (of(rows, 1), of(rows, 2));
    let ((_, most), (low, high)) = (momentary(&one)?, momentary(&two)?);
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
    let series = [steps(rows, FROZEN, |row| Some(row.frozen? as f64)), steps(rows, look, |row| Some(row.set? as f64))];
    let series = series.into_iter().filter(|series| !series.points().is_empty());
    let y = Axis::new("bits set", Scale::Linear).including(0.0).including(1.25 * sigma as f64);
    let panel = Panel::new(messages(), y, series);
    Ok(match rows.iter().filter_map(|row| row.frozen).minmax().into_option() {
        None => panel.reference(Reference::horizontal(sigma as f64, format!("*σ* = {sigma}"))),
        Some((low, high)) => {
            let name = format!("frozen: {low} to {high}, *σ* = {sigma}");
            panel.note(Note::text((1.0, high as f64), (8.0, -11.0), name))
        }
    })
}

/// A value of every message.
fn steps(rows: &[&Row], look: Look, value: fn(&Row) -> Option<f64>) -> Series {
    let points = rows.iter().filter_map(|row| Some(Point::new(row.message? as f64, value(row)?)));
    Series::new("", Mark::Steps, points).look(look)
}

fn rate(rows: &[&Row], look: Look) -> Result<Panel> {
    let average = rows.first().ok_or("no rows")?.average_rate;
    let y = Axis::new("momentary rate", Scale::Linear).including(0.0).including(5.2 * average).percent();
    let note = Note::arrow((212.0, average), (0.0, -42.0), format!("average {:.0} %", 100.0 * average));
    let rate = steps(rows, look, |row| row.momentary_rate);
    Ok(Panel::new(messages(), y, [rate]).reference(Reference::horizontal(average, "")).note(note))
}

fn messages() -> Axis {
    Axis::new("new messages", Scale::Linear)
}
