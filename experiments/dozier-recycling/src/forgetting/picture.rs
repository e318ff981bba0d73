//! False negatives of one phase and of two, and where they cross.

use bloomlab_pictures::{Axis, LineFigure, Look, Mark, Note, Panel, Picture, Point, Region, Scale, Series};
use bloomlab_workbench::AnyError;

use super::Row;
use crate::looks::{ONE_PHASE, TWO_PHASES};

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let of = |phases: u64| move |row: &&Row| row.phases == phases && row.spread.is_none();
    let (one, two): (Vec<&Row>, Vec<&Row>) = (rows.iter().filter(of(1)).collect(), rows.iter().filter(of(2)).collect());
    let pairs = || one.iter().zip(&two);
    let forgets_less = |(one, two): &(&&Row, &&Row)| two.false_negative_rate < one.false_negative_rate;
    let (first, _) = pairs().find(forgets_less).ok_or("no distance at which two phases forget less")?;
    let (_, crossing) = pairs().rfind(forgets_less).ok_or("no distance at which two phases forget less")?;
    let floor = two.iter().find(|row| row.distance == FLOOR_AT).ok_or("no distance within a cycle")?;
    let at = |row: &Row| (row.distance as f64, row.false_negative_rate);
    let less = (first.distance as f64, crossing.distance as f64);
    let less = Region::new(less, (f64::NEG_INFINITY, f64::INFINITY), "two phases\nforget less");
    let known = one.last().ok_or("no distances")?;
    let by_chance = format!("{:.2}: the rest is known by chance", known.false_negative_rate);
    let overflowed = format!("{:.1} %: messages that overflowed", 100.0 * floor.false_negative_rate);
    let curves = curves(rows, 1, "one phase", ONE_PHASE).into_iter().chain(curves(rows, 2, "two phases", TWO_PHASES));
    let panel = Panel::new(
        Axis::new("reuse distance *r* (new messages in between)", Scale::Linear).limited(-3.0, 225.0),
        Axis::new("false-negative rate", Scale::Linear).including(0.0),
        curves,
    );
    let panel = panel
        .region(less)
        .note(Note::arrow(
            at(crossing),
            (60.0, 40.0),
            format!("*r* = {}: half of one phase's cycle", crossing.distance),
        ))
        .note(Note::arrow(at(floor), (150.0, -24.0), overflowed))
        .note(Note::text((190.0, known.false_negative_rate), (0.0, 14.0), by_chance));
    Ok(LineFigure::single(panel).wide().draw()?)
}

/// Well within a cycle of two phases.
const FLOOR_AT: u64 = 30;

fn curves(rows: &[Row], phases: u64, name: &str, look: Look) -> [Series; 2] {
    let of = || rows.iter().filter(|row| row.phases == phases);
    let model = of().filter(|row| row.spread.is_none());
    let model = model.map(|row| Point::new(row.distance as f64, row.false_negative_rate));
    let simulated = of().filter_map(|row| Some(row.simulated()?.at(row.distance as f64)));
    [Series::new(name, Mark::Line, model).look(look), Series::new(name, Mark::MarkersOnPrevious, simulated).look(look)]
}
