//! Figure 3: deletability of the DlBF, as published, corrected and simulated.

use bloomlab_pictures::{LineFigure, Mark, Picture, Point, Series};
use bloomlab_workbench::{AnyError, Context, Decision, Figure};

use crate::comparison::{dlbfs, load};
use crate::measured::{Row, measure};
use crate::sweep::{Sweep, deletability_panel, model_and_simulation};

pub(crate) struct DlbfModel;

impl Figure for DlbfModel {
    type Parameters = Sweep;
    type Row = Row;

    fn compute(p: &Sweep, context: &Context) -> Result<Vec<Row>, AnyError> {
        measure(&p.points(&p.dlbf(), 0)?, p.epochs, context)
    }

    fn draw(rows: &[Row]) -> Result<Picture, AnyError> {
        let simulated = |row: &Row| (row.simulated_deletability, row.deletability_lower, row.deletability_upper);
        let mut series = model_and_simulation(rows, |row| row.items_per_bit, |row| row.exact_deletability, simulated);
        for line in series.iter_mut().filter(|series| series.mark == Mark::Line) {
            line.name += " corrected, simulated";
        }
        for chunk in rows.chunk_by(|a, b| a.filter == b.filter) {
            let name = chunk.first().map(|row| format!("{} as published", row.filter)).unwrap_or_default();
            let points =
                chunk.iter().filter_map(|row| Some(Point::new(row.items_per_bit, row.published_deletability?)));
            series.push(Series { name, mark: Mark::LineAndMarkers, points: points.collect() });
        }
        Ok(LineFigure::single(deletability_panel(series)).draw()?)
    }

    fn claims(rows: &[Row]) -> Result<Vec<Decision>, AnyError> {
        let excess = |row: &Row, simulated: f64| row.published_deletability.map_or(f64::NAN, |p| p - simulated);
        let above = |row: &&Row| excess(row, row.deletability_upper) > 0.0;
        let never_below = rows
            .iter()
            .all(|row| excess(row, row.exact_deletability) > 0.0 && excess(row, row.deletability_lower) > 0.0);
        // by region size: where the published form lies farthest above the simulation's interval
        let mut farthest = Vec::new();
        for filter in dlbfs(rows) {
            let of_filter = rows.iter().filter(|row| row.filter == filter);
            let by_interval = |row: &&Row| excess(row, row.deletability_upper);
            let worst = of_filter.max_by(|a, b| by_interval(a).total_cmp(&by_interval(b)));
            farthest.push(worst.ok_or("a DlBF without rows")?);
        }
        let least = farthest.iter().map(|row| excess(row, row.deletability_upper)).fold(f64::INFINITY, f64::min);
        let words = farthest.iter().map(|row| {
            let simulated = excess(row, row.simulated_deletability);
            format!("{simulated:.3} for {} at n = {}", row.filter, load(row))
        });
        Ok(vec![
            Decision::new("D07")
                .measured(rows.iter().filter(above).count() as f64 / rows.len() as f64)
                .decide(never_below && rows.iter().filter(above).count() > rows.len() / 2)
                .because("above the exact value at all of them, and below no interval; the formula is rebuilt from its description"),
            Decision::new("D08")
                .measured(least)
                .decide(least >= NOT_NEGLIGIBLE)
                .because(format!("above the simulated mean by up to {}", words.collect::<Vec<_>>().join(", "))),
        ])
    }
}

/// A difference of deletabilities that is not to be neglected.
const NOT_NEGLIGIBLE: f64 = 0.05;
