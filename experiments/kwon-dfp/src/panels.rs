//! What the figures draw of a table: models as lines, simulations as markers on them.

use crate::measured::Row;
use crate::prelude::*;

/// The filters of a table in its order, but D-FP last: it is drawn over the others.
pub(crate) fn filters(rows: &[Row]) -> Vec<&str> {
    let all: Vec<&str> = rows.iter().map(|row| row.filter.as_str()).unique().collect();
    let (ours, others): (Vec<&str>, Vec<&str>) = all.into_iter().partition(|filter| *filter == "D-FP");
    [others, ours].concat()
}

/// A filter's model as a line from row to row, in the order of x, and its simulation as markers where there is one.
pub(crate) fn curve(
    rows: &[Row],
    filter: &str,
    x: impl Fn(&Row) -> f64,
    model: impl Fn(&Row) -> f64,
    simulated: impl Fn(&Row) -> Option<Interval>,
) -> [Series; 2] {
    let own = || rows.iter().filter(|row| row.filter == filter);
    let line = own().map(|row| Point::new(x(row), model(row))).sorted_by(|a, b| a.x.total_cmp(&b.x));
    let markers = own().filter_map(|row| Some(simulated(row)?.at(x(row))));
    Series::model(name(filter), look(filter), line, markers)
}

/// The exact and the simulated deletability of a filter over the load.
pub(crate) fn deletability(rows: &[Row], filter: &str) -> [Series; 2] {
    curve(rows, filter, |row| row.items_per_bit, |row| row.exact_deletability, |row| row.simulated_deletability)
}

pub(crate) fn deletability_axis() -> Axis {
    Axis::new("deletability of a stored item", Scale::Linear).limited(0.0, 1.0)
}

pub(crate) fn gap(x: f64, (low, high): (f64, f64)) -> Series {
    let bar = Series::new("", Mark::Line, [Point::new(x, low), Point::new(x, high)]);
    bar.look(Look::new(Colour::Ink)).unlisted()
}

pub(crate) fn load_axis() -> Axis {
    Axis::new("load *n*/*m* (items per bit)", Scale::Linear).including(0.0)
}
