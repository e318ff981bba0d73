//! The chance that a cycle goes on, and a map of every small filter: where it falls at each step, where it stays.
//! Whether E\[γ_i\] ever rises, and how small it becomes.

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{CURVE, GRID, Row};
use crate::enumerated::positions_name;
use crate::verdicts::{largest, range};

const FALLS: Look = Look::new(Colour::Green).marked(Marker::Square);
const STAYS: Look = Look::new(Colour::Green).marked(Marker::OpenSquare);
const RISES: Look = Look::new(Colour::Ink).marked(Marker::Cross);

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let (steps, _) = steps(rows);
    let filters = rows.iter().filter(|row| row.part == GRID).count();
    let (least, most) = range(rows.iter().filter(|row| row.part == CURVE).map(|row| 1.0 / row.limit));
    Ok(Facts::new().count("steps", steps).count("filters", filters as u64).number("least_factor", least, 2).number(
        "most_factor",
        most,
        2,
    ))
}

/// The steps of the small filters, and those that rise.
fn steps(rows: &[Row]) -> (u64, u64) {
    let steps = || rows.iter().filter_map(|row| row.steps);
    (steps().map(|steps| steps.all).sum(), steps().map(|steps| steps.rising).sum())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let mut panels = vec![chances(rows)?.titled("(a) It falls to *ρ*(*σ*) = 1/*H*; *H* is not small")];
    for (letter, k) in [('b', 2), ('c', 3), ('d', 4)] {
        let filters = rows.iter().filter(|row| row.part == GRID && row.hashes == k);
        let filters: Vec<&Row> =
            filters.filter(|row| row.positions == positions_name(Sampling::WithReplacement)).collect();
        panels.push(map(&filters).titled(format!("({letter}) Every filter with *k* = {k}")));
    }
    let (all, rising) = steps(rows);
    Ok(LineFigure::new(panels)
        .columns(2)
        .plot_height(170.0)
        .legend(Legend::Above)
        .key(FALLS, Mark::Markers, "falls at every step")
        .key(STAYS, Mark::Markers, "stays at some, falls at the others")
        .key(RISES, Mark::Markers, format!("rises: {rising} of {} steps", grouped(&all.to_string())))
        .draw()?)
}

/// `E[γ_i]` of the large filters, with its limits.
fn chances(rows: &[Row]) -> Result<Panel> {
    let curves: Vec<&Row> = rows.iter().filter(|row| row.part == CURVE).collect();
    let filters = curves.chunk_by(|a, b| (a.bits, a.hashes, a.sigma) == (b.bits, b.hashes, b.sigma));
    let colours = [Colour::Blue, Colour::Vermilion, Colour::Purple];
    let (mut series, mut limits) = (Vec::new(), Vec::new());
    for (filter, colour) in filters.zip(colours) {
        let first = filter.first().ok_or("a filter without a curve")?;
        let name = format!("*M* = {}, *k* = {}, *σ* = {}", grouped(&first.bits.to_string()), first.hashes, first.sigma);
        let points = filter.iter().map(|row| Point::new(row.i as f64, row.continuation));
        series.push(Series::new(name, Mark::Line, points).look(Look::new(colour)));
        limits.push(Reference::horizontal(first.limit, format!("1/{:.1}", 1.0 / first.limit)).named_below());
    }
    let x = Axis::new("*i*, messages of a cycle", Scale::Linear).including(540.0);
    let y = Axis::new("E[*γ*_{*i*}]: chance of an *i*-th interval", Scale::Log10).including(0.036);
    Ok(limits.into_iter().fold(Panel::new(x, y, series), Panel::reference))
}

/// A tile for each M and σ.
fn map(filters: &[&Row]) -> Panel {
    let tiles = |look: Look, is_drawn: fn(f64) -> bool| {
        let drawn = filters.iter().filter(|row| row.steps.is_some_and(|steps| is_drawn(steps.smallest)));
        let points = drawn.map(|row| Point::new(row.bits as f64, row.sigma as f64));
        Series::new("", Mark::Markers, points).look(look)
    };
    let series = [tiles(FALLS, |step| step > 0.0), tiles(STAYS, |step| step == 0.0), tiles(RISES, |step| step < 0.0)];
    Panel::new(Axis::new("memory *M* (bits)", Scale::Linear), Axis::new("threshold *σ*", Scale::Linear), series)
}

/// A small constant is at most this.
const SMALL: f64 = 2.0;

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let (all, rising) = steps(rows);
    let grid = rows.iter().filter(|row| row.part == GRID);
    let never_rises = rising == 0 && grid.clone().all(|row| row.steps.is_some_and(|steps| steps.smallest >= 0.0));
    let title = Decision::title()
        .measured_as("steps that rise", rising as f64)
        .tested_on(grid)?
        .decide(never_rises && all > 0, format!("{rising} of {all} steps rise"));
    Ok(vec![unproved(rows)?, factor(rows)?, title])
}

/// R44.
fn unproved(rows: &[Row]) -> Result<Decision> {
    let grid = rows.iter().filter(|row| row.part == GRID).map(|row| row.steps);
    let grid = grid.collect::<Option<Vec<_>>>().ok_or("a filter of the grid has no steps")?;
    let rising: u64 = grid.iter().map(|steps| steps.rising).sum();
    let all: u64 = grid.iter().map(|steps| steps.all).sum();
    let never_rises = rising == 0 && all > 0 && grid.iter().all(|steps| steps.smallest >= 0.0);
    let why = format!("{rising} of {all} steps rise; the documentation of the library sketches a proof");
    Ok(Decision::new("R44")
        .measured(rising as f64 / all as f64)
        .decide(never_rises, format!("{rising} of {all} steps rise"))
        .remark(why))
}

/// R45.
fn factor(rows: &[Row]) -> Result<Decision> {
    let curves: Vec<&Row> = rows.iter().filter(|row| row.part == CURVE).collect();
    let worst = curves.iter().max_by(|a, b| (1.0 / a.limit).total_cmp(&(1.0 / b.limit))).ok_or("no curves")?;
    let limit = 1.0 / worst.limit;
    let same = |a: &&Row, b: &&Row| (a.bits, a.hashes, a.sigma) == (b.bits, b.hashes, b.sigma);
    let usual = curves.chunk_by(same).map(usual_factor);
    Ok(Decision::new("R45")
        .measured(limit)
        .threshold(format!("small: at most {SMALL}"))
        .tested_on(&curves)?
        .decide(
            limit <= SMALL,
            format!("at M = {}, k = {}, σ = {} it is {limit:.1}", worst.bits, worst.hashes, worst.sigma),
        )
        .remark(format!(
            "for messages that at least every second cycle comes to, 1/γ_j is at most {:.2}; beyond it grows towards 1/ρ(σ)",
            largest(usual)
        )))
}

/// The largest 1/γ_j of a filter where at least every second cycle comes.
fn usual_factor(curve: &[&Row]) -> f64 {
    let mut usual = 1.0_f64;
    let mut reached = 1.0;
    for row in curve {
        reached *= row.continuation;
        if reached >= 0.5 {
            usual = usual.max(1.0 / row.continuation);
        }
    }
    usual
}
