//! Residuals: how far simulations lie from the papers' formulas, in halves of their intervals.

use super::{Row, compared};
use crate::prelude::*;

pub(crate) fn draw(rows: &[Row]) -> Result<Picture> {
    let kinds = [(Kind::Unique, "no repeats"), (Kind::Fresh, "fresh"), (Kind::Fixed, "fixed hashes")];
    let phases = [(1, "One phase", "*σ* (bits of 1000)"), (2, "Two phases", "*σ* of each (bits of 500)")];
    let panels = iproduct!(phases, kinds).zip('a'..).map(|(((phases, name, sigma), (kind, arrivals)), letter)| {
        let residuals: Vec<Point> = compared(rows, phases, kind).filter_map(residual).collect();
        let missed = residuals.iter().filter(|point| point.y.abs() > 1.0).count();
        let title = format!("({letter}) {name}, {arrivals}:\n{missed} of {} intervals miss", residuals.len());
        let panel = panel(rows, phases, kind, sigma).titled(title);
        let meaning = Note::text((500.0, 1.8), (0.0, 0.0), "shaded: contains the formula");
        match letter {
            'a' => panel.note(meaning),
            'e' => named(panel),
            _ => panel,
        }
    });
    Ok(LineFigure::new(panels).columns(3).sharing_y().plot_height(150.0).legend(Legend::Hidden).draw()?)
}

/// The numbers of hash functions, where their markers part.
fn named(panel: Panel) -> Panel {
    let name = |k: u64, at, offset| Note::text(at, offset, format!("*k* = {k}")).coloured(looks::hashes(k).colour());
    panel.note(name(3, (350.0, -8.9), (-10.0, 0.0))).note(name(5, (425.0, -3.3), (-8.0, 2.0))).note(name(
        8,
        (375.0, 1.1),
        (0.0, -13.0),
    ))
}

fn panel(rows: &[Row], phases: u64, kind: Kind, sigma: &str) -> Panel {
    let hashes = compared(rows, phases, kind).map(|row| row.hashes).sorted().dedup();
    let series = hashes.map(|k| {
        let points = compared(rows, phases, kind).filter(|row| row.hashes == k).filter_map(residual);
        Series::new(format!("*k* = {k}"), Mark::Markers, points).look(looks::hashes(k))
    });
    let x = Axis::new(format!("threshold {sigma}"), Scale::Linear);
    let (low, high, ticks) =
        if phases == 1 { (-2.3, 2.3, vec![-2, -1, 0, 1, 2]) } else { (-14.0, 4.5, vec![-10, -5, -1, 1]) };
    let y = Axis::new("deviation / half interval", Scale::Linear)
        .limited(low, high)
        .ticked(ticks.into_iter().map(|y: i32| (f64::from(y), y.to_string().replace('-', "−"))));
    Panel::new(x, y, series.collect_vec())
        .region(Region::new((f64::NEG_INFINITY, f64::INFINITY), (-1.0, 1.0), ""))
        .reference(Reference::horizontal(0.0, ""))
}

fn residual(row: &Row) -> Option<Point> {
    let interval = row.simulated()?;
    let half = (interval.upper - interval.lower) / 2.0;
    Some(Point::new(row.sigma as f64, (interval.value - row.published_model) / half))
}
