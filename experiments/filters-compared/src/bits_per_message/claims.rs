//! Which filter remembers a window in the least memory, and what those without a guarantee forget.

use bloomlab_workbench::{AnyError, Decision, Range};
use itertools::Itertools;

use super::Row;

pub(super) fn decide(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
    let points: Vec<&[Row]> = rows.chunk_by(|a, b| (a.window, a.target) == (b.window, b.target)).collect();
    Ok(vec![
        ring(&points)?,
        ages(&points)?,
        timers(&points)?,
        forgets_more(rows, "F12", "one-phase")?,
        forgets_more(rows, "F13", "stable")?,
    ])
}

fn bits(rows: &[Row], filter: &str) -> Result<f64, AnyError> {
    let found = rows.iter().find(|row| row.filter == filter).map(|row| row.bits_per_message);
    found.ok_or_else(|| format!("no {filter}").into())
}

/// F09.
fn ring(points: &[&[Row]]) -> Result<Decision, AnyError> {
    let mut ratios = Vec::new();
    for rows in points {
        let ring = bits(rows, "ring")?;
        let others = rows.iter().filter(|row| row.filter != "ring").map(|row| row.bits_per_message / ring);
        ratios.push((rows[0].window as f64, others.fold(f64::INFINITY, f64::min)));
    }
    let least = ratios.iter().map(|(_, ratio)| *ratio).fold(f64::INFINITY, f64::min);
    let range = Range::of("W", ratios.iter().map(|(window, ratio)| (*window, *ratio > 1.0)));
    Ok(Decision::new("F09").measured(least).decide_within(range, "at no range of windows"))
}

/// F10.
fn ages(points: &[&[Row]]) -> Result<Decision, AnyError> {
    let mut ratios = Vec::new();
    for rows in points {
        ratios.push((rows[0].window as f64, bits(rows, "age-partitioned")? / bits(rows, "two-phases-dropping")?));
    }
    let range = Range::of("W", ratios.iter().map(|(window, ratio)| (*window, *ratio < 1.0)));
    let share = ratios.iter().filter(|(_, ratio)| *ratio < 1.0).count() as f64 / ratios.len() as f64;
    Ok(Decision::new("F10").measured(share).decide_within(range, "at no range of windows"))
}

/// F11.
fn timers(points: &[&[Row]]) -> Result<Decision, AnyError> {
    let mut ratios = Vec::new();
    for rows in points {
        ratios.push((rows[0].window as f64, bits(rows, "time-aware-timers")? / bits(rows, "time-aware-flags")?));
    }
    let least = ratios.iter().map(|(_, ratio)| *ratio).fold(f64::INFINITY, f64::min);
    let range = Range::of("W", ratios.iter().map(|(window, ratio)| (*window, *ratio > 1.0)));
    Ok(Decision::new("F11").measured(least).decide_within(range, "at no range of windows"))
}

/// F12, F13.
fn forgets_more(rows: &[Row], id: &'static str, filter: &'static str) -> Result<Decision, AnyError> {
    let share =
        |filter: &'static str| rows.iter().filter(move |row| row.filter == filter).map(|row| row.false_negative_rate);
    let pairs = share("two-phases-dropping").zip(share(filter));
    let (least, most) = pairs.map(|(two, other)| other / two).minmax().into_option().ok_or("no two phases")?;
    Ok(Decision::new(id)
        .measured(least)
        .decide(least > 1.0, format!("{least:.3} times somewhere"))
        .remark(format!("up to {most:.0} times, as the window grows")))
}
