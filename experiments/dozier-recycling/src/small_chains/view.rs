//! Two points at which the papers' chain is not the one that runs.

use bloomlab_occupancy::Sampling;
use bloomlab_pictures::*;
use bloomlab_workbench::figure::*;

use super::Row;
use crate::enumerated::Reset;
use crate::looks;

pub(crate) fn facts(rows: &[Row]) -> Result<Facts> {
    Ok(Facts::new().percent("empty", largest(distinct(rows), |row| row.empty_probability)?.value, 3))
}

/// The filters of panel (a) into which a message fits: the largest, with two and more distinct positions, whose cycles end.
fn distinct(rows: &[Row]) -> impl Iterator<Item = &Row> {
    let bits = rows.iter().map(|row| row.bits).max();
    let is_of = move |row: &&Row| Some(row.bits) == bits && row.hashes > 1 && row.sigma >= row.hashes && row.ends;
    rows.iter().filter(is_of).filter(|row| row.has(Sampling::WithoutReplacement, Reset::Forget))
}

/// Whether each of them is found empty.
pub(super) fn title(rows: &[Row]) -> Result<Decision> {
    let least = smallest(distinct(rows), |row| row.empty_probability)?.value;
    Ok(Decision::title()
        .measured_as(
            "largest probability of the empty state",
            largest(distinct(rows), |row| row.empty_probability)?.value,
        )
        .tested_on(distinct(rows))?
        .decide(least > 0.0, "one is never found empty"))
}

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let bits = rows.iter().map(|row| row.bits).max().ok_or("no rows")?;
    let panel =
        |positions: Sampling, y: &str, hashes: std::ops::RangeInclusive<u64>, value: fn(&Row) -> Option<f64>| {
            let series = hashes.map(|k| {
                let of = rows.iter().filter(|row| row.bits == bits && row.hashes == k && row.ends);
                let of = of.filter(|row| row.has(positions, Reset::Forget));
                let points = of.filter_map(|row| Some(Point::new(row.sigma as f64, value(row)?)));
                Series::new(format!("*k* = {k}"), Mark::Joined, points).look(looks::hashes(k)).unlisted()
            });
            let x = Axis::new(format!("threshold *σ* (bits of {bits})"), Scale::Linear);
            Panel::new(x, Axis::new(y, Scale::Linear).including(0.0).including(1.12), series.collect::<Vec<_>>())
        };
    let most = rows.iter().map(|row| row.hashes).max().unwrap_or(1);
    let empty = panel(Sampling::WithoutReplacement, "*π*_0, probability of the empty state", 2..=most, |row| {
        Some(row.empty_probability)
    });
    let messages = panel(Sampling::WithReplacement, "E[*N*_0] as printed / exact", 1..=most, |row| {
        row.messages.map(|(exact, _, printed)| printed / exact)
    });
    let panels = [
        empty
            .reference(Reference::horizontal(0.0, "the papers: 0"))
            .titled("(a) Distinct positions: the empty state occurs"),
        messages.reference(Reference::horizontal(1.0, "exact")).titled("(b) With replacement: messages are lost"),
    ];
    let figure = LineFigure::new(panels).plot_height(220.0);
    let key = |figure: LineFigure, k| figure.key(looks::hashes(k), Mark::Joined, format!("*k* = {k}"));
    Ok((1..=most).fold(figure, key).draw()?)
}
