//! The chain as diagrams for each kind of positions: forwards, then backwards.

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::{FORWARD, RETAINING, Row};
use crate::enumerated::positions_name;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let impossible = rows.iter().find(|row| row.probability == 0.0).ok_or("no impossible arrow")?;
    let wrong = rows.iter().filter(|row| row.probability > 0.0 && row.exact != row.published);
    Ok(Facts::new()
        .count("from", impossible.from)
        .count("to", impossible.to)
        .text("impossible", impossible.published.as_str())
        .count("wrong", wrong.count() as u64))
}

pub(crate) fn claims(_: &[Row]) -> Result<Vec<Decision>> {
    Ok(Vec::new())
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let last = rows.iter().map(|row| row.from).max().unwrap_or(0);
    let states = || (0..=last).map(|state| state.to_string()).collect();
    let legend = || {
        vec![
            (Tone::Dark, "non-retaining; forwards both".to_owned()),
            (Tone::Light, RETAINING.to_owned()),
            (Tone::Wrong, "by eq. 10 of the papers, but impossible".to_owned()),
        ]
    };
    let diagram = |title: &str, is_forward: bool, positions: Sampling| {
        let is_of = |row: &&Row| (row.variant == FORWARD) == is_forward && row.positions == positions_name(positions);
        let arrows = rows.iter().filter(is_of).map(arrow).collect();
        (title.to_owned(), StateDiagram { states: states(), arrows, legend: legend() })
    };
    let (with, without) = (Sampling::WithReplacement, Sampling::WithoutReplacement);
    let diagrams = [
        diagram("(a) Forwards, positions that may coincide (Figure 1)", true, with),
        diagram("(b) Forwards, distinct positions", true, without),
        diagram(&format!("(c) Backwards, positions that may coincide; {}", wrong(rows)), false, with),
        diagram("(d) Backwards, distinct positions (Figure 2)", false, without),
    ];
    Ok(StateDiagram::draw_below_each_other(&diagrams)?)
}

/// The probabilities that eq. 10 gives wrongly to arrows that are there.
fn wrong(rows: &[Row]) -> String {
    let wrong = rows.iter().filter(|row| row.probability > 0.0 && row.exact != row.published);
    let each: Vec<String> = wrong.map(|row| format!("{} to {} {}", row.from, row.to, row.published)).collect();
    format!("eq. 10 gives {}", each.join(", "))
}

fn arrow(row: &Row) -> Arrow {
    let (tone, label) = match &*row.variant {
        _ if row.probability == 0.0 => (Tone::Wrong, row.published.clone()),
        RETAINING => (Tone::Light, row.exact.clone()),
        _ => (Tone::Dark, row.exact.clone()),
    };
    Arrow { from: row.from as usize, to: row.to as usize, label, tone }
}
