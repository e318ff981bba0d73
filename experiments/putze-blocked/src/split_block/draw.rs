//! Rates of split blocks, plain ones and none; split over plain; and the error of the paper's mixture.

use bloomlab_pictures::{Axis, Corner, LineFigure, Mark, Panel, Picture, Point, Region, Scale, Series};
use bloomlab_workbench::{AnyError, Interval};

use super::{Row, split_and_plain};
use crate::blocks::Filter;
use crate::looks;

/// The error of the mixture that the claims ask about.
const FIVE_PER_CENT: f64 = 0.05;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    Ok(LineFigure::new([rates(rows), ratio(rows), errors(rows)]).plot_height(210.0).draw()?)
}

fn bits_per_item(row: &Row) -> f64 {
    row.bits_per_item as f64
}

fn x_axis() -> Axis {
    Axis::new("bits per item *m*/*n*", Scale::Linear)
}

/// A line with what was simulated on it, in the look of the filter.
fn pair(filter: Filter, line: Vec<Point>, simulated: Vec<Point>) -> [Series; 2] {
    let look = looks::of(filter);
    [
        Series::new(looks::name(filter), Mark::Line, line).look(look),
        Series::new("", Mark::MarkersOnPrevious, simulated).look(look),
    ]
}

fn rates(rows: &[Row]) -> Panel {
    let compared = rows.chunk_by(|a, b| a.filter == b.filter).filter(|rows| rows[0].simulated.is_some());
    let series = compared.flat_map(|rows| {
        let exact = rows.iter().map(|row| Point::new(bits_per_item(row), row.exact)).collect();
        let simulated = rows.iter().filter_map(|row| Some(row.simulated?.at(bits_per_item(row)))).collect();
        pair(rows[0].filter(), exact, simulated)
    });
    let hashes = rows.first().map_or(0, |row| row.hashes);
    Panel::new(x_axis(), Axis::new("false-positive rate", Scale::Log10), series)
        .titled(format!("(a) the rates, *k* = {hashes}"))
}

fn ratio(rows: &[Row]) -> Panel {
    let line = split_and_plain(rows).map(|(split, plain)| (bits_per_item(split), split.exact / plain.exact - 1.0));
    let simulated = split_and_plain(rows).filter_map(|(split, plain)| {
        let ratio = split.simulated?.over(plain.exact);
        let above = Interval { value: ratio.value - 1.0, lower: ratio.lower - 1.0, upper: ratio.upper - 1.0 };
        Some(above.at(bits_per_item(split)))
    });
    let split = rows.iter().map(Row::filter).find(|filter| matches!(filter, Filter::Split(_)));
    let series = split.map(|split| pair(split, line.map(|(x, y)| Point::new(x, y)).collect(), simulated.collect()));
    Panel::new(
        x_axis(),
        Axis::new("rate above that of *B* = 256", Scale::Linear).percent().including(0.0),
        series.into_iter().flatten(),
    )
    .titled("(b) the price of splitting")
}

fn errors(rows: &[Row]) -> Panel {
    let series = rows.chunk_by(|a, b| a.filter == b.filter).filter(|rows| rows[0].poisson.is_some()).map(|rows| {
        let error = rows.iter().filter_map(|row| Some(Point::new(bits_per_item(row), row.poisson_error?.abs())));
        let filter = rows[0].filter();
        Series::new(looks::name(filter), Mark::Line, error).look(looks::of(filter))
    });
    Panel::new(x_axis(), Axis::new("error / exact rate", Scale::Log10).percent().limited(3e-6, 1.0), series)
        .titled("(c) the error of the mixture")
        .region(Region::above(FIVE_PER_CENT, "more than 5 %").named_in(Corner::TopRight))
}
