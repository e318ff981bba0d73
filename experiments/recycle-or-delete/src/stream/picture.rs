//! Rates against age, with the same and with the best k; false positives against false negatives.

use bloomlab_pictures::{Axis, Colour, LineFigure, Look, Mark, Marker, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::denied::{DROPPING, KEEPING, ONE_PHASE};
use super::{BEST_HASHES, DENIED, Row, SAME_HASHES, SIMULATED};
use crate::looks;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let last = rows.iter().filter_map(|row| row.age).fold(0.0, f64::max);
    let panels = [
        rates(rows, SAME_HASHES, last).titled("(a) the same *k* = 4"),
        rates(rows, BEST_HASHES, last).titled("(b) each with its best *k*"),
        denied(rows).titled("(c) recycling with less room"),
    ];
    Ok(LineFigure::new(panels).columns(2).draw()?)
}

fn rates(rows: &[Row], part: &str, last: f64) -> Panel {
    let of_part: Vec<&Row> = rows.iter().filter(|row| row.part == part).collect();
    let series = of_part.chunk_by(|a, b| a.filter == b.filter && a.series == b.series).map(|rows| {
        let (name, look) = (looks::name(&rows[0].filter), looks::look(&rows[0].filter));
        let steady = |row: &Row| [1.0, last].map(|age| Point::new(age, row.false_positive_rate));
        let points = rows.iter().flat_map(|row| match (row.simulated(), row.age) {
            (Some(interval), Some(age)) => vec![interval.at(age)],
            (None, Some(age)) => vec![Point::new(age, row.false_positive_rate)],
            _ => steady(row).to_vec(),
        });
        let mark = if rows[0].series == SIMULATED { Mark::Markers } else { Mark::Line };
        let series = Series::new(name, mark, points).look(look);
        if mark == Mark::Markers { series.unlisted() } else { series }
    });
    let x = Axis::new("windows since it was empty", Scale::Linear).including(1.0);
    Panel::new(x, Axis::new("false-positive rate", Scale::Log10).limited(1e-4, 1.0), series)
}

fn denied(rows: &[Row]) -> Panel {
    let of = |filter: &'static str| rows.iter().filter(move |row| row.part == DENIED && row.filter == filter);
    let at = |row: &Row| (row.false_positive_rate, row.false_negative_rate);
    let curve = |filter| {
        let points = of(filter).map(at).map(|(x, y)| Point::new(x, y));
        Series::new(filter, Mark::Joined, points).look(look(filter)).unlisted()
    };
    let y = Axis::new("live messages denied", Scale::SymLog { linear_to: 1e-4 }).percent();
    let x = Axis::new("false-positive rate", Scale::Log10).limited(1e-4, 1.0);
    let panel = Panel::new(x, y, [ONE_PHASE, DROPPING, KEEPING].map(curve));
    let names = [(ONE_PHASE, (-2.0, -26.0)), (DROPPING, (-8.0, 22.0)), (KEEPING, (-106.0, -18.0))];
    names.into_iter().fold(panel, |panel, (filter, offset)| match of(filter).next_back() {
        Some(row) => {
            let name = filter.replace("phases, ", "phases,\n");
            panel.note(Note::text(at(row), offset, name).coloured(look(filter).colour()))
        }
        None => panel,
    })
}

fn look(filter: &str) -> Look {
    match filter {
        ONE_PHASE => Look::new(Colour::Blue).marked(Marker::Circle),
        DROPPING => Look::new(Colour::Brown).marked(Marker::Diamond),
        _ => Look::new(Colour::Vermilion).marked(Marker::Square),
    }
}
