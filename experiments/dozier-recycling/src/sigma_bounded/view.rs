//! Rates, then how far two simulations lie from the model.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{MODEL, Row, first_arrivals};
use crate::catalogue::Kind;
use crate::looks;

/// What one picture differs in from the other.
pub(crate) struct Drawn {
    /// The label of the thresholds.
    pub(crate) threshold: &'static str,
    /// The simulation that the model describes, with its title.
    pub(crate) described: (&'static str, Kind),
    /// The last panel's finding, if it has one: σ, relative difference in per cent, text.
    pub(crate) finding: Option<(f64, f64, String)>,
}

/// Rates, then how far two simulations lie from the model: that which it describes, and the papers'.
pub(crate) fn draw(rows: &[Row], drawn: &Drawn) -> Result<Picture, AnyError> {
    let (title, described) = drawn.described;
    let mut fixed = panel(rows, drawn.threshold, Kind::Fixed).titled("(c) Hash functions fixed for an epoch");
    if let Some((sigma, difference, text)) = &drawn.finding {
        fixed = fixed.note(Note::text((*sigma, *difference), (0.0, 0.0), text.clone()));
    }
    let panels =
        [rates(rows, drawn.threshold, described), panel(rows, drawn.threshold, described).titled(title), fixed];
    Ok(LineFigure::new(panels).columns(2).plot_height(210.0).draw()?)
}

/// Model and simulation.
fn rates(rows: &[Row], threshold: &str, kind: Kind) -> Panel {
    let series = hashes(rows).flat_map(|k| {
        let look = looks::hashes(k);
        let model = rows.iter().filter(|row| row.series == MODEL && row.hashes == k);
        let simulated = first_arrivals(rows, kind).filter(|row| row.hashes == k);
        let name = format!("*k* = {k}");
        [
            Series::new(name.clone(), Mark::Line, model.map(|row| Point::new(row.sigma as f64, row.rate))).look(look),
            Series::new(
                name,
                Mark::MarkersOnPrevious,
                simulated.filter_map(|row| Some(row.simulated()?.at(row.sigma as f64))),
            )
            .look(look),
        ]
    });
    let y = Axis::new("average false-positive rate", Scale::Log10);
    Panel::new(Axis::new(threshold, Scale::Linear), y, series.collect::<Vec<_>>()).titled("(a) Model and simulation")
}

/// The simulated rates' relative differences to the model. Intervals that leave the panel are cut.
fn panel(rows: &[Row], threshold: &str, kind: Kind) -> Panel {
    const MOST: f64 = 0.115;
    let series = hashes(rows).map(|k| {
        let of = first_arrivals(rows, kind).filter(|row| row.hashes == k);
        let points = of.filter_map(|row| {
            let over = row.simulated()?.over(row.model);
            let (low, high) = (over.lower - 1.0, over.upper - 1.0);
            Some(Point { x: row.sigma as f64, y: over.value - 1.0, interval: Some((low, high)) })
        });
        Series::new(format!("*k* = {k}"), Mark::Markers, points).look(looks::hashes(k))
    });
    let y = Axis::new("simulation / model − 1", Scale::Linear).limited(-MOST, MOST).percent();
    Panel::new(Axis::new(threshold, Scale::Linear), y, series.collect::<Vec<_>>())
        .reference(Reference::horizontal(0.0, ""))
        .dodged()
}

fn hashes(rows: &[Row]) -> impl Iterator<Item = u64> {
    let mut hashes: Vec<u64> = rows.iter().map(|row| row.hashes).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into_iter()
}
