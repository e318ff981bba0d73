//! The three ways of counting over the model's rate, for each popularity.

use bloomlab_pictures::{Axis, Colour, LineFigure, Look, Mark, Marker, Panel, Picture, Reference, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;

const LOOKS: [Look; 4] = [
    Look::new(Colour::Blue),
    Look::new(Colour::Vermilion).marked(Marker::Square),
    Look::new(Colour::Green).marked(Marker::Triangle),
    Look::new(Colour::Ink).marked(Marker::Ring),
];

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut exponents: Vec<f64> = rows.iter().map(|row| row.zipf_exponent).collect();
    exponents.dedup();
    let panel = |counting: &str| {
        let series = exponents.iter().zip(LOOKS).map(|(&exponent, look)| {
            let of = rows.iter().filter(|row| row.counting == counting && row.zipf_exponent == exponent);
            let points = of.map(|row| row.simulated().over(row.model).at(row.catalogue_over_cycle));
            let name = if exponent == 0.0 { "uniform".to_owned() } else { format!("Zipf {exponent}") };
            Series::new(name, Mark::Markers, points).look(look)
        });
        let x = Axis::new("catalogue / new messages per cycle", Scale::Log10);
        let y = Axis::new("simulated rate / model", Scale::Linear).including(0.0);
        let name = if counting == "count-instance" { "" } else { "model" };
        let model = Reference::horizontal(1.0, name).named_at(0.0);
        Panel::new(x, y, series.collect::<Vec<_>>()).reference(model).dodged()
    };
    let panels = [
        panel("count-instance").titled("(a) count-instance: the model"),
        panel("count-each").titled("(b) count-each: less"),
        panel("count-first").titled("(c) count-first: least"),
    ];
    Ok(LineFigure::new(panels).sharing_y().plot_height(220.0).draw()?)
}
