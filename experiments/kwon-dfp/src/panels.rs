//! What the figures draw of a table: models as lines, simulations as markers on them.

use bloomlab_pictures::{Axis, Panel, Point, Scale, Series};

use crate::measured::Row;

/// The exact and the simulated deletability of every filter over the load. `name` is the filter's in the legend.
pub(crate) fn deletabilities(rows: &[Row], name: impl Fn(&Row) -> String) -> Vec<Series> {
    let exact = |row: &&Row| Some(Point::new(row.items_per_bit, row.exact_deletability));
    let simulated = |row: &&Row| Some(row.simulated_deletability?.at(row.items_per_bit));
    Series::lines_with_markers(rows, |row| name(row), exact, simulated)
}

/// The exact and the simulated rate of every filter over `x`.
pub(crate) fn rates(rows: &[Row], x: impl Fn(&Row) -> f64) -> Vec<Series> {
    let exact = |row: &&Row| Some(Point::new(x(row), row.exact_rate));
    let simulated = |row: &&Row| Some(row.simulated_rate?.at(x(row)));
    Series::lines_with_markers(rows, |row| row.filter.clone(), exact, simulated)
}

/// Deletability against load.
pub(crate) fn deletability_panel(series: Vec<Series>) -> Panel {
    Panel::new(
        load_axis(),
        Axis::new("deletability of a stored item", Scale::Linear).including(0.0).including(1.0),
        series,
    )
}

/// False-positive rate against load.
pub(crate) fn rate_panel(rows: &[Row]) -> Panel {
    Panel::new(load_axis(), Axis::new("false-positive rate", Scale::Log10), rates(rows, |row| row.items_per_bit))
}

pub(crate) fn load_axis() -> Axis {
    Axis::new("load n/m (items per bit)", Scale::Linear).including(0.0)
}
