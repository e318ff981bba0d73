//! One line for each target, over the octave.

use bloomlab_pictures::{
    Axis, Colour, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Region, Scale, Series, power,
};
use bloomlab_workbench::AnyError;

use super::Row;

/// A look for each target, from the highest.
const LOOKS: [Look; 5] = [
    Look::new(Colour::Ink).marked(Marker::Diamond),
    Look::new(Colour::Blue).heavy(),
    Look::new(Colour::Green).marked(Marker::Triangle),
    Look::new(Colour::Purple).marked(Marker::Ring),
    Look::new(Colour::Vermilion).marked(Marker::Square),
];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let series = rows.chunk_by(|a, b| a.target == b.target).zip(LOOKS).flat_map(|(rows, look)| {
        let exact = rows.iter().map(|row| Point::new(row.share_of_most, row.over_target));
        let simulated = rows.iter().filter_map(|row| Some(row.simulated?.over(row.target).at(row.share_of_most)));
        let exponent = rows[0].target.log10().round() as i32;
        [
            Series::new(format!("*p* = {}", power(10, exponent)), Mark::Line, exact.collect::<Vec<_>>()).look(look),
            Series::new("", Mark::MarkersOnPrevious, simulated.collect::<Vec<_>>()).look(look),
        ]
    });
    let shares = [(0.5, "½"), (0.6, "0.6"), (0.7, "0.7"), (0.8, "0.8"), (0.9, "0.9"), (1.0, "1")];
    let panel = Panel::new(
        Axis::new("items / most items for which the rule chooses this size", Scale::Log2).ticked(shares),
        Axis::new("exact rate / target", Scale::Log10),
        series.collect::<Vec<_>>(),
    );
    let panel = panel.labelled().reference(Reference::horizontal(1.0, "")).region(Region::above(1.0, "target missed"));
    Ok(LineFigure::single(panel).wide().plot_height(320.0).draw()?)
}
