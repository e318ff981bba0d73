//! One row a library: measured rates in units of the promise.

use bloomlab_pictures::{
    Axis, Colour, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::libraries;

/// Linear up to here, logarithmic beyond.
const BREAK: f64 = 2.0;
/// The share of the axis up to there.
const SHARE: f64 = 0.66;
/// What is drawn of one kind: name, look, and whether a row is of it.
type Kind = (&'static str, Look, fn(&Row) -> bool);

fn kinds() -> [Kind; 4] {
    let look = |colour, marker| Look::new(colour).marked(marker);
    [
        ("10 or 100 items", look(Colour::Blue, Marker::Ring), |row| !row.is_grown() && row.items <= 100),
        ("1000 to 10^4", look(Colour::Green, Marker::Diamond), |row| {
            !row.is_grown() && (101..=10_000).contains(&row.items)
        }),
        ("10^5 and more", look(Colour::Vermilion, Marker::Square), |row| !row.is_grown() && row.items > 10_000),
        ("100 times as many items as asked for", look(Colour::Ink, Marker::Cross), Row::is_grown),
    ]
}

/// Half the width of the widest interval drawn, in units of the promise or of the rate, whichever is larger.
const WIDEST: f64 = 0.1;

fn is_narrow(row: &Row) -> bool {
    let ratio = row.ratio();
    (ratio.upper - ratio.lower) / 2.0 <= WIDEST * ratio.value.max(1.0)
}

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let series = kinds().into_iter().map(|(name, look, is_of)| {
        let points = rows
            .iter()
            .filter(|row| is_of(row) && is_narrow(row))
            .filter_map(|row| Some(Point::new(row.ratio().value, libraries::row_of(&row.library)?)));
        Series::new(name, Mark::Markers, points.collect::<Vec<_>>()).look(look)
    });
    let ticks = [
        (0.0, "0"),
        (0.5, "0.5"),
        (1.0, "1"),
        (1.5, "1.5"),
        (2.0, "2"),
        (10.0, "10"),
        (100.0, "100"),
        (1000.0, "1000"),
        (10_000.0, "10^4"),
    ];
    let panel = Panel::new(
        Axis::new("measured rate / promised rate", Scale::Broken { at: BREAK, share: SHARE })
            .including(0.0)
            .including(4e4)
            .ticked(ticks),
        libraries::axis(),
        series,
    )
    .reference(Reference::vertical(1.0, ""));
    Ok(LineFigure::single(panel).wide().plot_height(500.0).draw()?)
}
