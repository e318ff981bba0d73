//! The exact rate with its simulation, and how little the bounds lie below it.

use bloomlab_pictures::{Axis, LineFigure, Look, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::catalogue::Kind;
use crate::looks::{F_A, F_O, F_W, N_BOUNDED};

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let lines = [
        ("f_w", "*f*_w, worst case", F_W),
        ("exact", "exact", N_BOUNDED),
        ("f_a", "*f*_a", F_A),
        ("f_o", "*f*_o", F_O),
    ];
    let panel = |y: Axis, lines: &[(&str, &str, Look)], of: fn(f64, &Row) -> f64| {
        let mut series = Vec::new();
        for &(name, text, look) in lines {
            let points = rows.iter().filter(|row| row.series == name);
            let points = points.map(|row| Point::new(row.messages as f64, of(row.rate, row)));
            series.push(Series::new(text, Mark::Line, points).look(look));
            if name == "exact" {
                let drawn = rows.iter().filter(|row| row.series == Kind::Fresh.name());
                let markers = drawn.filter_map(|row| {
                    let simulated = row.simulated()?;
                    let interval = Some((of(simulated.lower, row), of(simulated.upper, row)));
                    Some(Point { x: row.messages as f64, y: of(simulated.value, row), interval })
                });
                series.push(Series::new(text, Mark::MarkersOnPrevious, markers).look(look));
            }
        }
        Panel::new(Axis::new("messages *N* that set bits in a cycle", Scale::Linear), y, series).labelled()
    };
    let rate = Axis::new("average false-positive rate", Scale::Log10);
    let relative = Axis::new("rate / exact rate − 1", Scale::Linear).limited(-0.1, 0.1).percent();
    let panels = [
        panel(rate, &lines, |rate, _| rate).titled("(a) Rates; markers: simulated"),
        panel(relative, &lines[1..], |rate, row| rate / row.exact - 1.0).titled("(b) From the exact rate"),
    ];
    Ok(LineFigure::new(panels).plot_height(240.0).draw()?)
}
