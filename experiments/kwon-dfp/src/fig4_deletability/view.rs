//! Deletability against the load, and the lead of D-FP over the DlBF.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::claims::ahead_from;
use crate::comparison::{Pair, dlbfs, pairs};
use crate::looks::{look, name};
use crate::measured::Row;
use crate::panels::{deletability, deletability_axis, filters, load_axis};

const NOWHERE: &str = "D-FP is ahead of the DlBF nowhere";

/// The load from which D-FP is ahead.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new().number("load", ahead_from(rows).ok_or(NOWHERE)?, 2))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([deletable(rows), lead(rows)?]).plot_height(300.0).labelled().draw()?)
}

/// The curves of the filters. D-FP and the TBF with two bits a cell delete the same items: one line.
fn deletable(rows: &[Row]) -> Panel {
    let shown = filters(rows).into_iter().filter(|filter| *filter != "TBF");
    let series = shown.flat_map(|filter| deletability(rows, filter));
    let named = series.map(|series| if series.name() == "D-FP" { series.named("D-FP = TBF") } else { series });
    Panel::new(load_axis(), deletability_axis(), named).titled("(a) D-FP deletes as many items as the TBF")
}

/// How much more D-FP deletes than each DlBF.
fn lead(rows: &[Row]) -> Result<Panel> {
    let regions = dlbfs(rows);
    let series = regions.iter().flat_map(|dlbf| {
        let mut pairs = pairs(rows, "D-FP", dlbf);
        pairs.sort_by(|a, b| a.ours.items_per_bit.total_cmp(&b.ours.items_per_bit));
        let exact = |pair: &Pair| pair.ours.exact_deletability - pair.other.exact_deletability;
        let line = pairs.iter().map(|pair| Point::new(pair.ours.items_per_bit, exact(pair)));
        let simulated = pairs.iter().filter_map(|pair| Some(difference(pair)?.at(pair.ours.items_per_bit)));
        Series::model(name(dlbf), look(dlbf), line, simulated)
    });
    let y = Axis::new("lead in deletability over the DlBF", Scale::Linear).including(-0.1);
    let facts = facts(rows)?;
    let panel = Panel::new(load_axis(), y, series).titled(facts.fill("(b) More than the DlBF from {load} on")?);
    let from = ahead_from(rows).ok_or(NOWHERE)?;
    let said = facts.fill("ahead from {load}")?;
    Ok(panel.reference(Reference::horizontal(0.0, "")).note(Note::ring((from, 0.0), (14.0, 24.0), said)))
}

/// The difference of two independent means: half widths add up as squares.
fn difference(pair: &Pair) -> Option<Interval> {
    let (ours, other) = pair.ours.simulated_deletability.zip(pair.other.simulated_deletability)?;
    let value = ours.value - other.value;
    let half = libm::hypot(ours.upper - ours.value, other.upper - other.value);
    Some(Interval { value, lower: value - half, upper: value + half })
}
