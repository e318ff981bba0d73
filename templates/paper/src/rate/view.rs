//! The two formulas as lines and the simulation as markers, and how far the classic formula is too low.

use super::*;

/// What the words of `rate.toml` and the notes of the picture cite.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(rows, |row| row.exact / row.classic)?;
    Ok(Facts::new().number("factor", worst.value, 2).count("worst_items", worst.row.items))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let line = |rate: fn(&Row) -> f64| rows.iter().map(move |row| Point::new(row.items as f64, rate(row)));
    let simulated = rows.iter().map(|row| row.simulated.at(row.items as f64));
    let worst = largest(rows, |row| row.exact / row.classic)?.row;
    let text = facts(rows)?.fill("{factor} times the classic rate")?;
    let panel = Panel::new(
        Axis::new("items *n*", Scale::Linear),
        Axis::new("false-positive rate", Scale::Log10),
        [
            Series::new("exact", Mark::Line, line(|row| row.exact)),
            Series::new("simulated", Mark::MarkersOnPrevious, simulated),
            Series::new("classic formula", Mark::Line, line(|row| row.classic)),
        ],
    );
    let note = Note::arrow((worst.items as f64, worst.exact), (60.0, 40.0), text);
    Ok(LineFigure::single(panel.note(note)).draw()?)
}

pub(crate) fn claims(rows: &[Row]) -> Result<Vec<Decision>> {
    let factor = |row: &&Row| row.exact / row.classic;
    let name = |row: &&Row| format!("n = {}", row.items);
    let worst = largest(rows, factor)?;
    Ok(vec![
        Decision::title().measured_as("largest ratio", worst.value).decide(worst.value > 1.0, "it is nowhere too low"),
        Decision::new("X01").at_least(smallest(rows, factor)?, 1.0, name),
        Decision::new("X02").in_intervals(contained(rows, |row| (row.exact, Some(row.simulated)))?),
    ])
}
