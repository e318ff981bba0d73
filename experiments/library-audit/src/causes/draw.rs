//! One row a library, one marker a cause, a panel for each job.

use bloomlab_pictures::{
    Axis, Colour, LineFigure, Look, Mark, Marker, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;

use super::{Cause, Row};
use crate::libraries;

const CAUSES: [(Cause, &str, Colour, Marker); 7] = [
    (Cause::Sizing, "size allocated", Colour::Blue, Marker::Circle),
    (Cause::TwoHashes, "positions of two hashes", Colour::Vermilion, Marker::Square),
    (Cause::Blocks, "blocks", Colour::Green, Marker::Triangle),
    (Cause::Slices, "slices, short digests", Colour::Purple, Marker::Diamond),
    (Cause::Fingerprints, "whole bits of a fingerprint", Colour::Brown, Marker::Ring),
    (Cause::Growth, "growth by 100", Colour::Ink, Marker::Plus),
    (Cause::Beyond, "measured beyond these", Colour::Ink, Marker::Cross),
];

pub(super) fn picture(rows: &[Row]) -> Result<Picture, AnyError> {
    let mut jobs: Vec<(u64, f64)> = Vec::new();
    for row in rows {
        if !jobs.contains(&(row.items, row.target)) {
            jobs.push((row.items, row.target));
        }
    }
    let panels = jobs.iter().zip('a'..).map(|(job, letter)| panel(rows, *job, letter));
    Ok(LineFigure::new(panels).columns(2).sharing_y().plot_height(430.0).draw()?)
}

fn panel(rows: &[Row], job: (u64, f64), letter: char) -> Panel {
    let of_job = || rows.iter().filter(move |row| (row.items, row.target) == job);
    let series = CAUSES.map(|(cause, name, colour, marker)| {
        let points = of_job().filter(|row| row.cause == cause);
        let points = points.filter_map(|row| Some(Point::new(row.factor, libraries::row_of(&row.library)?)));
        Series::new(name, Mark::Markers, points.collect::<Vec<_>>()).look(Look::new(colour).marked(marker))
    });
    let ticks = [(0.01, "0.01"), (0.1, "0.1"), (1.0, "1"), (10.0, "10"), (100.0, "100")];
    let (items, target) = job;
    Panel::new(
        Axis::new("factor of the rate", Scale::Log10).limited(0.003, 300.0).ticked(ticks),
        libraries::axis(),
        series,
    )
    .titled(format!("({letter}) *n* = {items}, target {target}"))
    .reference(Reference::vertical(1.0, ""))
}
