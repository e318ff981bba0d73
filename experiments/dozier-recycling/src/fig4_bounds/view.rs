//! The exact rate with its simulation, and how little the bounds lie below it.
//! Whether average rates lie below the worst case.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::catalogue::Kind;
use crate::looks::{F_A, F_O, F_W, N_BOUNDED};
use crate::verdicts::{count, largest};

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let last = rows.iter().map(|row| row.messages).max().ok_or("no rows")?;
    let cut = simulated(rows).find(|(_, _, upper)| *upper > DRAWN).ok_or("no interval is cut")?;
    Ok(Facts::new()
        .count("last", last)
        .percent("o_below", below(rows, "f_o", last)?, 2)
        .percent("a_below", below(rows, "f_a", last)?, 2)
        .count("cut", cut.0)
        .percent("cut_from", cut.1, 2)
        .percent("cut_to", cut.2, 2))
}

/// Of panel (b): larger relative differences are cut.
const DRAWN: f64 = 0.1;

/// N and the ends of the intervals that are drawn, relative to the exact rate.
fn simulated(rows: &[Row]) -> impl Iterator<Item = (u64, f64, f64)> {
    let drawn = rows.iter().filter(|row| row.series == Kind::Fresh.name());
    drawn.filter_map(|row| {
        let over = row.simulated()?.over(row.exact);
        Some((row.messages, over.lower - 1.0, over.upper - 1.0))
    })
}

/// By which share a bound lies below the exact rate.
fn below(rows: &[Row], bound: &str, messages: u64) -> Result<f64> {
    let row = rows.iter().find(|row| row.series == bound && row.messages == messages);
    Ok(row.map(|row| 1.0 - row.rate / row.exact).ok_or_else(|| format!("no {bound} at N = {messages}"))?)
}

/// The order f_o ≤ f_a ≤ exact.
fn title(rows: &[Row]) -> Result<Decision> {
    let exact: Vec<&Row> = rows.iter().filter(|row| row.series == "exact").collect();
    let gaps = exact.iter().map(|row| Ok([below(rows, "f_o", row.messages)?, below(rows, "f_a", row.messages)?]));
    let gaps = gaps.collect::<Result<Vec<[f64; 2]>>>()?;
    let last = gaps.last().ok_or("no exact rate")?;
    let are_ordered = gaps.iter().all(|[o, a]| *o >= *a && *a > 0.0);
    Ok(Decision::title()
        .measured_as("share of the exact rate that f_o misses at the largest N", last[0])
        .decide(are_ordered, "f_o ≤ f_a ≤ exact does not hold at every N"))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let lines = [
        ("f_w", "*f*_w, worst case", F_W),
        ("exact", "exact", N_BOUNDED),
        ("f_a", "*f*_a", F_A),
        ("f_o", "*f*_o", F_O),
    ];
    let panel = |y: Axis, lines: &[(&str, &str, Look)], of: fn(f64, &Row) -> f64| {
        let mut series = Vec::new();
        for &(name, text, look) in lines {
            let points = rows.iter().filter(|row| row.series == name);
            let points = points.map(|row| Point::new(row.messages as f64, of(row.rate, row)));
            series.push(Series::new(text, Mark::Line, points).look(look));
            if name == "exact" {
                let drawn = rows.iter().filter(|row| row.series == Kind::Fresh.name());
                let markers = drawn.filter_map(|row| {
                    let simulated = row.simulated()?;
                    let interval = Some((of(simulated.lower, row), of(simulated.upper, row)));
                    Some(Point { x: row.messages as f64, y: of(simulated.value, row), interval })
                });
                series.push(Series::new(text, Mark::MarkersOnPrevious, markers).look(look));
            }
        }
        Panel::new(Axis::new("messages *N* that set bits in a cycle", Scale::Linear), y, series).labelled()
    };
    let rate = Axis::new("average false-positive rate", Scale::Log10);
    let relative = Axis::new("rate / exact rate − 1", Scale::Linear).limited(-DRAWN, DRAWN).percent();
    let panels = [
        panel(rate, &lines, |rate, _| rate).titled("(a) Rates; markers: simulated"),
        panel(relative, &lines[1..], |rate, row| rate / row.exact - 1.0).titled("(b) From the exact rate"),
    ];
    Ok(LineFigure::new(panels).plot_height(240.0).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let worst = |row: &Row| {
        let same = rows.iter().find(|other| other.series == "f_w" && other.messages == row.messages);
        same.map(|worst| worst.rate).ok_or_else(|| format!("no f_w at N = {}", row.messages))
    };
    let exact = rows.iter().filter(|row| row.series == "exact");
    let exact = exact.map(|row| Ok(row.rate / worst(row)?)).collect::<Result<Vec<f64>>>()?;
    let simulated = rows.iter().filter_map(|row| Some((row, row.simulated()?)));
    let simulated = simulated.map(|(row, rate)| Ok(rate.upper / worst(row)?)).collect::<Result<Vec<f64>>>()?;
    let is_below = |ratio: &f64| *ratio < 1.0;
    let below = count(&simulated, is_below);
    let average = Decision::new("R13")
        .measured(largest(exact.iter().copied()))
        .decide(
            exact.iter().all(is_below) && below == simulated.len() && !simulated.is_empty(),
            format!(
                "{} exact rates are not below it, nor {} simulated intervals",
                exact.len() - count(&exact, is_below),
                simulated.len() - below
            ),
        )
        .remark(format!("as are {below} of {} simulated 99 % intervals", simulated.len()));
    Ok(vec![average, title(rows)?])
}
