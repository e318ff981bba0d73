//! The variants' differences to the non-retaining filter with replacement, with their signs.

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::{
    Axis, Colour, Dash, LineFigure, Look, Mark, Note, Panel, Picture, Point, Reference, Scale, Series,
};
use bloomlab_workbench::AnyError;
use itertools::Itertools;

use super::Row;
use crate::enumerated::{Reset, positions_name};

/// The papers' size from which on the distinction is said to have an unnoticeable impact.
const SAID: f64 = 1000.0;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let fill = rows.first().map(|row| row.fill);
    let of_fill = || rows.iter().filter(|row| Some(row.fill) == fill);
    let hashes: Vec<u64> = of_fill().map(|row| row.hashes).dedup().collect();
    let k = *hashes.get(hashes.len() / 2).ok_or("no rows")?;
    let drawn: Vec<&Row> = of_fill().filter(|row| row.hashes == k).collect();
    let panel = |title: &str, y: &str, said_at: f64, difference: fn(&Row) -> f64| {
        let at_said = drawn.iter().filter(|row| row.bits as f64 >= SAID).min_by_key(|row| row.bits).map(|row| row.bits);
        let here = drawn.iter().filter(|row| Some(row.bits) == at_said).map(|row| (row.bits, difference(row)));
        let most = here.max_by(|(_, a), (_, b)| a.abs().total_cmp(&b.abs())).ok_or("no filter so large")?;
        let text = format!("{:+.1} % at {}", 100.0 * most.1, most.0).replace('-', "−");
        let lower = if most.1 < 0.0 { 30.0 } else { -30.0 };
        Ok::<_, AnyError>(
            Panel::new(
                Axis::new("memory *M* (bits)", Scale::Log2),
                Axis::new(y, Scale::SymLog { linear_to: 1e-5 }).percent(),
                curves(&drawn, difference),
            )
            .titled(format!("{title}, *k* = {k}"))
            .reference(Reference::horizontal(0.0, ""))
            .reference(Reference::vertical(SAID, "the papers: *M* > 1000").named_at(said_at))
            .note(Note::arrow((most.0 as f64, most.1), (44.0, lower), text)),
        )
    };
    let panels = [
        panel("(a) Average rate", "relative difference of the rate", 1.0, |row| row.relative_difference)?,
        panel("(b) Messages per cycle", "relative difference of the messages", 0.0, |row| {
            row.messages_relative_difference
        })?,
    ];
    Ok(LineFigure::new(panels).plot_height(250.0).draw()?)
}

fn curves(rows: &[&Row], difference: fn(&Row) -> f64) -> Vec<Series> {
    let (with, without) = (positions_name(Sampling::WithReplacement), positions_name(Sampling::WithoutReplacement));
    let variants = [
        (with, Reset::Retain, "retaining", Look::new(Colour::Blue)),
        (without, Reset::Forget, "distinct positions", Look::new(Colour::Vermilion).dashed(Dash::Dashed)),
        (without, Reset::Retain, "both", Look::new(Colour::Green).dashed(Dash::DashDot)),
    ];
    let curve = |(positions, reset, name, look): (&str, Reset, &str, Look)| {
        let of = rows.iter().filter(|row| row.positions == positions && row.retention == reset.name());
        Series::new(name, Mark::Line, of.map(|row| Point::new(row.bits as f64, difference(row)))).look(look)
    };
    variants.map(curve).into()
}
