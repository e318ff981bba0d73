//! The choices of k for one item, and what the classic choice costs for several n.

use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::looks;

/// The largest n that is drawn.
const MOST_ITEMS: u64 = 8;

/// What the words of `best-k.toml` and the notes of the picture cite.
pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    let worst = largest(rows, |row| row.loss())?;
    let most = largest(drawn(rows).filter(|row| row.items == MOST_ITEMS), |row| row.loss())?;
    Ok(Facts::new()
        .percent("loss", worst.value - 1.0, 2)
        .count("worst_bits_per_item", worst.row.bits_per_item)
        .count("exact_best", worst.row.exact_best)
        .count("classic_best", worst.row.classic_best)
        .count("most_drawn", MOST_ITEMS)
        .percent("loss_of_most", most.value - 1.0, 2))
}

fn drawn(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| row.items <= MOST_ITEMS)
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    Ok(LineFigure::new([choices(rows)?, costs(rows)?]).labelled().draw()?)
}

fn axis() -> Axis {
    Axis::new("bits per item *m*/*n*", Scale::Linear).including(0.0)
}

fn choices(rows: &[Row]) -> Result<Panel> {
    let one_item = || rows.iter().filter(|row| row.items == 1);
    let worst = largest(one_item(), |row| row.loss())?.row;
    let best = |name: &str, k: fn(&Row) -> u64| {
        Series::new(name, Mark::Markers, one_item().map(|row| Point::new(row.bits_per_item as f64, k(row) as f64)))
    };
    let real = one_item().map(|row| Point::new(row.bits_per_item as f64, row.real_best()));
    let panel = Panel::new(
        axis(),
        Axis::new("best *k* for one item", Scale::Linear).including(0.0),
        [
            best("eq. 1", |row| row.classic_best).look(looks::CLASSIC),
            best("exact", |row| row.exact_best).look(looks::EXACT),
        ],
    );
    let text = facts(rows)?.fill("best is *k* = {exact_best},\nnot {classic_best}")?;
    Ok(panel
        .titled("(a) Eq. 1 follows (*m*/*n*) ln 2, the best *k* does not")
        .reference(Reference::curve(real, ""))
        .note(Note::arrow((worst.bits_per_item as f64, worst.exact_best as f64), (-10.0, 92.0), text)))
}

fn costs(rows: &[Row]) -> Result<Panel> {
    let worst = largest(drawn(rows), |row| row.loss())?.row;
    let name = |row: &&Row| format!("*n* = {}", row.items);
    let point = |row: &Row| Point::new(row.bits_per_item as f64, row.loss() - 1.0);
    let lines = Series::by_name(drawn(rows), name, Mark::Joined, |row| Some(point(row))).into_iter().enumerate();
    let at = point(worst);
    let panel = Panel::new(
        axis(),
        Axis::new("exact rate above the lowest", Scale::Linear).percent().limited(-0.01, 0.48),
        lines.map(|(i, line)| line.look(looks::step(i))),
    );
    let text = facts(rows)?.fill("{loss} more\nfalse positives")?;
    Ok(panel.titled("(b) The *k* of eq. 1 costs most for one item").note(Note::ring((at.x, at.y), (-40.0, 8.0), text)))
}
