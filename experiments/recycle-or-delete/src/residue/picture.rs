//! Refused deletions against age, and half-lives against load.

use bloomlab_pictures::{Axis, LineFigure, Mark, Note, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{DECAY, REFUSED, Row};
use crate::looks;

/// The k of panel (a).
const HASHES: u64 = 4;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let refused = |row: &&Row| row.part == REFUSED && row.hashes == Some(HASHES);
    let refused: Vec<&Row> = rows.iter().filter(refused).collect();
    let curves = refused.chunk_by(|a, b| a.filter == b.filter).flat_map(|rows| {
        let look = looks::look(&rows[0].filter);
        let model = rows.iter().filter_map(|row| Some(Point::new(row.age? as f64, row.refused?)));
        let simulated = rows.iter().filter_map(|row| Some(row.simulated()?.at(row.age? as f64)));
        [
            Series::new(name(&rows[0].filter), Mark::Line, model).look(look),
            Series::new(name(&rows[0].filter), Mark::MarkersOnPrevious, simulated).look(look),
        ]
    });
    let deletions = Panel::new(
        Axis::new("windows since it was empty", Scale::Linear).including(0.0),
        Axis::new("deletions refused", Scale::Linear).including(0.0).percent(),
        curves,
    );
    let decay: Vec<&Row> = rows.iter().filter(|row| row.part == DECAY).collect();
    let lives = decay.chunk_by(|a, b| a.filter == b.filter).map(|rows| {
        let points = rows.iter().filter_map(|row| Some(Point::new(row.load, row.half_life?)));
        Series::new(name(&rows[0].filter), Mark::Line, points).look(looks::look(&rows[0].filter))
    });
    let tenth = decay.iter().find(|row| row.filter == "QBF" && row.load >= 0.1).ok_or("no light load")?;
    let half_life = tenth.half_life.ok_or("no half-life")?;
    let lives = Panel::new(
        Axis::new("load *a* = *kW*/*C*", Scale::Log10),
        Axis::new("windows until half is lost", Scale::Log10),
        lives,
    )
    .note(Note::arrow((tenth.load, half_life), (40.0, -12.0), format!("{:.0} windows", half_life)));
    let panels = [deletions.titled("(a) refused deletions, *k* = 4"), lives.titled("(b) half-life of the cells")];
    Ok(LineFigure::new(panels).draw()?)
}

fn name(filter: &str) -> String {
    if filter == "TBF" { "TBF, D-FP".to_owned() } else { looks::name(filter) }
}
