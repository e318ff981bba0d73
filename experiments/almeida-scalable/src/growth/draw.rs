//! The rate over the promise, and the memory over that of one filter, against the stages.

use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::Row;

/// The promise that is drawn.
const DRAWN: f64 = 0.01;

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    // Pr with r = ½ is P(1 − r)
    let twice = |row: &Row| row.first_target == "tightened" && row.tightening == 0.5;
    let drawn: Vec<&Row> = rows.iter().filter(|row| row.promise == DRAWN && !twice(row)).collect();
    let x = || Axis::new("full stages", Scale::Linear);
    let at = |row: &Row, y: f64| Point::new(row.stages as f64, y);
    let over = variants(&drawn).flat_map(|rows| {
        let (name, look) = (name(rows[0]), look(rows[0]));
        let found = |row: &&Row| Some(row.simulated?.over(row.promise).at(row.stages as f64));
        [
            Series::new(name, Mark::Line, rows.iter().map(|row| at(row, row.over_promise))).look(look),
            Series::new("", Mark::MarkersOnPrevious, rows.iter().filter_map(found)).look(look),
        ]
    });
    let memory = variants(&drawn).map(|rows| {
        let points = rows.iter().map(|row| at(row, row.over_one_filter));
        Series::new(name(rows[0]), Mark::Line, points).look(look(rows[0]))
    });
    let rates = Panel::new(x(), Axis::new("exact rate / promised rate", Scale::Log2).including(0.5), over)
        .titled("(a) what the promise is worth")
        .reference(Reference::horizontal(1.0, "kept"));
    let memory = Panel::new(x(), Axis::new("bits / bits of one filter", Scale::Linear).including(1.0), memory)
        .titled("(b) what growing costs");
    Ok(LineFigure::new([rates, memory]).plot_height(300.0).draw()?)
}

/// The rows of each variant.
fn variants<'a>(rows: &'a [&'a Row]) -> impl Iterator<Item = &'a [&'a Row]> {
    rows.chunk_by(|a, b| a.stages < b.stages)
}

fn name(row: &Row) -> String {
    let r = row.tightening;
    let first = match row.first_target.as_str() {
        "published" => "*P*(1 − *r*)",
        "tightened" => "*Pr*",
        _ => "*P*",
    };
    let slices = if row.half_full { ", half full" } else { "" };
    format!("*p*_0 = {first}, *r* = {r:.2}{slices}")
}

fn look(row: &Row) -> Look {
    match (row.first_target.as_str(), row.tightening) {
        ("published", r) if r < 0.7 => Look::new(Colour::Blue).heavy(),
        ("published", _) => Look::new(Colour::Blue).dashed(Dash::Dashed).marked(Marker::Ring),
        ("tightened", _) => Look::new(Colour::Green).marked(Marker::Triangle),
        (_, r) if r < 0.7 => Look::new(Colour::Vermilion).dashed(Dash::Dotted).marked(Marker::Square),
        (_, r) if r < 0.89 => Look::new(Colour::Purple).marked(Marker::Diamond),
        (_, r) if r < 1.0 => Look::new(Colour::Vermilion).marked(Marker::Wedge),
        _ => Look::new(Colour::Ink).dashed(Dash::DashDot).marked(Marker::Cross),
    }
}
