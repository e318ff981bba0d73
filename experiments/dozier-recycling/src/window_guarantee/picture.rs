//! False negatives against the reuse distance, on a logarithmic axis.

use bloomlab_pictures::{Axis, Corner, LineFigure, Mark, Note, Panel, Picture, Point, Region, Scale, Series};
use bloomlab_workbench::AnyError;

use super::filter::{DROPPING, KEEPING, ONE_PHASE, RETAINING};
use super::{MODEL, Row};
use crate::looks;

/// Rates below this one are not drawn.
const LEAST: f64 = 1e-9;
/// So many denials and more are expected at a marker.
const SEEN: f64 = 20.0;
/// Messages that a marker has asked for.
const ASKED: f64 = 5e5;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
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
    let at = |filter: &str, distance: u64| {
        let row = rows.iter().find(|row| row.filter == filter && row.distance == distance);
        row.ok_or_else(|| format!("no {filter} at {distance}"))
    };
    let guaranteed = at(KEEPING, 0)?.guaranteed_distance.ok_or("no guarantee")?;
    let floor = at(DROPPING, FLOOR_AT)?;
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
        format!("the floor 1/*L* = {:.1} %", 100.0 * floor.false_negative_rate),
    ));
    Ok(LineFigure::single(panel).wide().draw()?)
}

/// Within a cycle of two phases.
const FLOOR_AT: u64 = 12;
