//! The ratios of one filter in each panel, over the line that they are compared with.

use bloomlab_pictures::{Axis, LineFigure, Mark, Panel, Picture, Point, Scale, Series};
use bloomlab_workbench::AnyError;

use super::{EXACT, Row, SIMULATED};
use crate::verdicts::range;

pub(super) fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
    let (small, large): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.is_small());
    let count_each = curves(&large, Mark::Line, |_| 1.0);
    let over_h = |row: &Row| row.theorem_1_factor;
    let bounded = curves(&small, Mark::Line, over_h);
    let counterexample = small.iter().filter(|row| row.is_counterexample && row.series == EXACT).map(|row| {
        let name = format!("counterexample, {} messages", row.catalogue);
        Series::new(name, Mark::Markers, [Point::new(row.catalogue_over_cycle, row.ratio / over_h(row))])
    });
    let panels = vec![
        Panel::new(
            Axis::new("catalogue / new messages per cycle", Scale::Log10),
            Axis::new("count-each / count-instance", Scale::Log10),
            count_each.into_iter().chain([level(&large, "count-instance = count-each")]),
        )
        .titled(large.first().map(|row| format!("(a) {}", row.filter)).unwrap_or_default()),
        Panel::new(
            Axis::new("catalogue / new messages per cycle", Scale::Log10),
            Axis::new("count-each / (H · count-instance)", Scale::Log10),
            bounded.into_iter().chain(counterexample).chain([level(&small, "Theorem 1 fails above")]),
        )
        .titled(small.first().map(|row| format!("(b) {}", row.filter)).unwrap_or_default()),
    ];
    Ok(LineFigure::new(panels).draw()?)
}

/// What is exact, then what is simulated, in a unit of each row.
fn curves(rows: &[&Row], mark: Mark, unit: impl Fn(&Row) -> f64) -> Vec<Series> {
    let name = |row: &&&Row| {
        let filter = if row.is_small() { row.filter.clone() } else { format!("leak {:e}", row.leak) };
        if row.series == SIMULATED { format!("{filter}, simulated") } else { filter }
    };
    let exact =
        |row: &&&Row| (row.series == EXACT).then(|| Point::new(row.catalogue_over_cycle, row.ratio / unit(row)));
    let simulated = |row: &&&Row| Some(row.simulated()?.over(unit(row)).at(row.catalogue_over_cycle));
    let mut series = Series::by_name(rows, name, mark, exact);
    series.extend(Series::by_name(rows, name, Mark::Markers, simulated));
    series
}

fn level(rows: &[&Row], name: &str) -> Series {
    let (low, high) = range(rows.iter().map(|row| row.catalogue_over_cycle));
    Series::new(name, Mark::Line, [Point::new(low, 1.0), Point::new(high, 1.0)])
}
