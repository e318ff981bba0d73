//! Figure 3: deletability of the DlBF, as published, corrected and simulated.

mod claims;

use bloomlab_pictures::{Colour, Dash, LineFigure, Look, Mark, Panel, Picture, Point, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};
use itertools::Itertools;

use crate::filters::dlbfs;
use crate::looks::{look, name};
use crate::measured::{Row, simulated};
use crate::panels::{deletability, deletability_axis, filters, gap, load_axis};
use crate::sweep::Sweep;

pub(crate) struct DlbfModel;

impl Figure for DlbfModel {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        p.rows(dlbfs(&p.region_bits), 0, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        draw(rows)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        claims::decide(simulated(rows))
    }
}

/// Solid the filter as it is, dashed as it was published, in one colour for each region size.
fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let (mut series, mut bars) = (Vec::new(), Vec::new());
    for filter in filters(rows) {
        let published = rows.iter().filter(|row| row.filter == filter).sorted_by_key(|row| row.items);
        let published = published.filter_map(|row| Some(Point::new(row.items_per_bit, row.published_deletability?)));
        let dashed = look(filter).dashed(Dash::Dashed);
        series.push(Series::new("published", Mark::Line, published).look(dashed).unlisted());
        let (x, (low, high)) = largest_gap(rows, filter).ok_or("a DlBF without rows")?;
        let named = format!("{}: up to +{:.2}", name(filter), high - low);
        series.extend(deletability(rows, filter).map(|one| one.named(named.clone())));
        bars.push((x, (low, high)));
    }
    let bars = bars.into_iter().map(|(x, ends)| gap(x, ends));
    let panel = Panel::new(load_axis(), deletability_axis(), bars.chain(series)).labelled();
    let ink = Look::new(Colour::Ink);
    let figure = LineFigure::single(panel)
        .key(ink, Mark::Line, "exact")
        .key(ink.dashed(Dash::Dashed), Mark::Line, "as published")
        .key(ink, Mark::Markers, "simulated");
    Ok(figure.wide().draw()?)
}

/// The simulated load at which the published form lies farthest above the exact one, and both.
fn largest_gap(rows: &[Row], filter: &str) -> Option<(f64, (f64, f64))> {
    let own = simulated(rows).iter().filter(|row| row.filter == filter);
    let excesses = own.filter_map(|row| Some((row, row.published_deletability? - row.exact_deletability)));
    let (row, excess) = excesses.max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some((row.items_per_bit, (row.exact_deletability, row.exact_deletability + excess)))
}
