//! What the figures draw of a table: models as lines, simulations as markers on them.

use crate::prelude::*;

/// The filters of a table in its order, but D-FP last: it is drawn over the others.
pub(crate) fn filters(rows: &[Row]) -> Vec<&str> {
    rows.iter().map(|row| row.filter.as_str()).unique().sorted_by_key(|filter| *filter == "D-FP").collect()
}

/// A model as a line in the order of x, and its simulation as markers on the line; `at` gives x and what a row has of the two.
pub(crate) fn curve<R>(
    name: impl Into<String>,
    look: Look,
    rows: impl IntoIterator<Item = R>,
    at: impl Fn(&R) -> (f64, Option<f64>, Option<Interval>),
) -> [Series; 2] {
    let points = rows.into_iter().map(|row| at(&row)).sorted_by(|a, b| a.0.total_cmp(&b.0)).collect_vec();
    let model = points.iter().filter_map(|&(x, model, _)| Some(Point::new(x, model?)));
    let simulated = points.iter().filter_map(|&(x, _, simulated)| Some(simulated?.at(x)));
    Series::model(name, look, model, simulated)
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
