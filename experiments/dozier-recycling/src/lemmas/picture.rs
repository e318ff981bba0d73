//! A line for each statement: in which share of its cases it fails, and the smallest one.

use bloomlab_pictures::{Axis, Colour, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;

const TRUE: Look = Look::new(Colour::Ink);
const FALSE: Look = Look::new(Colour::Vermilion).marked(Marker::Square);

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let place = |i: usize| (rows.len() - i) as f64;
    let names = rows.iter().enumerate().map(|(i, row)| (place(i), row.statement.clone()));
    let y = Axis::new("", Scale::Linear).limited(0.3, rows.len() as f64 + 0.7).ticked(names.collect::<Vec<_>>());
    let ticks = [0.0, 0.5, 1.0].map(|share| (share, format!("{} %", 100.0 * share)));
    let x = Axis::new("share of the cases that fail", Scale::Linear).limited(-0.06, 3.5).ticked(ticks);
    let of = |is_true: bool| {
        let rows = rows.iter().enumerate().filter(move |(_, row)| (row.failing == 0) == is_true);
        rows.map(move |(i, row)| Point::new(row.failing as f64 / row.cases as f64, place(i)))
    };
    let panel = Panel::new(
        x,
        y,
        [
            Series::new("true in every case", Mark::Markers, of(true)).look(TRUE),
            Series::new("false", Mark::Markers, of(false)).look(FALSE),
        ],
    );
    let panel = rows.iter().enumerate().fold(panel, |panel, (i, row)| {
        let text = row.counterexample.clone().unwrap_or_else(|| format!("all {} cases", row.cases));
        let note = Note::text((1.08, place(i)), (4.0, 0.0), text);
        panel.note(if row.failing == 0 { note.coloured(Colour::Grey) } else { note })
    });
    Ok(LineFigure::single(panel).wide().plot_height(22.0 * rows.len() as f64).draw()?)
}
