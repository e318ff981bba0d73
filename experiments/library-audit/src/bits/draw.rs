//! One row a library: bits an item over those needed, for the rate promised and for the rate reached.

use bloomlab_pictures::{
    Axis, Colour, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::libraries;

const LOOKS: [(Colour, Marker); 3] =
    [(Colour::Blue, Marker::Ring), (Colour::Green, Marker::Diamond), (Colour::Vermilion, Marker::Square)];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let panels = [
        panel(rows, "(a) for the rate promised", |row| row.bits_per_item / row.needed_for_target),
        panel(rows, "(b) for the rate computed", |row| row.bits_per_item / row.needed_for_rate),
    ];
    Ok(LineFigure::new(panels).sharing_y().plot_height(430.0).draw()?)
}

fn panel(rows: &[Row], title: &str, ratio: fn(&Row) -> f64) -> Panel {
    let mut sizes: Vec<u64> = rows.iter().map(|row| row.items).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let series = sizes.into_iter().zip(LOOKS).map(|(items, (colour, marker))| {
        let points = rows.iter().filter(|row| row.items == items);
        let points = points.filter_map(|row| Some(Point::new(ratio(row), libraries::row_of(&row.library)?)));
        let name = format!("*n* = {items}");
        Series::new(name, Mark::Markers, points.collect::<Vec<_>>()).look(Look::new(colour).marked(marker))
    });
    Panel::new(Axis::new("bits / bits needed", Scale::Linear).limited(0.0, 3.2), libraries::axis(), series)
        .titled(title)
        .reference(Reference::vertical(1.0, ""))
}
